// The bar at the top: what the robot is about, how time passes, who drives, and STOP.
import { h, button, write } from "./dom.js";

const PACES = [1, 0.5, 0.25, 0.1];

export const makeBar = (say, toggleTheme) => {
  const who = h("b", { className: "who" });
  const verdict = h("span", { className: "chip" });
  const does = h("span", { className: "does" });
  const mode = h("span", { className: "mode" });
  const clock = h("span", { className: "clock" });
  const pause = button("Pause", () => say({ do: "tempo", paused: !paused }));
  const step = button("Step", () => say({ do: "tempo", step: true }), { title: "one tick" });
  const pace = h("select", { ariaLabel: "pace", title: "how fast time passes",
    onchange: () => say({ do: "tempo", factor: Number(pace.value) }) },
    PACES.map((one) => h("option", { value: one }, `${one} ×`)));
  const back = h("input", { type: "range", min: 0, step: 0.05, ariaLabel: "look back",
    oninput: () => say({ do: "tempo", back: Math.max(0, back.max - back.value) }) });
  const ago = h("span", { className: "ago" });
  const rewind = h("span", { className: "rewind", hidden: true }, back, ago);
  const seat = h("span", { className: "seat" });
  const goOn = button("Go on", () => say({ do: "act", what: "go_on" }), { className: "go", hidden: true });
  const stop = button("STOP", () => say({ do: "stop" }),
    { className: "stop", title: "hold at once; anybody may press it" });
  const dark = button("◐", toggleTheme, { className: "plain", title: "dark or light" });
  let paused = false, shownSeat = "";

  const showSeat = (now) => {
    const key = JSON.stringify(now);
    if (key === shownSeat) return;
    shownSeat = key;
    const wish = (label, wish, title) => button(label, () => say({ do: "seat", wish }), { title });
    if (now.asked)
      seat.replaceChildren("Somebody asks to drive ", wish("Hand over", "give"), wish("Keep", "keep"));
    else if (now.drives)
      seat.replaceChildren(now.watchers ? `You drive · ${now.watchers} watch` : "You drive");
    else if (now.asking)
      seat.replaceChildren("The driver was asked … ", wish("Never mind", "keep"));
    else
      seat.replaceChildren(now.free ? "Nobody drives " : "You watch ",
        wish(now.free ? "Drive" : "Ask to drive", "ask"));
  };

  const show = ({ bar, seat: now }) => {
    if (now) showSeat(now);
    if (!bar) return;
    paused = bar.paused;
    write(who, `${bar.robot} on ${bar.world}`);
    write(verdict, bar.verdict);
    verdict.dataset.is = bar.verdict;
    write(does, bar.does);
    does.title = bar.says;
    write(mode, bar.mode);
    write(clock, `${bar.t.toFixed(1)} s${bar.pace < 0.95 ? ` × ${bar.pace}` : ""}`);
    write(pause, paused ? "Go on" : "Pause");
    pause.setAttribute("aria-pressed", paused);
    step.disabled = !paused;
    if (document.activeElement !== pace) pace.value = bar.factor;
    rewind.hidden = !paused || bar.span < 1;
    if (!rewind.hidden) {
      if (Number(back.max) !== bar.span) back.max = bar.span;
      if (document.activeElement !== back) back.value = bar.span - bar.back;
      write(ago, bar.back > 0.02 ? `${bar.back.toFixed(1)} s ago` : "now");
    }
    goOn.hidden = !bar.stopped;
    stop.classList.toggle("on", bar.stopped);
  };

  const element = h("header", { id: "olympian-bar" },
    h("span", { className: "words" }, who, verdict, does, mode, clock),
    h("span", { className: "time act" }, pause, step, pace, rewind),
    seat, dark, h("span", { className: "act" }, goOn), stop);
  return { element, show };
};
