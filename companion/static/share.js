// Sending the picture on: browsers allow it over HTTPS only, and only right after a tap, so it is fetched before.
export async function share() {
  const button = document.querySelector("[data-share]");
  if (!navigator.canShare) return;
  try {
    const picture = await (await fetch(button.dataset.share)).blob();
    const files = [new File([picture], button.dataset.name, { type: "image/png" })];
    if (!navigator.canShare({ files })) return;
    button.hidden = false;
    button.addEventListener("click", () => navigator.share({ files }).catch(() => {}));
  } catch { /* the picture is there to hold and save */ }
}
