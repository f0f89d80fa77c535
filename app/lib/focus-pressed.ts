/** What a press focuses in some browsers and not in others; fields with text in them have the focus everywhere. */
const PRESSED = "a[href], button, summary, input[type=checkbox], input[type=radio]";

/**
 * Safari gives no focus to a button, link or box that is pressed: what is around it gets it, or nothing. Keys that
 * follow would miss the menu that the press has opened, and a dialog would not know where to return. This gives it the
 * focus before any other listener hears of the click, as in other browsers.
 */
export function focusPressed(page: Document): void {
  let isKept = false;
  // Runs after all other listeners: one that prevents the default keeps the focus where it is.
  window.addEventListener("mousedown", ({ defaultPrevented }) => (isKept = defaultPrevented));
  page.addEventListener(
    "click",
    ({ target, isTrusted, detail }) => {
      // A click without a press comes from a key: Enter in a field clicks the form's button, and the focus stays.
      if (!isTrusted || isKept || detail === 0 || !(target instanceof Element)) return;
      const pressed = target.closest<HTMLElement>(PRESSED);
      if (pressed !== null && pressed !== page.activeElement) pressed.focus({ preventScroll: true });
    },
    { capture: true },
  );
}
