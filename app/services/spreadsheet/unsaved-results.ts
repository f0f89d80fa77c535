/**
 * Formulas without a stored result, as programs write them that don't calculate. The library takes such a cell for an
 * empty one, or for 0: here it becomes an error that no spreadsheet has otherwise.
 */

const ERROR = "<v>#GETTING_DATA</v>";
/** No result, or an empty one; behind the formula. */
const EMPTY = /^\s*(?:<v\s*\/>|<v>\s*<\/v>)?\s*(?=<\/c>)/;
/** Room for it. */
const LOOKED_AT = 64;
const PIECES = 10_000;
const TYPE = /\st=(["'])(.*?)\1/;

/** @param part a worksheet's XML @returns the same bytes where every formula has its result */
export function withUnsavedResults(part: Buffer): Buffer {
  const chunks: Buffer[] = [];
  const pieces: Buffer[] = [];
  let done = 0;
  for (let at = part.indexOf("<f"); at !== -1; at = part.indexOf("<f", at + 2)) {
    const next = String.fromCharCode(part[at + 2] ?? 0);
    // Not of filters, formats and rules.
    if (next !== ">" && next !== " " && next !== "/") continue;
    const end = endOfFormula(part, at);
    const cell = part.lastIndexOf("<c", at);
    if (end === -1 || cell < done) continue;
    const rest = EMPTY.exec(part.toString("latin1", end, end + LOOKED_AT));
    if (rest === null) continue;
    const tag = part.toString("latin1", cell, part.indexOf(">", cell) + 1);
    const type = TYPE.exec(tag);
    // A formula with the result "" has no other value.
    if (type !== null && type[2] !== "n") continue;
    const asError = tag.replace(TYPE, "").replace("<c", '<c t="e"');
    pieces.push(part.subarray(done, cell), Buffer.from(`${asError}${ERROR}`, "latin1"));
    done = end + rest[0].length;
    // Millions of small buffers take more memory than what they hold.
    if (pieces.length >= PIECES) chunks.push(Buffer.concat(pieces.splice(0)));
  }
  return done === 0 ? part : Buffer.concat([...chunks, ...pieces, part.subarray(done)]);
}

/** Behind `<f>…</f>` or `<f …/>`. */
function endOfFormula(part: Buffer, at: number): number {
  const close = part.indexOf(">", at);
  if (close === -1) return -1;
  if (part[close - 1] === "/".charCodeAt(0)) return close + 1;
  const end = part.indexOf("</f>", close);
  return end === -1 ? -1 : end + "</f>".length;
}
