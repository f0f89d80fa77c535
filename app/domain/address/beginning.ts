/** Whether a name begins as somebody types it, letter by letter: `fold` alone takes "rue" for the "Ru" of "Runkels". */

const bare = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const UMLAUTS: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue" };
const spelledOut = (text: string): string =>
  text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[äöü]/g, (letter) => UMLAUTS[letter]!);

/** 2: the name begins with the text; 1: one of its words does; 0: neither. */
export function beginning(text: string, names: readonly string[]): 0 | 1 | 2 {
  const typed = bare(text);
  if (typed === "") return 0;
  const written = names.flatMap((name) => [bare(name), bare(spelledOut(name))]);
  if (written.some((name) => name.startsWith(typed))) return 2;
  return written.some((name) => name.includes(` ${typed}`)) ? 1 : 0;
}
