// Keys, buttons, stick and gamepad. What is held is said again ten times a second: the robot stops
// when it hears nothing for half a second.
import { h } from "./dom.js";

const AGAIN_MS = 100;
const MIDDLE = 0.12; // share of a gamepad's stick that is its middle
const NAMES = { 0: "cross", 1: "circle", 2: "square", 3: "triangle", 4: "l1", 5: "r1", 6: "l2", 7: "r2" };

export const makeHands = (say, drives, state) => {
  const held = new Map(); // key → what holds it: "key" or "pointer"
  let stick = null, last = null, pads = new Map(), saidStick = false;
  const known = (key) => state.pad?.keys.some((one) => one.key === key);

  const mark = () => {
    for (const one of document.querySelectorAll("[data-key]"))
      one.classList.toggle("down", held.has(one.dataset.key));
  };
  const tellKeys = () => say({ do: "keys", held: [...held.keys()] });
  const hold = (key, by) => {
    if (held.has(key) || !drives()) return;
    held.set(key, by);
    mark();
    tellKeys();
  };
  const release = (key) => {
    if (!held.delete(key)) return;
    mark();
    tellKeys();
  };
  const tellStick = () => {
    const now = stick ?? gamepadStick();
    if (!now && !saidStick) return;
    say({ do: "stick", ...(now ?? { forward: 0, turn: 0 }) });
    saidStick = Boolean(now);
  };
  const letGo = () => {
    if (held.size) { held.clear(); mark(); tellKeys(); }
    stick = null;
    last?.();
    if (saidStick) tellStick();
  };

  const keyOf = (event) => {
    const name = event.key === " " ? "space" : event.key.toLowerCase();
    return state.about?.aliases[name] ?? name;
  };
  const writing = (target) => target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input:not([type=range]), textarea, select"));

  // On window and in the capture phase: the viewer moves its camera with the same keys.
  window.addEventListener("keydown", (event) => {
    const key = keyOf(event);
    if (writing(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (state.bar?.show && drives()) say({ do: "take" });
    if (!known(key) || (event.target.type === "range" && key.length > 1)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!event.repeat) hold(key, "key");
  }, true);
  window.addEventListener("keyup", (event) => release(keyOf(event)), true);
  window.addEventListener("pointerdown", (event) => {
    if (state.bar?.show && drives() && !event.target.closest?.("#olympian-bar, nav")) say({ do: "take" });
    const key = event.target.closest?.("[data-key]")?.dataset.key;
    if (key) hold(key, "pointer");
    if (event.shiftKey && event.target.tagName === "CANVAS") say({ do: "point" });
  }, true);
  for (const end of ["pointerup", "pointercancel"])
    window.addEventListener(end, () => {
      for (const [key, by] of [...held]) if (by === "pointer") release(key);
    }, true);
  window.addEventListener("blur", letGo);
  setInterval(() => {
    if (!drives()) return;
    if (held.size) tellKeys();
    if (pads.size) pollButtons();
    tellStick();
  }, AGAIN_MS);

  // As on HOly's PS3 pad: left stick acceleration, right stick steps and turn, shoulders the mode.
  window.addEventListener("gamepadconnected", (event) => pads.set(event.gamepad.index, new Set()));
  window.addEventListener("gamepaddisconnected", (event) => { pads.delete(event.gamepad.index); letGo(); });
  const gamepads = () => [...navigator.getGamepads()].filter((one) => one && pads.has(one.index));
  const live = (value) => Math.abs(value) < MIDDLE ? 0 : Math.max(-1, Math.min(1, value));
  const gamepadStick = () => {
    for (const one of gamepads()) {
      const [left, up, right, ahead] = [0, 1, 2, 3].map((axis) => live(one.axes[axis] ?? 0));
      if (left || up || right || ahead) return { forward: -ahead, turn: -right, left: -left, quicker: -up };
    }
    return null;
  };
  const pollButtons = () => {
    for (const one of gamepads()) {
      const before = pads.get(one.index), now = new Set();
      one.buttons.forEach((button, index) => button.pressed && now.add(index));
      for (const index of now) if (!before.has(index)) {
        if (index === 9) say({ do: "stop" });
        else if (NAMES[index]) say({ do: "button", name: NAMES[index] });
      }
      pads.set(one.index, now);
    }
  };

  const makeStick = () => {
    const knob = h("i");
    const pad = h("div", { className: "stick", title: "drag: ahead, back, turn" }, knob);
    const put = (x, y) => { knob.style.transform = `translate(${x}px, ${y}px)`; };
    const move = (event) => {
      const box = pad.getBoundingClientRect(), radius = box.width / 2;
      const dx = (event.clientX - box.left - radius) / radius, dy = (event.clientY - box.top - radius) / radius;
      const scale = Math.min(1, 1 / Math.max(Math.hypot(dx, dy), 1e-6));
      stick = { forward: -dy * scale, turn: -dx * scale };
      put(dx * scale * radius * 0.7, dy * scale * radius * 0.7);
    };
    const end = () => { if (stick) { stick = null; put(0, 0); tellStick(); } };
    last = () => put(0, 0);
    pad.addEventListener("pointerdown", (event) => {
      if (!drives()) return;
      pad.setPointerCapture(event.pointerId);
      move(event);
      tellStick();
    });
    pad.addEventListener("pointermove", (event) => stick && move(event));
    for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) pad.addEventListener(name, end);
    return pad;
  };
  return { letGo, makeStick, mark, show: (news) => { if ("about" in news) letGo(); } };
};
