import { services } from "./container.server";
import { serviceDateEnds } from "~/domain/route/route-day";
import { MIN_SPEED, secOnClock } from "~/domain/time/person-clock";
import type { PersonClock } from "~/domain/time/person-clock";
import { todayIn } from "~/domain/time/time-zone";
import { utcText } from "~/domain/time/utc-text";
import type { UtcText } from "~/domain/time/utc-text";
import type { Validity } from "~/domain/time/validity";

/** Whole seconds since 1970, by the container's clock. */
export const nowSec = (): number => Math.floor(services().clock.nowMs() / 1000);

/** The present time as it is stored. */
export const nowText = (): UtcText => utcText(nowSec());

/** Who asks, as far as it matters for the product's time. */
interface Asking {
  clock: PersonClock | null;
}

/**
 * The product's time for whoever asks: what is today, late, done by now. For rules alone; what is stored, counted or
 * may end by itself takes `nowSec` and `nowText`.
 * @param agoSec so many seconds of the time earlier
 */
export const nowSecOf = ({ clock }: Asking, agoSec = 0): number =>
  secOnClock(clock, services().clock.nowMs() / 1000 - agoSec);

/** The same as UTC text. */
export const nowTextOf = (asking: Asking, agoSec = 0): UtcText => utcText(nowSecOf(asking, agoSec));

/** The same for an author of changes, who has a clock only while they ask. */
export const nowTextOn = (clock: PersonClock | null | undefined): UtcText => nowTextOf({ clock: clock ?? null });

/** For a page that is another one from an instant on, without any news. */
export const validUntil = (asking: Asking, untilSec: number): Validity => ({
  nowSec: nowSecOf(asking),
  untilSec,
  speed: asking.clock?.speed ?? MIN_SPEED,
});

/** For a page that tells days: until the next one begins in one of the time zones that it tells them by. */
export function validToday(asking: Asking, timeZones: readonly string[]): Validity {
  const now = nowSecOf(asking);
  return validUntil(asking, Math.min(...timeZones.map((zone) => serviceDateEnds(todayIn(zone, now), zone))));
}

/** Of lists of what happened when, which keep the time. */
export const THE_TIME: Asking = { clock: null };
