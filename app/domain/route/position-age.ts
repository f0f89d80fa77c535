/** How old a vehicle's position is, and from when on it isn't where the vehicle is. */
import { formatDuration } from "../time/format";
import { SILENT_SEC } from "./predicted-lateness";

/** An older position is marked, and its vehicle looked for. @param atSec epoch seconds */
export const isStale = (atSec: number, nowSec: number): boolean => nowSec - atSec >= SILENT_SEC;

/** 'now', '3 min ago', '2 h 05 min ago'. */
export function ageWords(atSec: number, nowSec: number): string {
  const minutes = Math.floor((nowSec - atSec) / 60);
  return minutes < 1 ? "now" : `${formatDuration(minutes * 60)} ago`;
}
