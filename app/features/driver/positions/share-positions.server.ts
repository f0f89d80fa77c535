import { json } from "@remix-run/node";
import { authorize } from "~/auth/actor.server";
import { logAuthorOf } from "~/audit/note-in-log.server";
import { noteRefusal } from "~/audit/note-refusal.server";
import { requireCompany, senderOf } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { findSharedRoute } from "~/db/repositories/positions.server";
import type { SharedRoute } from "~/db/repositories/positions.server";
import { countedPositions } from "~/domain/position/position";
import { longestDayEnds } from "~/domain/route/route-day";
import { RouteStatus } from "~/domain/route/route-status";
import { parseUtcText } from "~/domain/time/utc-text";
import { zoneOfWarehouse } from "~/planner/zone-of-warehouse.server";
import { toRefusal } from "~/http/action.server";
import { action } from "~/http/actions/define-actions.server";
import { prepareAction } from "~/http/actions/perform-action.server";
import { checkPageCompany, CompanySwitched } from "~/http/page-stamp.server";
import { readJson } from "~/http/request/read-form.server";
import { AppError, notFound } from "~/lib/errors";
import { COMPANY_HEADER } from "~/lib/page-stamp";
import type { PositionAnswer } from "~/lib/position-answer";
import { tryLimit } from "~/lib/try-limit";
import { retryAfterOf, waitError } from "~/services/limits/limits.server";
import { nowSec, nowSecOf } from "~/services/now.server";
import { services } from "~/services/container.server";
import { routeIdOf, SharePositions } from "../schemas";
import { writePositions } from "./position-writer.server";

/** A phone sends twelve times a minute, faster only what it could not send before. */
const PER_MINUTE = 120;
const bySender = tryLimit(PER_MINUTE, 60_000, 10_000);

function countSending(session: CompanySession): void {
  const waitSec = bySender.take(senderOf(session), services().clock.nowMs());
  if (waitSec > 0)
    throw waitError("position.busy", `Too many positions were sent. Please wait ${waitSec} seconds.`, waitSec);
}

/**
 * Positions from before it are taken later, too: a phone without a network sends the last part of the way afterwards.
 * @returns epoch seconds; null: the route has not been driven
 */
function endOf({ status, ended_at }: SharedRoute, dayEndSec: number): number | null {
  if (status === RouteStatus.OnRoute) return dayEndSec;
  return status === RouteStatus.Completed ? parseUtcText(ended_at) : null;
}

/**
 * Of a driver's page alone, so that it is no action of the registry: it changes no record that a log or an undo would
 * name.
 */
const SHARE = action({
  summary: "Shares where a route's driver is.",
  permission: "position.share",
  idempotent: true,
  input: SharePositions,
  async run(session, { routeId, positions }): Promise<PositionAnswer> {
    const companyId = session.company.id;
    const route = await findSharedRoute(db(), companyId, routeId);
    if (route === undefined) throw notFound("Route");
    authorize(session, "position.share", {
      companyId,
      route: { driverId: route.driver_id, status: route.status },
    });
    // As reports count: by the product's time for whoever sends it.
    const now = nowSecOf(session);
    const dayEndSec = longestDayEnds(route.service_date, zoneOfWarehouse(route.warehouse ?? undefined));
    // A route that nobody finished ends with its day: its driver is at home by now.
    const isOnRoad = route.status === RouteStatus.OnRoute && now < dayEndSec;
    const endSec = endOf(route, dayEndSec);
    if (endSec === null) return { kind: "over" };
    const given = positions.map(({ atSec, lat, lng, accuracyM, headingDeg, speedKmh }) => ({
      atSec: now - (nowSec() - atSec),
      lat,
      lng,
      memberId: session.memberId,
      accuracyM: accuracyM ?? null,
      headingDeg: headingDeg ?? null,
      speedKmh: speedKmh ?? null,
    }));
    const startSec = parseUtcText(route.started_at);
    await writePositions(companyId, routeId, countedPositions(given, { nowSec: now, startSec, endSec }));
    return { kind: isOnRoad ? "taken" : "over" };
  },
});

/** What the script of a driver's page sends while the driver shares where they are. */
export async function sharePositions(request: Request, params: { routeId?: string | undefined }): Promise<Response> {
  const answer = (body: PositionAnswer, status = 200, retryAfterSec?: number) =>
    json<PositionAnswer>(body, {
      status,
      headers: retryAfterSec === undefined ? {} : { "Retry-After": String(retryAfterSec) },
    });
  let session: CompanySession | null = null;
  try {
    const sender = await requireCompany(request);
    session = sender;
    if (request.headers.has(COMPANY_HEADER)) checkPageCompany(request, sender, new FormData());
    const input = await prepareAction(sender, SHARE, async () => {
      countSending(sender);
      return { wire: { ...(await readJson(request)), routeId: routeIdOf(params) }, faults: new Map() };
    });
    return answer(await SHARE.run(sender, input, {}));
  } catch (error) {
    if (error instanceof Response) return answer({ kind: "signed-out" }, 401);
    if (error instanceof CompanySwitched) return answer({ kind: "switched" }, error.status);
    if (session !== null && error instanceof AppError)
      await noteRefusal(error, { by: logAuthorOf(session), companyId: session.company.id, action: "position.share" });
    const [{ message }, status] = toRefusal(error);
    return answer({ kind: "refused", message }, status, retryAfterOf(error));
  }
}
