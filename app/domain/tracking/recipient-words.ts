/** What recipients say before a delivery, as the driver reads it: lines of the visit's note for the recipient. */
import { MAX_NOTE_LENGTH } from "../constants";
import { atField, refuse } from "../decision";
import type { Refusal } from "../decision";
import { oneLine } from "../validation/text";

export const NOTE_LENGTH = 300;
export const SAFE_PLACE_LENGTH = 150;

export interface RecipientWords {
  note: string;
  safePlace: string;
}

const SAYS = "The recipient says: ";
const SAFE_PLACE = "Safe place: ";

const linesOf = ({ note, safePlace }: RecipientWords): string[] => [
  ...(note === "" ? [] : [SAYS + oneLine(note)]),
  ...(safePlace === "" ? [] : [SAFE_PLACE + oneLine(safePlace)]),
];

/**
 * The note with what the recipient says now, in place of what they said before. Everything else stays in its order: the
 * company may begin its own lines with the same words, and may have changed what the recipient said.
 * @param saidBefore as it was kept; null: nothing
 * @returns null: nothing is left; a refusal when both together are longer than a note may be
 */
export function withRecipientWords(
  before: string | null,
  saidBefore: RecipientWords | null,
  words: RecipientWords,
): { ok: true; note: string | null } | { ok: false; error: Refusal } {
  const lines = (before ?? "").split("\n");
  for (const said of saidBefore === null ? [] : linesOf(saidBefore)) {
    // Behind what the company wrote.
    const at = lines.lastIndexOf(said);
    if (at !== -1) lines.splice(at, 1);
  }
  const after = [...lines, ...linesOf(words)].join("\n").trim();
  if (after.length > MAX_NOTE_LENGTH)
    return atField(refuse("recipient.note_full", "There is no room for a note of this length", 422), "note");
  return { ok: true, note: after === "" ? null : after };
}
