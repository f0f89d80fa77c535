/** Reports that arrive long after they were made, or no longer fit: what time counts, and who has to look at them. */
import { refuse } from "../decision";
import { epochSec } from "../time/utc-text";
import { isPast } from "../visit/visit-order";
import { VisitStatus } from "../visit/visit-status";
import type { PlanningChanges } from "../changes";
import type { Decision } from "../decision";
import type { Visit } from "../visit/visit";
import type { UtcText } from "../time/utc-text";

/** A phone may have been without a network for two days. */
export const LONGEST_AGE_SEC = 48 * 3600;
/** Whoever reported it still looks at the page. */
const FRESH_SEC = 30;

export interface PressedTime {
  /** seconds between the press of the button and the sending, both by the phone's clock */
  ageSec?: number | undefined;
  /** when it was pressed, seconds since 1970, as the phone knew the server's clock then */
  pressedSec?: number | undefined;
  /** when the server made the page that it was pressed on, seconds since 1970 */
  pageMadeSec?: number | undefined;
}

/** Lines are slow, and clocks are nearly right: which of two reports was first is not known any closer. */
const SAME_TIME_SEC = 120;

/**
 * How long ago a report was made, never less than 0. The server's own clock counts where the phone knew it: the phone's
 * may have been put right since. A phone that takes the future for it was mistaken. No report is older than its page: a
 * phone's clock starts in another year after its battery was empty.
 * @param nowSec by the server's clock
 */
export function reportAgeSec({ ageSec = 0, pressedSec, pageMadeSec }: PressedTime, nowSec: number): number {
  const isKnown = pressedSec !== undefined && pressedSec - nowSec <= SAME_TIME_SEC;
  const age = isKnown ? nowSec - pressedSec : ageSec;
  const longest = pageMadeSec === undefined || pageMadeSec > nowSec ? Infinity : nowSec - pageMadeSec;
  return Math.max(0, Math.round(Math.min(age, longest)));
}

/** What is known of the times of a route. */
export interface TimesOfRoute {
  /** when it really left; null: not yet */
  departedAt: UtcText | null;
  /** when somebody made it; left out where the report can be as old as it says */
  madeAt?: UtcText | undefined;
  /** when it was to leave */
  startsAt?: UtcText | null | undefined;
}

/**
 * A report counts from when it was made, but from no time before the start of its route. Of one from before its route
 * was there, nobody knows when it was made: it counts from the planned start, if that has passed.
 */
export function reportTime(
  pressedAt: UtcText,
  { departedAt, madeAt, startsAt = null }: TimesOfRoute,
  now: UtcText,
): UtcText {
  if (departedAt !== null) return departedAt > pressedAt ? departedAt : pressedAt;
  if (madeAt === undefined || pressedAt >= madeAt) return pressedAt;
  return startsAt !== null && startsAt > madeAt && startsAt <= now ? startsAt : madeAt;
}

/** @param time that it counts from */
export const isTooOld = (time: UtcText, now: UtcText): boolean => epochSec(now) - epochSec(time) > LONGEST_AGE_SEC;

/** When somebody reported it the last time, whatever they said; null: never. */
export function lastReportedAt(visit: Pick<Visit, "status" | "completedAt" | "reportedAt">): UtcText | null {
  const completedAt = isPast(visit) ? visit.completedAt : null;
  return later(visit.reportedAt, completedAt);
}

const later = (a: UtcText | null, b: UtcText | null): UtcText | null => ((a ?? "") > (b ?? "") ? a : b);

const WORDS: Readonly<Partial<Record<VisitStatus, string>>> = {
  [VisitStatus.Delivered]: "done",
  [VisitStatus.Failed]: "failed",
};

/**
 * A report that comes late doesn't take back what somebody reported otherwise after it was made.
 * @param visit as it is before the decision
 * @param pressedAt when it was made
 */
export function unlessReportedSince(
  visit: Pick<Visit, "id" | "status" | "completedAt" | "reportedAt">,
  pressedAt: UtcText,
  decision: Decision<PlanningChanges>,
): Decision<PlanningChanges> {
  const last = lastReportedAt(visit);
  if (!decision.ok || last === null) return decision;
  const status = decision.changes.visits.find(({ id }) => id === visit.id)?.set.status ?? visit.status;
  if (status === visit.status || epochSec(last) - epochSec(pressedAt) <= SAME_TIME_SEC) return decision;
  const word = WORDS[visit.status] ?? "on route again";
  return refuse("visit.reported_since", `Meanwhile it has been reported as ${word}.`, 409);
}

/** What was reported is so already. */
const ALREADY_SO: readonly string[] = ["visit.not_past", "route.on_route", "route.completed"];
/** The driver can give what is missing, when they are told at once. */
const MENDABLE: readonly string[] = [
  "visit.confirmation_required",
  "visit.fail_reason_required",
  "visit.fail_reason_unknown",
  "attachment.too_many",
  "route.unserved_visits",
];
/** Somebody else was faster each time: the same again may succeed. */
const PASSING: readonly string[] = ["plan.changed", "plan.raced"];

/** Why a report was not carried out. */
interface Refused {
  code: string;
  /** HTTP */
  status: number;
}

/** The phone sends the same again later. */
export const isPassing = ({ code, status }: Refused): boolean =>
  PASSING.includes(code) || status === 429 || status >= 500;

/** The same report is never carried out: whoever sends it again gets the same answer. */
export const isFinal = (refused: Refused): boolean =>
  !isPassing(refused) && [400, 404, 409, 422].includes(refused.status) && refused.code !== "command.reused";

/** Whether a dispatcher has to look at it: the driver has gone on, or can't mend it. */
export function needsDispatcher(refused: Refused, ageSec: number): boolean {
  if (!isFinal(refused) || ALREADY_SO.includes(refused.code)) return false;
  return ageSec > FRESH_SEC || !MENDABLE.includes(refused.code);
}
