// Before anything is drawn: say that scripts run, so that what only works without them is never shown. What only they
// serve can be touched before they have come: it says that it waits, and does what it should once they are there.
{
  let held;
  const busy = (on) => held?.[on ? "setAttribute" : "removeAttribute"]("aria-busy", on);
  const touched = ({ target }) => {
    busy(false);
    held = target.closest("button[type=button]:not([popovertarget])");
    busy(true);
  };
  document.documentElement.classList.add("js");
  addEventListener("click", touched);
  addEventListener("ready", () => {
    removeEventListener("click", touched);
    busy(false);
    held?.click();
  }, { once: true });
}
