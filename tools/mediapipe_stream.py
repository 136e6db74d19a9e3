"""Write MediaPipe's world landmarks as lines of JSON, from a webcam or a video.

MediaPipe wants an environment of its own (0.10.21 brings a model, but needs NumPy below 2), so
this program uses nothing of Olympian and is run by that environment's Python:

    python -m venv /tmp/pose && /tmp/pose/bin/pip install mediapipe==0.10.21 opencv-python
    /tmp/pose/bin/python tools/mediapipe_stream.py --camera 0 | olympian imitate - --page
    /tmp/pose/bin/python tools/mediapipe_stream.py --video dance.mp4 > dance.jsonl
    /tmp/pose/bin/python tools/mediapipe_stream.py --camera 0 --udp 5005

Tried with a video made of a photograph (tests/data/imitate/astronaut_mediapipe.jsonl is what came
out of it), never with a webcam.
"""

import argparse
import json
import socket
import sys
import time

HEADER = {"stream": "mediapipe", "units": "m", "up": "-y"}


def line(t, landmarks):
    """One skeleton: 33 rows of x, y, z in metres and how visible each is."""
    rows = [
        [round(one.x, 4), round(one.y, 4), round(one.z, 4), round(one.visibility, 3)]
        for one in landmarks
    ]
    return json.dumps({"t": round(t, 4), "landmarks": rows})


def frames(source, live):
    """Times and pictures of a camera or a video, the times by the wall clock or by the video's."""
    import cv2

    capture = cv2.VideoCapture(source)
    if not capture.isOpened():
        sys.exit(f"mediapipe_stream: cannot open {source}")
    started = time.monotonic()
    while True:
        good, picture = capture.read()
        if not good:
            return
        video_t = capture.get(cv2.CAP_PROP_POS_MSEC) / 1000.0
        yield (
            (time.monotonic() - started if live else video_t),
            cv2.cvtColor(picture, cv2.COLOR_BGR2RGB),
        )


def main():
    """Read pictures, write lines."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    chosen = parser.add_mutually_exclusive_group(required=True)
    chosen.add_argument("--camera", type=int, help="number of a webcam")
    chosen.add_argument("--video", help="a file")
    parser.add_argument("--udp", type=int, help="send packets to this port of 127.0.0.1 instead")
    options = parser.parse_args()
    from mediapipe.python.solutions.pose import Pose

    say = sender(options.udp)
    say(json.dumps(HEADER))
    live = options.video is None
    with Pose(model_complexity=1, smooth_landmarks=False) as pose:
        for t, picture in frames(options.camera if live else options.video, live):
            found = pose.process(picture)
            if found.pose_world_landmarks is not None:
                say(line(t, found.pose_world_landmarks.landmark))


def sender(port):
    """What puts a line on stdout, or into a packet."""
    if port is None:
        return lambda text: print(text, flush=True)
    udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    return lambda text: udp.sendto(text.encode(), ("127.0.0.1", port))


if __name__ == "__main__":
    main()
