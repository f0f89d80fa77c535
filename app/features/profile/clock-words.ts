import { formatDay } from "~/domain/time/day-words";
import { localParts } from "~/domain/time/time-zone";

/** 'Tue 24 Nov 2026 08:05:12', 'Tue 24 Nov 2026 08:05:12, 60 times as fast' */
export function clockWords({ nowSec, speed, timeZone }: { nowSec: number; speed: number; timeZone: string }): string {
  const { date, time, second } = localParts(nowSec, timeZone);
  const words = `${formatDay(date)} ${time}:${String(second).padStart(2, "0")}`;
  return speed === 1 ? words : `${words}, ${speed} times as fast`;
}
