/** A time of day that stands beside its date, and perhaps its distance from UTC. */
import { addDays, DAY_SEC, isDateText, utcMidnight } from "../time/calendar";
import { clockOfText } from "../time/clock-text";
import { parseHHmm } from "../time/hhmm";
import { localParts } from "../time/time-zone";
import { withLatinDigits } from "../validation/latin-digits";
import { namedDate } from "./named-date";

/** By whose clock the times of an import are, and of which day. */
export interface ImportClock {
  /** IANA name, of the warehouse */
  timeZone: string;
  /** the plan's; null where the rows go to no plan */
  serviceDate: string | null;
}

export interface ReadTime {
  /** 'HH:mm' */
  time: string;
  /** the day that was written, as the warehouse's calendar has it; null: none */
  day: string | null;
}

const DATE_BEFORE = /^(\d{1,4})([-/.])(\d{1,2})\2(\d{2,4})(?:\s*,\s*|\s+|T)(?=[\d\p{L}])/u;
/** 'Z', '+02:00', '-0500' behind minutes or seconds. */
const OFFSET = /^(.*:\d{2}(?:\.\d+)?)\s?(?:Z|([+-])(\d{2}):?(\d{2}))$/i;

/** No date with its time is longer. A cell may have a hundred times as many characters, and patterns take theirs. */
const MAX_TIME_CHARS = 80;

/** Words for a time; forms don't read them, as whoever types can type the time. Midnight as an end is time-range's. */
const TIME_WORDS: readonly (readonly [words: RegExp, time: string])[] = [
  [/^(?:12(?::00)?\s*)?(?:noon|midday|mittags?|midi|mezzogiorno|mediod[ií]a)$/i, "12:00"],
  [/^(?:12(?::00)?\s*)?(?:midnight|mitternachts?|minuit|mezzanotte|medianoche)$/i, "00:00"],
];

const timeOfDay = (text: string): string | null =>
  TIME_WORDS.find(([words]) => words.test(text))?.[1] ?? clockOfText(text);

/**
 * A date alone says nothing about the hour. With a date, a time at a distance from UTC is one of the warehouse's clock;
 * without one it is none: which it is depends on the day.
 */
export function readTimeText(written: string, clock?: ImportClock): ReadTime | null {
  const given = written.trim();
  if (given.length > MAX_TIME_CHARS) return null;
  const text = withLatinDigits(given.normalize("NFKC"));
  const date = dateBefore(text, clock?.serviceDate ?? null);
  if (date === null) return timed(timeOfDay(text), null);
  const { day } = date;
  const rest = text.slice(date.length);
  const offset = OFFSET.exec(rest);
  if (offset === null) return timed(timeOfDay(rest), day);
  const time = clockOfText(offset[1] ?? "");
  if (time === null || clock === undefined) return timed(time, day);
  const east = (Number(offset[3] ?? 0) * 60 + Number(offset[4] ?? 0)) * (offset[2] === "-" ? -1 : 1);
  if (day === null || Math.abs(east) * 60 > DAY_SEC) return null;
  const epoch = utcMidnight(day) + ((parseHHmm(time) ?? 0) - east) * 60;
  const local = localParts(epoch, clock.timeZone);
  return timed(local.time, local.date);
}

const timed = (time: string | null, day: string | null): ReadTime | null => (time === null ? null : { time, day });

interface DateBefore {
  /** null for a day that no calendar has */
  day: string | null;
  /** characters before the time */
  length: number;
}

/** Null where no date stands before a time. */
function dateBefore(text: string, serviceDate: string | null): DateBefore | null {
  const figures = DATE_BEFORE.exec(text);
  if (figures !== null) return { day: dayOf(figures, serviceDate), length: figures[0].length };
  const named = namedDate(text);
  if (named === null) return null;
  const day = dayFrom(named.year, named.month, named.day);
  return { day: isDateText(day) ? day : null, length: named.length };
}

const dayFrom = (year: string, month: string, day: string): string =>
  `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;

/** '2026-11-22', '22.11.2026', '11/22/26': of a date that may be read in two ways, the plan's. Null for none. */
function dayOf([, first = "", , second = "", third = ""]: RegExpExecArray, serviceDate: string | null): string | null {
  const readings =
    first.length > 2 ? [dayFrom(first, second, third)] : [dayFrom(third, second, first), dayFrom(third, first, second)];
  const days = readings.filter(isDateText);
  return days.find((day) => day === serviceDate) ?? days[0] ?? null;
}

/** The day that was written where it isn't the plan's. The midnight at the end of the plan's day belongs to it. */
export function otherDay({ time, day }: ReadTime, clock: ImportClock | undefined): string | null {
  const planned = clock?.serviceDate ?? null;
  if (day === null || planned === null || day === planned) return null;
  return time === "00:00" && day === addDays(planned, 1) ? null : day;
}
