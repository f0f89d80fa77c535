import { randomUUID } from "node:crypto";
import { json } from "@remix-run/node";
import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { listAttachments } from "~/db/repositories/attachments.server";
import { findRoute } from "~/db/repositories/routes.server";
import { seenRoute } from "~/domain/access/permissions";
import { isShownImage } from "~/domain/validation/image-type";
import { AppError } from "~/lib/errors";
import type { PageElsewhere } from "~/lib/page-stamp";
import { paths } from "~/paths";
import { confirmationsOf } from "~/planner/confirmation.server";
import { clientUrl } from "~/services/clients.server";
import { nowSecOf, nowTextOf } from "~/services/now.server";
import { loadRouteState } from "../route-state.server";
import type { RouteState } from "../route-state.server";
import { versionOf } from "~/http/page-version.server";
import { addTo } from "~/lib/grouped";
import { driverRouteView } from "../route-view";
import type { DriverRouteView, OfStops, StopPicture } from "../route-view";

export interface DriverRoutePage extends DriverRouteView {
  version: string;
  /** when its rows were read, milliseconds: reports that were taken before show in it */
  madeAt: number;
  /** address of the script that draws the map, loaded when the map is asked for */
  mapScript: string;
}

/**
 * A page that was opened before its driver switched company, or a notification of the other one.
 * @throws Response 404 that names the company, where it is another of the user's
 */
async function refuseElsewhere({ company, companies }: CompanySession, routeId: number): Promise<void> {
  for (const { id, title } of companies) {
    if (id === company.id || (await findRoute(db(), id, routeId)) === undefined) continue;
    const path = paths.driverRoute(routeId);
    throw json<PageElsewhere>({ elsewhere: { id, title }, here: { id: company.id, title: company.title }, path }, 404);
  }
}

async function stateFor(session: CompanySession, routeId: number): Promise<RouteState> {
  try {
    return await loadRouteState(db(), session.company.id, routeId);
  } catch (error) {
    if (error instanceof AppError && error.status === 404) await refuseElsewhere(session, routeId);
    throw error;
  }
}

/**
 * One route for its driver; dispatchers may open it too. A driver sees it once it is approved.
 * @throws AppError 404 (another driver's or company's), 403
 * @throws Response 404 for a route of another company of theirs
 */
export async function loadDriverRoute(session: CompanySession, routeId: number): Promise<DriverRoutePage> {
  const companyId = session.company.id;
  const madeAt = Date.now();
  const state = await stateFor(session, routeId);
  const day = { serviceDate: state.plan.serviceDate, timeZone: state.timeZone };
  authorize(session, "route.view", { companyId, route: seenRoute(state.route, day, nowSecOf(session)) });
  // One random id for the page, counted up for its forms: that sends a fifth of what an id for each would.
  const page = randomUUID();
  let forms = 0;
  const view = driverRouteView(
    state,
    nowTextOf(session),
    () => `${page}.${(forms += 1)}`,
    await ofStops(companyId, state),
    session.units,
  );
  // The map's file as well: the next build has another one, and those of before are gone.
  const shown = { ...view, mapScript: clientUrl("map") };
  return { ...shown, version: versionOf(shown), madeAt };
}

/** The proof that the stops ask for, and what is attached already. */
async function ofStops(companyId: number, { visits }: RouteState): Promise<OfStops> {
  const asked = await confirmationsOf(
    db(),
    companyId,
    visits.map((visit) => ({
      id: visit.id,
      type: visit.type,
      confirmation_template_id: visit.confirmationTemplateId,
      signatureName: visit.signatureName,
    })),
  );
  const wanting = [...asked].filter(([, choices]) => choices.length > 0);
  const pictures = new Map<number, StopPicture[]>();
  for (const { id, visit_id, type, path } of await listAttachments(
    db(),
    companyId,
    visits.map((visit) => visit.id),
  ))
    addTo(pictures, visit_id, { id, type, path, shown: isShownImage(path) });
  return {
    proofs: new Map(wanting.map(([{ id, signatureName }, choices]) => [id, { choices, signatureName }])),
    pictures,
  };
}
