import { realSeconds } from "./person-clock";
import type { PersonClock } from "./person-clock";

/** Until when a page holds without any news, by the clock of whoever asked for it. */
export interface Validity {
  /** what the clock showed when the page was loaded, epoch seconds */
  nowSec: number;
  /** epoch seconds of the same clock */
  untilSec: number;
  speed: PersonClock["speed"];
}

/** Milliseconds of the time that a page holds from when it was loaded. */
export const validForMs = ({ nowSec, untilSec, speed }: Validity): number =>
  realSeconds({ speed }, untilSec - nowSec) * 1000;
