// The table screen hangs on a wall and nobody scrolls it. Where little lies on the table all is drawn larger, and how
// one wins stands below; what does not fit is laid out closer, in three steps that tv.css says, and keeps its letters;
// only what is too much even then is drawn smaller.
const ROOMS = [["roomy", "goal"], ["roomy"], ["goal"], []];
const CLOSER = ["tight", "tighter", "tightest"], LEAST = 0.62, WIDE_PX = 960;

export function fit() {
  const root = document.documentElement, over = () => root.scrollHeight > innerHeight + 1;
  const set = () => {
    root.style.fontSize = "";
    root.classList.remove("over", "roomy", "goal", ...CLOSER);
    if (innerWidth < WIDE_PX) return;
    for (const room of ROOMS) {
      root.classList.remove("roomy", "goal");
      root.classList.add(...room);
      if (!over()) break;
    }
    for (const step of CLOSER) if (over()) root.classList.add(step);
    const whole = parseFloat(getComputedStyle(root).fontSize);
    for (let share = 0.96; share >= LEAST && over(); share -= 0.04) root.style.fontSize = `${whole * share}px`;
    root.classList.toggle("over", over());
  };
  addEventListener("page", set);
  addEventListener("resize", set);
  document.fonts?.ready.then(set);
  document.fonts?.addEventListener?.("loadingdone", set);
  set();
  // What grows by itself, as the head does when the server is away, may be too much where all was drawn larger.
  new ResizeObserver(() => root.classList.contains("over") || (over() && set())).observe(document.body);
}
