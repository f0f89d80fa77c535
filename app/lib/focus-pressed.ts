/** What a press focuses in some browsers and not in others; fields with text in them have the focus everywhere. */
const PRESSED = "a[href], button, summary, input[type=checkbox], input[type=radio]";

/**
 * Safari gives no focus to a button, link or box that is pressed: what is around it gets it, or nothing. Keys that
 * follow would miss the menu that the press has opened, and a dialog would not know where to return. Here it has the
 * focus before anybody hears of the press, as in other browsers.
 */
export function focusPressed(page: Document): void {
  let isKept = false;
  // Asked last: who keeps the focus where it is says so on the way.
  window.addEventListener("mousedown", ({ defaultPrevented }) => (isKept = defaultPrevented));
  page.addEventListener(
    "click",
    ({ target, isTrusted }) => {
      if (!isTrusted || isKept || !(target instanceof Element)) return;
      const pressed = target.closest<HTMLElement>(PRESSED);
      if (pressed !== null && pressed !== page.activeElement) pressed.focus({ preventScroll: true });
    },
    { capture: true },
  );
}
