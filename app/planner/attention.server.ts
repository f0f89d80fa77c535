import type { Db } from "~/db/client.server";
import { latestPositions } from "~/db/repositories/positions.server";
import { idsOfRoutesOnRoad } from "~/db/repositories/road-state.server";
import { promisesOf } from "~/db/repositories/visit-predictions.server";
import { visitNames } from "~/db/repositories/visits.server";
import { liveTimes } from "~/domain/route/live-times";
import {
  attentionOfRoute,
  compareAttention,
  compareForecasts,
  forecastOf,
  totalLateSec,
} from "~/domain/route/predicted-lateness";
import type { AttentionItem, Forecast, ForecastInput } from "~/domain/route/predicted-lateness";
import { dayClock, planTime } from "~/domain/time/service-clock";
import { parseUtcText } from "~/domain/time/utc-text";
import type { UtcText } from "~/domain/time/utc-text";
import type { EtaBasis, LiveEta } from "~/domain/visit/eta-window";
import { nowSec } from "~/services/now.server";
import { etasOfRoute, routesOnRoad, widthsOf } from "./live-eta.server";
import type { LoadedRoute } from "./live-eta.server";

/** How a route on the road stands. Instants are epoch seconds. */
interface RouteOutlook {
  routeId: number;
  planId: number;
  /** null: no stop is left */
  nextVisitId: number | null;
  nextEtaSec: number | null;
  /** when it is over */
  finishSec: number | null;
  basis: EtaBasis;
  madeAt: UtcText;
  /** stops that will miss their window, and by how much together */
  lateStops: number;
  lateSec: number;
  /** of the newest position; null: none was shared */
  positionAt: UtcText | null;
  /** the driver shares their place, and it has not come for a while */
  isSilent: boolean;
}

/** The company's routes on the road, late ones first, and what needs a dispatcher now, the most urgent first. */
interface RoadOutlook {
  routes: RouteOutlook[];
  attention: AttentionItem[];
  /** as `liveEtasOf` tells them: by the visit's id */
  etas: Map<number, LiveEta>;
}

/** @param now epoch seconds */
export async function roadOutlook(db: Db, companyId: number, now: number = nowSec()): Promise<RoadOutlook> {
  const ids = await idsOfRoutesOnRoad(db, companyId);
  const loaded = await routesOnRoad(db, companyId, ids);
  const positions = await latestPositions(db, companyId, ids);
  const promises = await promisesOf(db, companyId, ids);
  const forecasts = loaded.map((route) => {
    const positionAt = positions.get(route.row.id)?.taken_at ?? null;
    return { route, positionAt, ...forecastRoute(route, { positionSec: parseUtcText(positionAt), promises }, now) };
  });
  const widths = await widthsOf(db, companyId);
  const etas = new Map(forecasts.flatMap(({ route, times }) => [...etasOfRoute(route.state, widths, now, times)]));
  forecasts.sort((a, b) => compareForecasts(a.forecast, b.forecast) || a.route.row.id - b.route.row.id);
  const names = await visitNames(
    db,
    companyId,
    forecasts.flatMap(({ forecast }) => namedVisits(forecast)),
  );
  return {
    routes: forecasts.map(({ route, positionAt, forecast, times: { basis, madeAt } }) => ({
      routeId: route.row.id,
      planId: route.row.plan_id,
      nextVisitId: forecast.next?.visit.id ?? null,
      nextEtaSec: forecast.next?.arrival ?? null,
      finishSec: forecast.finishSec,
      basis,
      madeAt,
      lateStops: forecast.late.length,
      lateSec: totalLateSec(forecast),
      positionAt,
      isSilent: forecast.silentSec !== null,
    })),
    attention: forecasts
      .flatMap(({ route, forecast }) =>
        attentionOfRoute(
          route.row.id,
          forecast,
          {
            visit: (id) => names.get(id) ?? "A visit",
            time: (sec) => planTime(sec, route.state),
          },
          now,
        ),
      )
      .sort(compareAttention),
    etas,
  };
}

function forecastRoute({ state }: LoadedRoute, known: Pick<ForecastInput, "positionSec" | "promises">, now: number) {
  const times = liveTimes(state, now);
  const clock = dayClock(state.serviceDate, state.timeZone);
  const forecast = forecastOf({ times, closesOf: ({ visit }) => clock(visit.endTime), ...known }, now);
  return { forecast, times };
}

/** The visits that sentences name: the first of each kind. */
const namedVisits = ({ late, promises, next }: Forecast): number[] => [
  ...late.slice(0, 1).map(({ visitId }) => visitId),
  ...promises.slice(0, 1).map(({ visitId }) => visitId),
  ...(next === null ? [] : [next.visit.id]),
];
