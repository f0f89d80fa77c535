/** The wall clock of a service date: what it shows at an instant, and the instant at which it shows a time. */
import { daysBetween } from "./calendar";
import { hoursText } from "./time-window";
import { localParts, localTimeToEpoch } from "./time-zone";

export interface ServiceClock {
  /** IANA name */
  timeZone: string;
  /** 'YYYY-MM-DD' */
  serviceDate: string;
}

/** 'HH:mm' of the service date, with the day before it on any other; empty for none. As files of routes say it. */
export function clockText(epoch: number | null, { timeZone, serviceDate }: ServiceClock): string {
  if (epoch === null) return "";
  const { date, time } = localParts(epoch, timeZone);
  return date === serviceDate ? time : `${date} ${time}`;
}

/** '08:05'; '01:20 +1' on the day after, '23:50 -1' on the day before. */
export const timeOnDay = (hhmm: string, days: number): string =>
  days === 0 ? hhmm : `${hhmm} ${days > 0 ? "+" : ""}${days}`;

/** What '+1' and '-1' beside a time mean. */
export const dayMarkWords = (days: number): string =>
  Math.abs(days) === 1
    ? days > 0
      ? "the next day"
      : "the day before"
    : `${Math.abs(days)} days ${days > 0 ? "later" : "before"}`;

/** As `timeOnDay` writes it; '14:10 +12 min' and '14:10 +1 h' are delays. */
const TIME_AND_MARK = /(\d\d:\d\d) ([+-]\d)(?!\.?\d|:| ?(?:h|min|km|mi)\b)/;

/** A text, and the mark of another day that follows it; null: none does. */
interface MarkedText {
  text: string;
  days: number | null;
}

/** A text with times of a plan in it, cut after each mark of another day. */
export function cutAtDayMarks(text: string): MarkedText[] {
  const cut = text.split(TIME_AND_MARK);
  const parts: MarkedText[] = [];
  for (let at = 0; at < cut.length; at += 3) {
    const days = cut[at + 2] === undefined ? null : Number(cut[at + 2]);
    parts.push({ text: `${cut[at]}${cut[at + 1] ?? ""}`, days });
  }
  return parts.filter((part) => part.text !== "");
}

/** The same as one text, for tooltips and names that are read out: '01:20, the next day'. */
export const withDayWords = (text: string): string =>
  cutAtDayMarks(text)
    .map((part) => (part.days === null ? part.text : `${part.text}, ${dayMarkWords(part.days)}`))
    .join("");

/** A time of a plan as screens and prints write it, beside its service date: '08:05', on the next day '01:20 +1'. */
export function planTime(epoch: number, { timeZone, serviceDate }: ServiceClock): string {
  const { date, time } = localParts(epoch, timeZone);
  return timeOnDay(time, daysBetween(serviceDate, date));
}

/** The same of an instant that may be missing. @param none what stands for it then */
export const planTimeOr = (epoch: number | null | undefined, clock: ServiceClock, none: string): string =>
  epoch === null || epoch === undefined ? none : planTime(epoch, clock);

/** From start to finish: '08:05–15:40', '11:18–21:40 +1'; where one is missing, the other alone. */
export const planHours = (start: number | null, finish: number | null, clock: ServiceClock): string =>
  hoursText(planTimeOr(start, clock, ""), planTimeOr(finish, clock, ""));

/** 'HH:mm' on the wall of one day to epoch seconds; null for no time. */
export type DayClock = (hhmm: string | null) => number | null;

/** The clock of a service date. It keeps what it has found: the windows of 1,000 visits are a few times of the day. */
export function dayClock(serviceDate: string, timeZone: string): DayClock {
  const known = new Map<string, number | null>();
  return (hhmm) => {
    if (!hhmm) return null;
    let instant = known.get(hhmm);
    if (instant === undefined) {
      instant = localTimeToEpoch(serviceDate, hhmm, timeZone);
      known.set(hhmm, instant);
    }
    return instant;
  };
}
