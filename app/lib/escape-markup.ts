/** A text within HTML or XML, also within an attribute: it is shown as it is and can add nothing. */
export const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
