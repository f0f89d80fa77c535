/** How long a recipient's link shows something. */
import { addDays, DAY_SEC } from "../time/calendar";
import { midnightEpoch } from "../time/time-zone";
import { parseUtcText } from "../time/utc-text";

/** Days after the service date on which a link still opens. */
const LINK_DAYS = 7;

/** What a link's life depends on. */
export interface LinkedDay {
  /** null: no plan has it yet, or any more */
  serviceDate: string | null;
  /** IANA name of the warehouse's zone */
  timeZone: string;
  /** UTC text: counts while there is no service date */
  updatedAt: string;
}

/** The instant from which the link has expired, in epoch seconds: the end of the seventh day after the service date. */
function linkExpiresSec({ serviceDate, timeZone, updatedAt }: LinkedDay): number {
  if (serviceDate === null) return (parseUtcText(updatedAt) ?? 0) + (LINK_DAYS + 1) * DAY_SEC;
  return midnightEpoch(addDays(serviceDate, LINK_DAYS + 1), timeZone);
}

export const isLinkExpired = (day: LinkedDay, nowSec: number): boolean => nowSec >= linkExpiresSec(day);
