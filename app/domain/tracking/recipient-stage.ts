/** How far a delivery is for whoever waits for it. */
import type { ValueOf } from "../labels";
import { RouteStatus } from "../route/route-status";
import type { Route } from "../route/route";
import { VisitStatus } from "../visit/visit-status";
import type { Visit } from "../visit/visit";

export const RecipientStage = {
  /** the visit or its plan was removed: neither name, address nor proof is shown */
  Cancelled: "cancelled",
  /** a day may be known, the time isn't settled */
  Planned: "planned",
  /** the time is settled, the driver hasn't started */
  Ready: "ready",
  /** the driver is on the road */
  Road: "road",
  /** the driver has started, and never finished: the day is long over */
  Lost: "lost",
  Done: "done",
  Failed: "failed",
  /** the day has passed, and nothing was reported */
  Over: "over",
} as const;
export type RecipientStage = ValueOf<typeof RecipientStage>;

interface Followed {
  visit: Pick<Visit, "status">;
  /** null: no route has it */
  route: Pick<Route, "status"> | null;
  isRemoved: boolean;
  /** the day has passed on which it would be served */
  isDayOver: boolean;
  /** so long ago that no vehicle can be on its way */
  isLongOver: boolean;
}

/**
 * What was removed isn't shown any more, also where it was served: removing is the company's way to stop showing it.
 * Then what was reported counts before everything else. A route that is still on the road has no end of the day, until
 * it is plain that nobody will finish it.
 */
export function recipientStage({ visit, route, isRemoved, isDayOver, isLongOver }: Followed): RecipientStage {
  if (isRemoved) return RecipientStage.Cancelled;
  if (visit.status === VisitStatus.Delivered) return RecipientStage.Done;
  if (visit.status === VisitStatus.Failed) return RecipientStage.Failed;
  if (route?.status === RouteStatus.OnRoute && visit.status !== VisitStatus.Unscheduled)
    return isDayOver && isLongOver ? RecipientStage.Lost : RecipientStage.Road;
  if (route?.status === RouteStatus.Completed || isDayOver) return RecipientStage.Over;
  const isSettled = route?.status === RouteStatus.Scheduled && visit.status !== VisitStatus.Unscheduled;
  return isSettled ? RecipientStage.Ready : RecipientStage.Planned;
}

/** Stages in which something can still be arranged. */
export const isAhead = (stage: RecipientStage): boolean =>
  stage === RecipientStage.Planned || stage === RecipientStage.Ready || stage === RecipientStage.Road;

/** Older positions say where the vehicle was. */
export const POSITION_SEC = 15 * 60;
/** So close it doesn't matter whose stop comes before. */
const CLOSE_M = 1_500;

/** May the recipient see where the vehicle is? Earlier, it would show where others live. */
export const seesVehicle = (
  stage: RecipientStage,
  { stopsBefore, distanceM, ageSec }: { stopsBefore: number | null; distanceM: number; ageSec: number },
): boolean => stage === RecipientStage.Road && ageSec <= POSITION_SEC && (stopsBefore === 0 || distanceM <= CLOSE_M);
