// A slider per joint that shows where its goal really is, what its servo says, and calibration.
import { h, button, fold, rows, write } from "./dom.js";

const OWN_MS = 800; // a slider that a hand moves does not follow the robot

export const makeJoints = (say, about) => {
  const joints = [], whileOpen = [];
  const found = h("div", { className: "found", role: "status" });
  const desk = (what, whose = "", words = "") => say({ do: "desk", what, whose, words });
  const pose = h("select", { ariaLabel: "home pose" }, about.poses.map((one) => h("option", {}, one)));
  const folder = h("input", { type: "text", value: "my_robot", ariaLabel: "new folder" });
  const begin = button("Calibrate", () => desk("begin"), { title: "the joints come into your hands" });
  const end = button("End calibration", () => desk("end"));
  const tools = h("div", { className: "tools" },
    h("div", { className: "line" }, button("Stop", () => desk("stop"), { className: "warn" }), end),
    h("label", { className: "field" }, h("span", {}, "home pose"), pose),
    about.needs_folder ? h("label", { className: "field" }, h("span", {}, "new folder"), folder) : null,
    button("Write robot.toml", () => desk("write", "", folder.value)));
  whileOpen.push(tools);
  const hottest = rows();

  const deskButtons = (whose, labels) => h("div", { className: "line desk" },
    Object.entries(labels).map(([what, label]) => button(label,
      () => desk(what, whose, what === "home" ? pose.value : ""), { "data-desk": `${whose}:${what}` })));

  const makeJoint = (one) => {
    let touched = -Infinity;
    const send = (value) => {
      if (Number.isFinite(value)) { touched = performance.now(); say({ do: "joint", name: one.name, degrees: value }); }
    };
    const slider = h("input", { type: "range", min: one.low, max: one.high, step: 0.1,
      ariaLabel: one.name, oninput: () => { number.value = slider.value; send(Number(slider.value)); } });
    const number = h("input", { type: "text", inputMode: "decimal", ariaLabel: `${one.label} [°]`,
      // Enter sends it whether it has changed or not: what is shown may not be what was done
      onkeydown: (event) => { if (event.key === "Enter") send(Number(number.value.replace(",", "."))); },
      onchange: () => send(Number(number.value.replace(",", "."))) });
    const readings = ["angle", "load", "heat", "motor"].map((name) => h("span", { className: name }));
    const tools = deskButtons(one.name, { off: "motor off", on: "motor on", limits: "limits", home: "home" });
    whileOpen.push(tools);
    joints.push({ row: one.row, show([angle, goal, load, heat, on], open) {
      write(readings[0], `${angle.toFixed(1)}°`);
      write(readings[1], `${Math.round(load)} %`);
      write(readings[2], `${Math.round(heat)} °C`);
      write(readings[3], on ? "" : "off");
      if (performance.now() - touched < OWN_MS || document.activeElement === number) return;
      const value = String(open && !on ? angle : goal);
      if (slider.value !== value) slider.value = value;
      if (number.value !== value) number.value = value;
    } });
    return h("div", { className: "joint", id: `joint-${one.name}` },
      h("div", { className: "head" }, h("b", { title: one.name }, one.label), ...readings),
      h("div", { className: "slide" }, slider, number), tools);
  };

  const element = h("div", { className: "act" },
    hottest.element,
    fold("Calibration", false, found, begin, tools),
    Object.entries(about.limbs).map(([limb, list], index) => {
      const tools = deskButtons(limb, { on: "all on", off: "all off", limits: "find limits", home: "set home" });
      whileOpen.push(tools);
      return fold(limb.replaceAll("_", " "), index === 0, tools, list.map(makeJoint));
    }));
  return {
    element,
    show({ joints: now, details }) {
      if (details) hottest.show(details);
      if (!now) return;
      for (const one of joints) one.show(now.rows[one.row], now.open);
      begin.hidden = now.open;
      for (const one of whileOpen) one.hidden = !now.open;
      const lines = [now.message, ...now.found, now.searching && `${now.searching}: looks for its stops …`];
      write(found, lines.filter(Boolean).join("\n") || "Hang the robot up first: nobody looks after it then.");
    },
  };
};
