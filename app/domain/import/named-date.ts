/** Days that are written with the name of their month: '12 Nov 2027', 'November 12, 2027', '12. März 2027'. */

/** Those of the headers that imports know best; the Germans of two countries differ. */
const LOCALES = ["en-GB", "en-US", "de", "de-AT", "fr", "it", "es"];
/** As the German Excel writes it. */
const EXCEL_MARCH = "mrz";
/** A year with twelve months, the first of which begins on a Saturday. */
const YEAR = 2022;

/** 'Févr.' is 'fevr'. */
const nameKey = (name: string): string =>
  name
    .normalize("NFD")
    .replace(/[\p{M}.]/gu, "")
    .toLowerCase();

const months = new Map<string, number>();
const weekdays = new Set<string>();

/** Found once, when the first such day is read. */
function learnNames(): void {
  months.set(EXCEL_MARCH, 3);
  for (const locale of LOCALES)
    for (const style of ["long", "short"] as const) {
      const month = new Intl.DateTimeFormat(locale, { month: style, timeZone: "UTC" });
      const weekday = new Intl.DateTimeFormat(locale, { weekday: style, timeZone: "UTC" });
      for (let index = 0; index < 12; index++) months.set(nameKey(month.format(Date.UTC(YEAR, index, 1))), index + 1);
      for (let day = 1; day <= 7; day++) weekdays.add(nameKey(weekday.format(Date.UTC(YEAR, 0, day))));
    }
}

const WEEKDAY = /^(\p{L}+)\.?,?\s+/u;
/** A time or a word for one comes behind it: a day alone is none. */
const YEAR_AND_TIME = "(?<year>\\d{4}|\\d{2})(?:\\s*,)?\\s+(?:(?:at|um|à|alle|a las)\\s+)?(?=[\\d\\p{L}])";
const DAY_FIRST = new RegExp(
  "^(?<day>\\d{1,2})(?:\\.|st|nd|rd|th|er|º)?[\\s-]*(?:(?:of|de|di)\\s+)?(?<month>\\p{L}+)\\.?,?" +
    `[\\s-]+(?:(?:de|del)\\s+)?${YEAR_AND_TIME}`,
  "iu",
);
const MONTH_FIRST = new RegExp(
  `^(?<month>\\p{L}+)\\.?\\s+(?<day>\\d{1,2})(?:st|nd|rd|th)?,?\\s+${YEAR_AND_TIME}`,
  "iu",
);

interface NamedDate {
  year: string;
  /** '1' to '12' */
  month: string;
  day: string;
  /** characters that it takes, with what stands between it and its time */
  length: number;
}

/** The day that stands before a time; null for none. Whether the month has such a day is not looked at. */
export function namedDate(text: string): NamedDate | null {
  if (!/\d/.test(text) || !/\p{L}{3}/u.test(text)) return null;
  if (months.size === 0) learnNames();
  const [word = "", name = ""] = WEEKDAY.exec(text) ?? [];
  // 'Mar' is March before it is the Italian Tuesday.
  return dateAt(text, 0) ?? (weekdays.has(nameKey(name)) ? dateAt(text, word.length) : null);
}

function dateAt(text: string, before: number): NamedDate | null {
  const rest = text.slice(before);
  const found = DAY_FIRST.exec(rest) ?? MONTH_FIRST.exec(rest);
  const { year = "", month = "", day = "" } = found?.groups ?? {};
  const number = months.get(nameKey(month));
  return found === null || number === undefined
    ? null
    : { year, month: String(number), day, length: before + found[0].length };
}
