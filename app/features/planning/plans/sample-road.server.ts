import type { CompanySession } from "~/auth/session.server";
import { routeFromRow, visitFromRow } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { listDrivers } from "~/db/repositories/members.server";
import { listRoutesOfPlan } from "~/db/repositories/routes.server";
import { listVisitsOfPlan } from "~/db/repositories/plan-visits.server";
import { realSeconds } from "~/domain/time/person-clock";
import { epochSec } from "~/domain/time/utc-text";
import type { UtcText } from "~/domain/time/utc-text";
import { RouteStatus } from "~/domain/route/route-status";
import { finishTime } from "~/domain/visit/visit-display";
import { isLocationVisit, sortVisits } from "~/domain/visit/visit-order";
import { VisitStatus } from "~/domain/visit/visit-status";
import { nowSecOf } from "~/services/now.server";

/** Routes that are on the road or approved; the others stay planned. */
const APPROVED = 3;
/** This many stops are still ahead, however late in the day it is. */
const STILL_TO_DRIVE = 4;

interface SampleRoad {
  /** the route that goes on the road; null: there is none */
  road: { id: number; isStarted: boolean } | null;
  /** routes that are still to be approved */
  routeIds: number[];
  /** its new driver; null: as it is */
  driverId: number | null;
  /** seconds of the time since it should have started: quicker clocks count fewer */
  startedSec: number;
  /** the stops that are still to be done by now, in their order, and how long ago */
  done: { visitId: number; ageSec: number }[];
}

/** What has happened on a sample day by now, if everything goes as planned. */
export async function loadSampleRoad(session: CompanySession, planId: number): Promise<SampleRoad> {
  const companyId = session.company.id;
  const visits = (await listVisitsOfPlan(db(), companyId, planId)).map(visitFromRow);
  const stopsOf = (routeId: number) =>
    sortVisits(visits.filter((visit) => visit.routeId === routeId && isLocationVisit(visit)));
  const routes = (await listRoutesOfPlan(db(), companyId, planId))
    .map(routeFromRow)
    .filter((route) => stopsOf(route.id).length > 0);
  const approved = routes.sort((a, b) => stopsOf(b.id).length - stopsOf(a.id).length).slice(0, APPROVED);
  const road = approved[0];
  const now = nowSecOf(session);
  const ageSec = (since: UtcText) => realSeconds(session.clock, now - epochSec(since));
  const done: SampleRoad["done"] = [];
  for (const visit of road ? stopsOf(road.id).slice(0, -STILL_TO_DRIVE) : []) {
    const finish = finishTime(visit);
    if (finish === null || epochSec(finish) > now) break;
    if (visit.status < VisitStatus.Delivered) done.push({ visitId: visit.id, ageSec: ageSec(finish) });
  }
  return {
    road: road === undefined ? null : { id: road.id, isStarted: road.status >= RouteStatus.OnRoute },
    routeIds: approved.filter((route) => route.status < RouteStatus.Scheduled).map((route) => route.id),
    // A person who already drives for the company can open it on a phone.
    driverId: (await listDrivers(db(), companyId)).find((member) => member.user_id !== null)?.id ?? null,
    startedSec: road?.startTime ? Math.max(ageSec(road.startTime), 0) : 0,
    done,
  };
}
