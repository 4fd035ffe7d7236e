// The table screen hangs on a wall and nobody scrolls it: what does not fit is drawn smaller, down to what three metres allow.
const LEAST = 0.62, WIDE_PX = 960;

export function fit() {
  const set = () => {
    const root = document.documentElement;
    root.style.fontSize = "";
    root.classList.remove("over");
    if (innerWidth < WIDE_PX) return;
    const whole = parseFloat(getComputedStyle(root).fontSize);
    for (let share = 0.96; share >= LEAST && root.scrollHeight > innerHeight + 1; share -= 0.04) root.style.fontSize = `${whole * share}px`;
    root.classList.toggle("over", root.scrollHeight > innerHeight + 1);
  };
  addEventListener("page", set);
  addEventListener("resize", set);
  document.fonts?.ready.then(set);
  set();
}
