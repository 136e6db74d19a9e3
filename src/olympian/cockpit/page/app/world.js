// Which robot in which world, and what happens to it.
import { h, button, fold } from "./dom.js";

const WAYS = { forward: 0, back: 180, left: 90, right: -90 };

export const makeWorld = (say, about) => {
  const choose = () => say({ do: "choose", robot: robot.value, world: world.value });
  const choice = (label, names, now) => h("select", { ariaLabel: label, onchange: choose },
    names.map((one) => h("option", { selected: one === now }, one)));
  const [robotNow, worldNow] = about.choice;
  const robot = choice("robot", about.robots, robotNow), world = choice("world", about.worlds, worldNow);
  const labelled = (label, one) => h("label", { className: "field" }, h("span", {}, label), one);
  const impulse = h("input", { type: "text", inputMode: "decimal", ariaLabel: "N s", value: about.fair_push });
  const push = (direction) => say({ do: "push", direction, impulse: Number(impulse.value.replace(",", ".")) || 0 });
  const element = h("div", { className: "act" },
    about.choice.length ? fold("Robot and world", true, labelled("robot", robot), labelled("world", world)) : null,
    h("div", { className: "line" }, button("Start again", () => say({ do: "act", what: "restart" })),
      about.choice.length ? null : button("Back to the program", () => say({ do: "act", what: "back" }))),
    fold("Push", true, labelled("N s", impulse), h("div", { className: "line" },
      Object.entries(WAYS).map(([way, direction]) => button(way, () => push(direction), { "data-push": way })))));
  return { element, show() {} };
};
