// Whoever lays the phone down does not show their hand to the table. Only where the settings say so, and only once the phone
// has been held: one that lies on the table all evening hides nothing.
const FLAT_DEG = 14, HELD_DEG = 25, STILL_MS = 400;
// Here and not in a style sheet: hardly anybody's phone needs it, and every phone loads those.
const STYLE = `.lies-flat [data-secret] { position: relative; cursor: pointer; } .lies-flat [data-secret] .tableau { visibility: hidden; }
  .lies-flat [data-secret]::after { content: attr(data-secret); position: absolute; inset: 2rem 0 0; display: grid; place-items: center; padding: .5rem; text-align: center; color: var(--mute); border: 2px dashed var(--line); border-radius: 12px; }`;
let held = false, timer = 0;

liesFlat();

function liesFlat() {
  const root = document.documentElement, sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  const wait = () => { clearTimeout(timer); timer = 0; };
  addEventListener("deviceorientation", ({ beta, gamma }) => {
    if (beta === null || gamma === null) return;
    const tilt = Math.max(Math.abs(beta), Math.abs(gamma));
    if (tilt >= FLAT_DEG) wait();
    if (tilt > HELD_DEG) {
      held = true;
      root.classList.remove("lies-flat");
    } else if (tilt < FLAT_DEG && held) timer ||= setTimeout(() => { timer = 0; held = false; root.classList.add("lies-flat"); }, STILL_MS);
  });
  addEventListener("click", (event) => { if (event.target.closest("[data-secret]")) root.classList.remove("lies-flat"); });
  // iOS asks whether it may tell how the phone is held, and only after a touch.
  const permission = window.DeviceOrientationEvent?.requestPermission;
  if (permission) addEventListener("click", () => permission.call(DeviceOrientationEvent).catch(() => {}), { once: true });
}
