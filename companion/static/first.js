// Before anything is drawn: say that scripts run, so that what only works without them is never shown.
document.documentElement.classList.add("js");
