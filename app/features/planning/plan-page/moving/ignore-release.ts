/** ms after which a browser has made of a lifted finger or pen what it makes of it */
const LATE_MS = 1000;

/**
 * The end of a drag is no click on the row below, and opens no menu. A mouse clicks in the moment of its release. What
 * a finger's short hold means, browsers find out later, and Windows opens the menu when the pen has left the glass:
 * both come before the next press.
 */
export function ignoreRelease(touch: boolean): void {
  const ignore = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  const ignored = touch ? ["click", "contextmenu"] : ["click"];
  const next = ["pointerdown", "keydown"];
  const end = () => {
    clearTimeout(timer);
    for (const type of ignored) document.removeEventListener(type, ignore, true);
    for (const type of next) document.removeEventListener(type, end, true);
  };
  const timer = setTimeout(end, touch ? LATE_MS : 0);
  for (const type of ignored) document.addEventListener(type, ignore, true);
  for (const type of next) document.addEventListener(type, end, true);
}
