import type { Refusal } from "../decision";
import { changedEnd, timeRangeError } from "../time/hhmm";

/** The fields of start and end, with what they have. */
type Ends<Name extends string> = { readonly [Field in Name]?: string | null | undefined };

/**
 * Why a range that runs backwards is not stored, at the end that was changed, so that server and browser say the same
 * of it (specification, section 5); null when it is fine.
 * @param names of the fields: start, end
 * @param before what is stored; of both ends being changed, or of a new record, the start is told
 */
export function crossedRange<Name extends string>(
  [start, end]: readonly [start: Name, end: Name],
  now: Ends<Name>,
  before: Ends<Name>,
): Refusal | null {
  const range = (ends: Ends<Name>) => ({ start: ends[start], end: ends[end] });
  const changed = changedEnd(range(now), range(before));
  const message = timeRangeError(now[start] ?? "", now[end] ?? "", changed);
  if (message === null) return null;
  return { code: "times.crossed", message, status: 422, fields: { [changed === "start" ? start : end]: message } };
}
