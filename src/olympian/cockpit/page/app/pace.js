// Draws the scene no more often than anybody sees, and less where the processor has to draw it.
(() => {
  const asked = Number(new URLSearchParams(location.search).get("fps"));
  const original = window.requestAnimationFrame.bind(window);
  let period = 1000 / (asked || 30);
  const software = () => {
    const gl = document.createElement("canvas").getContext("webgl");
    const told = gl?.getExtension("WEBGL_debug_renderer_info");
    const name = told ? gl.getParameter(told.UNMASKED_RENDERER_WEBGL) : "";
    gl?.getExtension("WEBGL_lose_context")?.loseContext();
    return !gl || /swiftshader|llvmpipe|software|basic render/i.test(name);
  };
  if (!asked) addEventListener("load", () => { if (software()) period = 1000 / 8; });
  const waiting = new Map();
  let number = 0, due = 0, timer = 0;
  const draw = (now) => {
    const calls = [...waiting.values()];
    waiting.clear();
    due = now + period - 4; // a screen's frames are never quite on time
    for (const call of calls) {
      try { call(now); } catch (error) { reportError(error); }
    }
  };
  const begin = () => {
    if (timer || !waiting.size) return;
    const left = due - performance.now();
    const go = () => original((now) => { timer = 0; draw(now); begin(); });
    timer = left > 2 ? setTimeout(go, left) : go();
  };
  window.requestAnimationFrame = (call) => {
    waiting.set(++number, call);
    begin();
    return number;
  };
  window.cancelAnimationFrame = (one) => waiting.delete(one);
  window.olympianPace = { get fps() { return 1000 / period; } };
})();
