// The page's own line to the robot: small messages both ways, opened again when it breaks.
const RETRY_MS = 1000;

export const openLine = (hear, picture, changed) => {
  let socket = null;
  const connect = () => {
    const way = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${way}://${location.host}/olympian/line${location.search}`);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => changed(true);
    socket.onmessage = ({ data }) =>
      typeof data === "string" ? hear(JSON.parse(data)) : picture(data);
    socket.onclose = () => { changed(false); setTimeout(connect, RETRY_MS); };
  };
  connect();
  return {
    say: (message) => {
      if (socket?.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(message));
      return true;
    },
    close: () => socket?.close(),
  };
};
