/** Tabs, line ends and other characters that no name, address or head of a mail has. */
export const hasControlCharacter = (text: string): boolean =>
  Array.from(text).some((character) => character < " " || (character >= "\u007f" && character <= "\u009f"));
