/** A stop's marker is as wide as its number: "24+" would run over the edge of a marker made for "7". */
const FONT_PX = 11;
/** Of the bold figures on the map, in shares of their size. */
const CHARACTER = 0.62;
const PADDING_PX = 3;
const SMALLEST_PX = 10;

/** Radius in px of the round marker that holds the text; whole, because each size is drawn once and kept. */
export const markerRadius = (text: string, fontPx = FONT_PX): number =>
  Math.max(SMALLEST_PX, Math.ceil((text.length * fontPx * CHARACTER) / 2 + PADDING_PX));
