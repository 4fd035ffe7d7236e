// Before anything is drawn: say that scripts run, so that what only works without them is never shown. What only they
// serve can be touched before they have come: it says that it waits, and does what it should once they are there.
// What a script that is there has done already is not done again.
var alive = ["html:empty"]; // what the scripts that have come look after, as selectors; as text they stand between commas
{
  let held = {};
  const touched = ({ target }) => {
    held.ariaBusy = null;
    held = !target.closest(alive) && target.closest("button[type=button]:not([popovertarget])") || {};
    held.ariaBusy = true;
  };
  document.documentElement.classList.add("js");
  addEventListener("click", touched);
  addEventListener("ready", () => {
    removeEventListener("click", touched);
    held.ariaBusy = null;
    held.click?.();
  }, { once: true });
}
