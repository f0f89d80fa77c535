import type { CompanySession } from "~/auth/session.server";
import { addDays } from "~/domain/time/calendar";
import { midnightEpoch, todayIn } from "~/domain/time/time-zone";
import { zoneOfUser } from "~/planner/zone-of-warehouse.server";
import { nowSecOf } from "~/services/now.server";

/** When "today" on a page is another day, by the clock that lists are told by; epoch seconds. */
export async function loadDayEnd(session: CompanySession): Promise<{ nowSec: number; endsSec: number }> {
  const [nowSec, zone] = [nowSecOf(session), await zoneOfUser(session)];
  return { nowSec, endsSec: midnightEpoch(addDays(todayIn(zone, nowSec), 1), zone) };
}
