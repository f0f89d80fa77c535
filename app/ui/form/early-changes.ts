import { useEffect, useRef } from "react";
import { useMounted } from "~/ui/use-mounted";
import { setInputValue } from "./fields";

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const NOT_TYPED_IN = new Set(["hidden", "file", "submit", "button", "reset", "image", "radio"]);
const isField = (element: Element): element is Field =>
  element instanceof HTMLSelectElement ||
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement && !NOT_TYPED_IN.has(element.type));

function isAsRendered(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    const options = [...field.options];
    const rendered = options.find((option) => option.defaultSelected) ?? options.find((option) => !option.disabled);
    return rendered === undefined || field.value === rendered.value;
  }
  if (field.type === "checkbox")
    return (field as HTMLInputElement).checked === (field as HTMLInputElement).defaultChecked;
  return field.value === field.defaultValue;
}

/** Repeats the change, so that React and the form's listeners get it as if it were made now. */
function repeatChange(field: Field): void {
  if (field instanceof HTMLSelectElement) {
    field.dispatchEvent(new Event("change", { bubbles: true }));
  } else if (field.type === "checkbox") {
    (field as HTMLInputElement).checked = (field as HTMLInputElement).defaultChecked;
    field.click();
  } else {
    const typed = field.value;
    // React compares with the value that a field had when it took it over: what was typed before that is no change.
    field.value = field.defaultValue;
    setInputValue(field, typed);
    field.dispatchEvent(new Event("change", { bubbles: true }));
    // Numbers and times are put in order when their field is left.
    field.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
  }
}

/**
 * For forms whose fields save themselves: what was chosen or typed before the page's scripts were there is changed once
 * more for the listeners, so that it is saved like every later change. Call it after the listeners are added. A text
 * field that still has the focus is changed when it is left.
 *
 * Such a form has `autoComplete="off"`. Browsers put back what a form held when a page is loaded again or returned to
 * (in Firefox also by a plain reload), before any script runs; that can't be told from a choice of the user's, and
 * would save yesterday's value over a colleague's newer one. All browsers leave forms with `off` alone, and every
 * value of such a form is saved already: there is nothing to put back. Pages that come out of the back/forward cache
 * have their scripts running and don't come here.
 */
export function useEarlyChanges(formOf: () => HTMLFormElement | null | undefined): void {
  // What is opened later was never without scripts.
  const wasRenderedByServer = useRef(!useMounted());
  const form = useRef(formOf);
  useEffect(() => {
    if (!wasRenderedByServer.current) return;
    wasRenderedByServer.current = false;
    for (const element of form.current()?.elements ?? []) {
      if (!isField(element) || element.disabled || element.name === "" || isAsRendered(element)) continue;
      const isStillTyped =
        element === document.activeElement &&
        !(element instanceof HTMLSelectElement) &&
        element.type !== "checkbox" &&
        element.type !== "range";
      if (!isStillTyped) repeatChange(element);
      // A dialog that became modal took the focus and gave it back: the browser then takes the change event as sent.
      else
        element.addEventListener("blur", () => element.dispatchEvent(new Event("change", { bubbles: true })), {
          once: true,
        });
    }
  }, []);
}
