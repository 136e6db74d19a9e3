"""Many bodies of one robot at once, with the laws of its servos and sensors."""
