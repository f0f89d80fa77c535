import type { CompanySession, Session } from "~/auth/session.server";
import { zoneOfUser } from "~/planner/zone-of-warehouse.server";
import { nowSecOf } from "~/services/now.server";

/** What pages say of the time of a person who has one of their own; null for everybody else. */
export interface ShownClock {
  /** when the page was made, epoch seconds */
  nowSec: number;
  speed: number;
  timeZone: string;
}

export async function loadClockBar(session: Session): Promise<ShownClock | null> {
  const { clock, company } = session;
  if (clock === null || company === null) return null;
  const timeZone = await zoneOfUser({ ...session, company } satisfies CompanySession);
  return { nowSec: nowSecOf(session), speed: clock.speed, timeZone };
}
