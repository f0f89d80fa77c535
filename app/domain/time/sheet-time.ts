/** Times that files of tables hold, so that spreadsheets sort and subtract them. */
import { localParts } from "./time-zone";
import { parseUtcText } from "./utc-text";

/** A day, a time of any day, or both, by a wall clock that another column names. */
export interface SheetTime {
  /** 'YYYY-MM-DD' */
  day: string | null;
  /** 'HH:mm', at the latest '24:00' */
  time: string | null;
}

/** Of an instant, by the clock of a zone; null for none. @param at epoch seconds or a UTC text */
export function sheetTime(at: number | string | null, timeZone: string): SheetTime | null {
  const epoch = typeof at === "string" ? parseUtcText(at) : at;
  if (epoch === null) return null;
  const { date, time } = localParts(epoch, timeZone);
  return { day: date, time };
}

/** A time of any day, 'HH:mm'; null where there is none. */
export const sheetHour = (time: string | null): SheetTime | null => (time ? { day: null, time } : null);

/** '2026-11-24 00:30', '2026-11-24', '08:00'. @param leftOut the day that goes without saying */
export const sheetTimeText = ({ day, time }: SheetTime, leftOut?: string): string =>
  [time !== null && day === leftOut ? null : day, time].filter((part) => part !== null).join(" ");

/** Among what else a cell holds. */
export const isSheetTime = <Other extends string | number | null | undefined>(
  cell: Other | SheetTime,
): cell is SheetTime => typeof cell === "object" && cell !== null;
