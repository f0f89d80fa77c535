/** What a form says with the button that was pressed: of that browsers of 2020 tell nothing by themselves. */

let pressed: HTMLButtonElement | null = null;

// Enter in a field clicks the form's first button, too.
document.addEventListener("click", ({ target }) => (pressed = (target as Element).closest("button")), {
  capture: true,
});

/** The texts of a form that is being submitted, by the names of its fields; files are left out. */
export function textFields(form: HTMLFormElement, { submitter }: SubmitEvent): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) if (typeof value === "string") fields[name] = value;
  const button = submitter ?? pressed;
  if (button instanceof HTMLButtonElement && button.form === form && button.name !== "")
    fields[button.name] = button.value;
  return fields;
}
