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

/**
 * The note with what the recipient says now; what the company wrote stays, and so does the order.
 * @returns null: nothing is left; a refusal when both together are longer than a note may be
 */
export function withRecipientWords(
  before: string | null,
  { note, safePlace }: RecipientWords,
): { ok: true; note: string | null } | { ok: false; error: Refusal } {
  const own = (before ?? "").split("\n").filter((line) => !line.startsWith(SAYS) && !line.startsWith(SAFE_PLACE));
  const said = [note === "" ? "" : SAYS + oneLine(note), safePlace === "" ? "" : SAFE_PLACE + oneLine(safePlace)];
  const after = [...own, ...said]
    .filter((line, index) => line !== "" || index < own.length)
    .join("\n")
    .trim();
  if (after.length > MAX_NOTE_LENGTH)
    return atField(refuse("recipient.note_full", "There is no room for a note of this length", 422), "note");
  return { ok: true, note: after === "" ? null : after };
}
