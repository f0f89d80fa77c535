/** The wall clock of a service date: what it shows at an instant, and the instant at which it shows a time. */
import { localParts, localTimeToEpoch } from "./time-zone";
import { parseUtcText } from "./utc-text";

export interface ServiceClock {
  /** IANA name */
  timeZone: string;
  /** 'YYYY-MM-DD' */
  serviceDate: string;
}

/** 'HH:mm' of the service date, with the day before it on any other; empty for none. As exported files write times. */
export function clockText(epoch: number | null, { timeZone, serviceDate }: ServiceClock): string {
  if (epoch === null) return "";
  const { date, time } = localParts(epoch, timeZone);
  return date === serviceDate ? time : `${date} ${time}`;
}

/** The same of a UTC text. */
export const clockTextOf = (utc: string | null, clock: ServiceClock): string => clockText(parseUtcText(utc), clock);

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
