"""Scripts that look over a page as the guidelines for everybody do; each returns what is wrong, as short texts."""

CONTRAST = """() => {
  const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const rgb = (text) => {
    canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = text; canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const linear = (v) => (v /= 255) <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => .2126 * linear(r) + .7152 * linear(g) + .0722 * linear(b);
  const grounds = (node) => {
    for (let n = node; n; n = n.parentElement) {
      const style = getComputedStyle(n), stops = style.backgroundImage.match(/(rgba?|color)\\([^()]*\\)/g) || [];
      const solid = [...stops, style.backgroundColor].map(rgb).filter((c) => c[3] > 250);
      if (solid.length) return solid;
    }
    return [rgb(getComputedStyle(document.documentElement).backgroundColor)];
  };
  const poor = [];
  for (const node of document.querySelectorAll('main *, .sheet *, .top *, .foot *')) {
    const own = [...node.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
    const box = node.getBoundingClientRect(), style = getComputedStyle(node);
    if (!own || !box.width || style.visibility === 'hidden') continue;
    if (node.closest('.vh, svg, [popover], :disabled')) continue;
    const text = light(rgb(style.color));
    for (const ground of grounds(node)) {
      const back = light(ground), ratio = (Math.max(text, back) + .05) / (Math.min(text, back) + .05);
      const words = node.textContent.trim().slice(0, 40);
      if (ratio < 4.5) poor.push(`${ratio.toFixed(2)} ${node.className || node.nodeName}: ${words}`);
    }
  }
  return poor;
}"""
"""Text whose contrast with its ground is under 4.5 to 1; every stop of a gradient counts as ground."""

TARGETS = """() => {
  const all = 'a[href], button, summary, select, input:not([type=hidden])';
  return [...document.querySelectorAll(all)].filter((node) => {
    if (node.closest('.vh, .skip, p, [popover]')) return false;
    const zone = node.matches('input') ? node.closest('label') || node : node, box = zone.getBoundingClientRect();
    return box.width && getComputedStyle(zone).visibility !== 'hidden' && Math.min(box.height, box.width) < 43.5;
  }).map((node) => node.outerHTML.slice(0, 90));
}"""
"""What can be tapped and is smaller than 44 pixels either way; links inside a sentence are as large as its line."""

NAMELESS = """() => {
  const all = 'a[href], button, summary, select, input:not([type=hidden]), img, [role=img]';
  const shown = (node) => !node.closest("[hidden]");
  return [...document.querySelectorAll(all)].filter((node) => {
    if (!shown(node)) return false;
    if (node.getAttribute('aria-label') || node.getAttribute('alt') !== null || node.textContent.trim()) return false;
    return ![...(node.labels || [])].some((label) => label.textContent.trim());
  }).map((node) => node.outerHTML.slice(0, 90));
}"""
"""Controls and pictures nothing is read aloud for."""
