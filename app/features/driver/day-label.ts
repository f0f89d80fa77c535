import { todayIn } from "~/domain/time/time-zone";
import { epochSec } from "~/domain/time/utc-text";
import type { UtcText } from "~/domain/time/utc-text";

const DAY_SEC = 86_400;

/** 'Today', 'Tomorrow', 'Yesterday' on the warehouse's calendar, else 'Mon 23 Nov'. */
export function dayLabel(serviceDate: string, timeZone: string, now: UtcText): string {
  const nowSec = epochSec(now);
  if (serviceDate === todayIn(timeZone, nowSec)) return "Today";
  const near: [number, string][] = [
    [1, "Tomorrow"],
    [-1, "Yesterday"],
  ];
  const today = Date.parse(`${todayIn(timeZone, nowSec)}T00:00:00Z`) / 1000;
  const apart = Math.round((Date.parse(`${serviceDate}T00:00:00Z`) / 1000 - today) / DAY_SEC);
  const name = near.find(([days]) => days === apart)?.[1];
  if (name) return name;
  return new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" }).format(
    new Date(`${serviceDate}T00:00:00Z`),
  );
}
