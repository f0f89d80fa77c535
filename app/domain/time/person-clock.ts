/**
 * The product's time of a person who tries things out: it starts at an instant of their choice and goes quicker than
 * the time, or as quick. It moves plans, lateness and reports for their requests alone; sessions, limits, logs and
 * stored times follow the time (decision 074).
 */
import type { UserSettings } from "../access/user-settings";
import { isDateText } from "./calendar";
import { epochSec, parseUtcText } from "./utc-text";

export interface PersonClock {
  /** what it showed when it was set, epoch seconds */
  startSec: number;
  /** when it was set, epoch seconds of the time */
  setAtSec: number;
  /** its seconds in one second */
  speed: number;
}

export const MIN_SPEED = 1;
export const MAX_SPEED = 3600;
/** Days that a clock may be set to. */
export const FIRST_CLOCK_DAY = "2000-01-01";
export const LAST_CLOCK_DAY = "2099-12-31";
/** Where a clock stops: later instants have no UTC text. */
const LAST_SEC = epochSec("9999-12-30 23:59:59");

/** True for 'YYYY-MM-DDTHH:mm' of a day that a clock may be set to. */
export function isClockStart(text: string): boolean {
  const [day = "", time = "", ...rest] = text.split("T");
  const isDay = isDateText(day) && day >= FIRST_CLOCK_DAY && day <= LAST_CLOCK_DAY;
  return rest.length === 0 && isDay && /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time);
}

/** The clock that the settings describe; null for the time itself, also where they are incomplete. */
export function clockOf(settings: UserSettings): PersonClock | null {
  if (settings.dev_custom_time !== true) return null;
  const startSec = parseUtcText(settings.dev_start_time);
  const setAtSec = parseUtcText(settings.dev_current_time);
  if (startSec === null || setAtSec === null) return null;
  const speed = Math.min(Math.max(settings.dev_speed_factor ?? MIN_SPEED, MIN_SPEED), MAX_SPEED);
  return { startSec, setAtSec, speed };
}

/** What the clock shows at an instant of the time, in whole epoch seconds; the time itself without a clock. */
export const secOnClock = (clock: PersonClock | null, realSec: number): number =>
  clock === null
    ? Math.floor(realSec)
    : Math.floor(Math.min(clock.startSec + (realSec - clock.setAtSec) * clock.speed, LAST_SEC));

/** Seconds of the time in which the clock goes on by so many of its own. */
export const realSeconds = (clock: Pick<PersonClock, "speed"> | null, seconds: number): number =>
  seconds / (clock?.speed ?? MIN_SPEED);
