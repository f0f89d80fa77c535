import { setInputValue } from "./input-value";

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const NOT_CHANGED_BY_USERS = new Set(["hidden", "submit", "button", "reset", "image"]);
const TICKED = new Set(["checkbox", "radio"]);
const isField = (element: Element): element is Field =>
  element instanceof HTMLSelectElement ||
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement && !NOT_CHANGED_BY_USERS.has(element.type));
const isTicked = (field: Field): field is HTMLInputElement => TICKED.has(field.type);

function isAsRendered(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    const options = [...field.options];
    const rendered = options.find((option) => option.defaultSelected) ?? options.find((option) => !option.disabled);
    return rendered === undefined || field.value === rendered.value;
  }
  if (field instanceof HTMLInputElement) {
    if (field.type === "file") return field.files?.length === 0;
    // The one that was chosen tells of its whole group.
    if (field.type === "radio") return !field.checked || field.defaultChecked;
    if (field.type === "checkbox") return field.checked === field.defaultChecked;
  }
  return field.value === field.defaultValue;
}

/** While somebody types, their field isn't left: no number is put in order under their hands, nothing is saved yet. */
const isTypedIn = (field: Field): boolean =>
  field === document.activeElement &&
  !(field instanceof HTMLSelectElement) &&
  !isTicked(field) &&
  field.type !== "file" &&
  field.type !== "range";

const sayChanged = (field: Field): boolean => field.dispatchEvent(new Event("change", { bubbles: true }));

/** React compares with the value that a field had when it took it over: what was typed before that is no change. */
function repeatTyping(field: HTMLInputElement | HTMLTextAreaElement, typed: string): void {
  const { selectionStart, selectionEnd } = field;
  field.value = field.defaultValue;
  setInputValue(field, typed);
  // Numbers and dates have no cursor that could be read or put.
  if (selectionStart !== null && field === document.activeElement)
    field.setSelectionRange(selectionStart, selectionEnd);
}

/** What was done to a field, for React and the form's listeners as if it were done when the answer is called. */
function changeOf(field: Field): () => void {
  const { value } = field;
  if (field instanceof HTMLSelectElement)
    return () => {
      field.value = value;
      sayChanged(field);
    };
  if (field.type === "file") return () => sayChanged(field);
  if (isTicked(field)) {
    const { checked } = field;
    return () => {
      field.checked = !checked;
      field.click();
    };
  }
  return () => {
    repeatTyping(field, value);
    if (isTypedIn(field)) {
      // What a script has written is no change to the browser, which would say nothing when the field is left.
      field.addEventListener("blur", () => sayChanged(field), { once: true });
    } else {
      sayChanged(field);
      // Numbers and times are put in order, and saved, when their field is left.
      field.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
    }
  };
}

/**
 * What was chosen, typed or ticked before the page's scripts were there is changed once more for React and for the
 * listeners: React keeps what its fields were rendered with, and would write that over the user's choice with its next
 * drawing. Call it once, after React has taken the page over and before it draws anything anew (in an effect of the
 * outermost component). A text field that has the focus is left, for the listeners, when the user leaves it.
 *
 * Forms whose fields save themselves have `autoComplete="off"`. Browsers put back what a form held when a page is
 * loaded again or returned to (in Firefox also by a plain reload), before any script runs; that can't be told from a
 * choice of the user's, and would save yesterday's value over a colleague's newer one. All browsers leave forms with
 * `off` alone, and every value of such a form is saved already: there is nothing to put back. In other forms it is the
 * user's work, and they see it before they save. Pages that come out of the back/forward cache have their scripts
 * running and don't come here.
 */
export function repeatEarlyChanges(): void {
  // All are read before the first is repeated: that makes React draw, and it draws what it knows.
  const changes = [...document.querySelectorAll("input, select, textarea")]
    .filter(isField)
    .filter((field) => !field.disabled && !isAsRendered(field))
    .map(changeOf);
  for (const change of changes) change();
}
