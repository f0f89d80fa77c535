import { visitFromRow } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { findMember } from "~/db/repositories/members.server";
import { latestPositions } from "~/db/repositories/positions.server";
import { listVisitsOfRoute } from "~/db/repositories/plan-visits.server";
import { firstName } from "~/domain/access/person-name";
import type { Contact } from "~/domain/tracking/company-contact";
import { isOvertaken } from "~/domain/route/live-times";
import { todayIn } from "~/domain/time/time-zone";
import { parseUtcText } from "~/domain/time/utc-text";
import { POSITION_SEC } from "~/domain/tracking/recipient-stage";
import { versionOf } from "~/http/page-version.server";
import { liveRouteOf } from "~/planner/live-eta.server";
import { nowSec } from "~/services/now.server";
import type { LightMapData } from "~/domain/light-map";
import type { MadeAt } from "../components/recipient-frame";
import { recipientMap } from "../recipient-map.server";
import { routeView } from "../route-view";
import type { RouteView } from "../route-view";
import type { OpenedRoute } from "./open-link.server";

export interface RoutePage extends RouteView {
  version: string;
  made: MadeAt;
  driver: string;
  contact: Contact;
  /** the vehicle alone; null: it isn't on the road, or hasn't said where it is */
  map: LightMapData | null;
}

/** What the page shows now; everything that changes by itself is in its version. */
export async function loadRoutePage({
  company,
  settings,
  route,
  plan,
  timeZone,
  units,
  isRemoved,
  isDayOver,
  isLongOver,
  contact,
}: OpenedRoute): Promise<RoutePage> {
  const now = nowSec();
  const { etas, endsSec } = await liveRouteOf(db(), company.id, route.id, now);
  const facts = {
    route,
    visits: (await listVisitsOfRoute(db(), company.id, route.id)).map(visitFromRow),
    etas,
    endsSec: isOvertaken(endsSec, now) ? null : endsSec,
    isRemoved,
    isDayOver,
    isLongOver,
    serviceDate: plan?.serviceDate ?? null,
    today: todayIn(timeZone, now),
    timeZone,
  };
  const view = routeView(facts);
  const member =
    settings.driverName && view.isLive && route.driverId !== null
      ? await findMember(db(), company.id, route.driverId)
      : undefined;
  const at =
    settings.vehicle && view.isLive ? (await latestPositions(db(), company.id, [route.id])).get(route.id) : undefined;
  const isFresh = at !== undefined && now - (parseUtcText(at.taken_at) ?? 0) <= POSITION_SEC;
  const page = {
    ...view,
    driver: member === undefined ? "" : firstName(member),
    contact,
    map: isFresh ? recipientMap(units, at, null) : null,
  };
  return { ...page, version: versionOf(page), made: { atSec: now, timeZone } };
}
