// Driving: keys and stick, where it is, places to go to, and the log.
import { h, button, field, fold, rows, write } from "./dom.js";

const KINDS = { mode: ["mode"], drive: ["drive"], command: ["command"], order: ["order", "ask"] };

export const makeDrive = (say, about, hands) => {
  const now = rows(["settings"]);
  const says = h("p", { className: "says", role: "status" });
  const how = h("p", { className: "how" });
  const groups = Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, h("div", { className: kind })]));
  groups.command.style.setProperty("--rows", Math.ceil(about.most / 3));
  const log = h("div", { className: "log", role: "log" });
  const form = (title, open, labels, begin, label, command, more = []) => {
    const fields = labels.map((one, index) => field(one, begin[index]));
    const send = () => say({ do: "ask", command, words: fields.map((one) => one.input.value) });
    const lines = h("form", { onsubmit: (event) => { event.preventDefault(); send(); } },
      h("div", { className: "three" }, fields.map((one) => one.element)),
      h("div", { className: "line" }, h("button", { type: "submit" }, label), ...more));
    return fold(title, open, lines);
  };
  const element = h("div", {},
    now.element, says,
    h("div", { className: "act pad" }, how, groups.mode,
      h("div", { className: "moves" }, groups.drive, hands.makeStick()),
      groups.command, groups.order,
      h("div", { className: "line" }, button("Ready pose", () => say({ do: "act", what: "ready" })),
        button("Start again", () => say({ do: "act", what: "restart" })))),
    h("div", { className: "act" },
      about.goes ? form("Go to (or shift-click on the floor)", true, ["x [m]", "y [m]", "θ [°]"],
        ["0", "0", "0"], "Go", "go_to",
        [button("Cancel", () => say({ do: "ask", command: "cancel", words: [] }))]) : null,
      about.patterns.length ? form("Look at", false, ["x [m]", "y [m]", "z [m]"], ["1", "0", "0"],
        "Look there", "look_at",
        about.patterns.map((one) => button(one, () => say({ do: "search", pattern: one })))) : null),
    fold("Log", true, log));

  const key = (one, mode) => h("button", {
    type: "button", tabIndex: -1, title: `${one.held ? "hold: " : ""}${one.meaning}`,
    className: one.kind === "mode" && one.command === mode ? "chosen" : "",
    "aria-pressed": one.kind === "mode" ? String(one.command === mode) : null, "data-key": one.key,
  }, h("kbd", { ariaHidden: "true" }, one.key), ` ${one.command}`);

  return {
    element,
    show(news) {
      if (news.status) now.show(news.status);
      if (news.bar) write(says, news.bar.says);
      if (news.pad) {
        write(how, news.pad.how);
        for (const [kind, kinds] of Object.entries(KINDS))
          groups[kind].replaceChildren(...news.pad.keys.filter((one) => kinds.includes(one.kind))
            .map((one) => key(one, news.pad.mode)));
        hands.mark();
      }
      if (news.log) write(log, [...news.log].reverse().join("\n") || "nothing happened yet");
    },
  };
};
