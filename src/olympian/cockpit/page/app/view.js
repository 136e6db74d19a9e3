// What is drawn into the scene.
import { h } from "./dom.js";

export const makeView = (say, about) => {
  const boxes = {};
  const element = h("div", { className: "act" }, Object.entries(about.views).map(([name, label]) => {
    boxes[name] = h("input", { type: "checkbox", id: `view-${name}`,
      onchange: () => say({ do: "view", name, on: boxes[name].checked }) });
    return h("label", { className: "switch" }, boxes[name], h("span", {}, label));
  }), h("p", { className: "how" },
    "Turn the scene with the pointer, move it with the right button, zoom with the wheel. Everybody who looks sees the same marks."));
  return {
    element,
    show({ views }) {
      for (const name of Object.keys(boxes)) if (views) boxes[name].checked = views.includes(name);
    },
  };
};
