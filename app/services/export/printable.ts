/** What the manifest's font can't draw is replaced and noted, instead of printed as empty boxes. */
import type { Manifest } from "./manifest";

/** What DejaVu Sans Condensed has letters for. */
const SCRIPTS = ["Latin", "Greek", "Cyrillic", "Armenian", "Georgian", "Hebrew", "Arabic", "Common", "Inherited"].map(
  (script) => `\\p{Script=${script}}`,
);
/** All other scripts, the punctuation that goes with them, and emoji. */
const NO_GLYPHS = [`[^${SCRIPTS.join("")}]`, "[\\u3000-\\u303f\\uff00-\\uffef]", "[\\u{1f000}-\\u{1faff}]"].join("|");
const RUN = new RegExp(
  `(?:${NO_GLYPHS})(?:[\\s\\p{Mark}\\u200d\\ufe0f]*(?:${NO_GLYPHS}))*[\\p{Mark}\\u200d\\ufe0f]*`,
  "gu",
);
const SUBSTITUTE = "[?]";
export const SUBSTITUTE_NOTE =
  `${SUBSTITUTE} stands for letters that this print has no font for: ` +
  "they are in the route's Excel file and on the driver's phone.";

/** A text with words in other scripts replaced. */
export const printableText = (text: string): string => text.replace(RUN, SUBSTITUTE);

/** The manifest with words in other scripts replaced, and whether any was. */
export function printable(manifest: Manifest): { manifest: Manifest; replaced: boolean } {
  let replaced = false;
  const clean = (text: string): string => {
    const printed = printableText(text);
    replaced ||= printed !== text;
    return printed;
  };
  const cleaned: Manifest = {
    ...manifest,
    title: clean(manifest.title),
    vehicle: clean(manifest.vehicle),
    facts: manifest.facts.map(([label, value]) => [label, clean(value)] as const),
    stops: manifest.stops.map((stop) => ({
      ...stop,
      name: clean(stop.name),
      address: clean(stop.address),
      note: clean(stop.note),
      load: clean(stop.load),
      phone: clean(stop.phone),
    })),
  };
  return { manifest: cleaned, replaced };
}
