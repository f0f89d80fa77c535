/** Times as exported files write them: the warehouse's clock. */
import { localParts } from "~/domain/time/time-zone";
import { parseUtcText } from "~/domain/time/utc-text";

export interface FileClock {
  /** IANA name */
  timeZone: string;
  /** 'YYYY-MM-DD' */
  serviceDate: string;
}

/** 'HH:mm' of the service date, with the day before it on any other; empty for none. */
export const clockText = (utc: string | null, clock: FileClock): string => instantText(parseUtcText(utc), clock);

/** The same of epoch seconds. */
export function instantText(epoch: number | null, { timeZone, serviceDate }: FileClock): string {
  if (epoch === null) return "";
  const { date, time } = localParts(epoch, timeZone);
  return date === serviceDate ? time : `${date} ${time}`;
}

/** '08:00–12:00', 'from 08:00', 'until 12:00'; empty for any time. */
export function windowText(from: string | null, to: string | null): string {
  if (from && to) return `${from}–${to}`;
  if (from) return `from ${from}`;
  return to ? `until ${to}` : "";
}
