/** How known travel times are packed: 32-bit numbers in groups of four. */

/** lat, lng of the other place in 1e-5 degrees (about a metre), seconds, metres. */
export const ENTRY = 4;
export const ENTRY_BYTES = ENTRY * Int32Array.BYTES_PER_ELEMENT;
/** Pairs that are kept of one place, so that they fit a column of 64 kB; the oldest go first. */
export const MAX_ENTRIES = 4000;
