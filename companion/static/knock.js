// A knock on wood when it is this person's turn, for those who have switched the sound on.

let context = null;

export function knock() {
  // Browsers let a page sound only after it was touched once.
  addEventListener("pointerdown", wakeUp, { once: true });
  addEventListener("yourturn", () => { for (const after of [0, 0.16]) tap(after); });
}
function wakeUp() {
  context ??= new AudioContext();
}
function tap(after) {
  if (!context || context.state === "closed") return;
  context.resume();
  const at = context.currentTime + after, tone = context.createOscillator(), loud = context.createGain();
  tone.frequency.setValueAtTime(320, at);
  tone.frequency.exponentialRampToValueAtTime(110, at + 0.07);
  loud.gain.setValueAtTime(0.0001, at);
  loud.gain.exponentialRampToValueAtTime(0.5, at + 0.004);
  loud.gain.exponentialRampToValueAtTime(0.0001, at + 0.12);
  tone.connect(loud).connect(context.destination);
  tone.start(at);
  tone.stop(at + 0.13);
}
