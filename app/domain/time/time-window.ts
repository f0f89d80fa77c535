/**
 * How a time window and working hours are written. Ends are 'HH:mm' on the warehouse's clock; null, undefined or empty
 * for an open end.
 */
type End = string | null | undefined;

export const ANY_TIME = "any time";

/** '08:05–15:40', as working hours and a route's day are written; where an end is missing, the other alone. */
export const hoursText = (from: End, to: End): string => [from, to].filter(Boolean).join("–");

/**
 * '08:00–12:00', 'from 08:00', 'until 12:00': for drivers and on prints.
 * @param none what stands for a window that is open at both ends
 */
export function windowInWords(from: End, to: End, none: string = ANY_TIME): string {
  if (from && to) return hoursText(from, to);
  if (from) return `from ${from}`;
  return to ? `until ${to}` : none;
}

/** '08:00–12:00', '08:00–…', 'any time': a column of a table, where both ends keep their place. */
export const windowInColumn = (from: End, to: End): string => (from || to ? `${from || "…"}–${to || "…"}` : ANY_TIME);

const withoutFullHour = (end: End): End => end?.replace(/:00$/, "");

/** '08–12', '08:30–…', 'any time': the same where there is little room. */
export const windowShort = (from: End, to: End): string => windowInColumn(withoutFullHour(from), withoutFullHour(to));

/** 'window 08:00–12:00', 'window 08:00–'; null when it is open at both ends: beside other times of a stop. */
export const windowNamed = (from: End, to: End): string | null =>
  from || to ? `window ${from ?? ""}–${to ?? ""}` : null;
