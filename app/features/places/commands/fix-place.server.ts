/** What somebody decides about a visit whose address didn't surely mean one place. */
import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { visitToRow } from "~/db/codecs.server";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { getVisit, updateVisit } from "~/db/repositories/visits.server";
import { keepGeocodes, listVisitsToFix } from "~/db/repositories/visit-geocodes.server";
import type { FoundFor, VisitToFix } from "~/db/repositories/visit-geocodes.server";
import { afterCommit, withTransaction } from "~/db/transaction.server";
import { refusalError, refuse } from "~/domain/decision";
import { coordinatePair, isOnGlobe, normalizeLat, normalizeLng } from "~/domain/validation/coordinates";
import { fieldChanges } from "~/domain/visit/change-fields";
import { changedVisit } from "~/domain/visit/changed-visit";
import { findVisit } from "~/domain/visit/visit-on-route";
import type { VisitFields } from "~/domain/visit/visit-reset";
import { AppError } from "~/lib/errors";
import { changePlan } from "~/planner/change-plan.server";
import { visitsWithTheirRoutes } from "~/planner/load-visits.server";
import { lockWaiting } from "~/planner/waiting-visits.server";
import { publishChange } from "~/realtime/publisher.server";
import { nowText } from "~/services/now.server";
import { candidatesOf } from "../candidates-of";
import { foundFor, lookUp, placeOfWarehouse } from "./geocode-waiting.server";

interface Options {
  tab?: string | undefined;
}

const CHOOSE = "Choose a place, or set it on the map";

/** @throws AppError 403, 404, and 409 when somebody else has given it a place */
async function visitToFix(session: CompanySession, visitId: number): Promise<VisitToFix> {
  const companyId = session.company.id;
  authorize(session, "visit.update", { companyId });
  await getVisit(db(), companyId, visitId);
  const [found] = await listVisitsToFix(db(), companyId, { visitId, withUnasked: true });
  if (!found)
    throw new AppError("visit.has_place", "Somebody has already set the place of this visit.", { status: 409 });
  return found;
}

/**
 * Changes the visit in its plan, where that can be undone, or as it waits for one.
 * @param found what belongs to its new address: stored with the change, or not at all
 */
async function change(
  session: CompanySession,
  visit: VisitToFix,
  set: VisitFields,
  { tab, found = [] }: Options & { found?: readonly FoundFor[] },
): Promise<void> {
  const companyId = session.company.id;
  const keepFound = (trx: Db) => keepGeocodes(trx, companyId, found, nowText());
  const { id, plan_id: planId } = visit;
  // Here no plan is shown: the next try takes the visit where it is by then.
  const moved = refuse("visit.planned", `${visit.name} was just planned anew. Please try again.`, 409);
  if (planId !== null) {
    await changePlan(
      session,
      {
        kind: "visit.update",
        action: "visit.update",
        planId,
        subject: { visitIds: [id] },
        load: async (trx) => ({ visits: await visitsWithTheirRoutes(trx, companyId, [id]) }),
        decide: (state) => {
          const found = findVisit(state, id);
          return found === undefined ? moved : fieldChanges(found, changedVisit(set, found.visit));
        },
        alongside: keepFound,
      },
      { tab },
    );
    return;
  }
  await withTransaction(db(), async (trx) => {
    const [now] = (await lockWaiting(trx, companyId, [id])).waiting;
    if (now === undefined) throw refusalError(moved.error);
    await updateVisit(trx, companyId, id, visitToRow(changedVisit(set, now).set), nowText());
    await keepFound(trx);
    afterCommit(trx, () => publishChange(companyId, { model: "RoutingVisit", action: "update", ids: [id] }, tab));
  });
}

/**
 * Gives a visit the place that somebody chose. Coordinates count before the candidate: they are what was set last.
 * @returns its name. @throws AppError 403, 404, 409, 422 for no choice
 */
export async function choosePlace(
  session: CompanySession,
  input: { visitId: number; choice: string; coordinates: string },
  options: Options,
): Promise<string> {
  const visit = await visitToFix(session, input.visitId);
  const typed = input.coordinates.trim();
  const place = typed === "" ? candidatesOf(visit.candidates)[Number(input.choice || "-1")] : coordinatePair(typed);
  if (!place || !isOnGlobe(place)) {
    const field = typed === "" ? "choice" : "coordinates";
    const message = typed === "" ? CHOOSE : `Coordinates must be like 47.14, 9.52, not “${typed.slice(0, 40)}”`;
    throw new AppError("place.none", message, { status: 422, field });
  }
  await change(session, visit, { lat: normalizeLat(place.lat), lng: normalizeLng(place.lng) }, options);
  return visit.name;
}

/** Looks another text up and keeps it as the visit's address; what is found waits for a choice, however sure it is. */
export async function searchAgain(
  session: CompanySession,
  { visitId, address }: { visitId: number; address: string },
  options: Options,
): Promise<void> {
  const visit = await visitToFix(session, visitId);
  const companyId = session.company.id;
  const renamed = { ...visit, address };
  const { candidates } = await lookUp(renamed, await placeOfWarehouse(companyId, visit.warehouse_id));
  const state = candidates.length === 0 ? "unknown" : "question";
  const found = [foundFor(renamed, state, candidates)];
  if (address === visit.address) await withTransaction(db(), (trx) => keepGeocodes(trx, companyId, found, nowText()));
  // Together: with one of them alone the background would look the address up as well, and choose.
  else await change(session, visit, { address }, { ...options, found });
}

/** Leaves a visit for later: it comes after all others. */
export async function skipPlace(session: CompanySession, { visitId }: { visitId: number }): Promise<void> {
  const visit = await visitToFix(session, visitId);
  const found = foundFor(visit, "skipped", candidatesOf(visit.candidates));
  await withTransaction(db(), (trx) => keepGeocodes(trx, session.company.id, [found], nowText()));
}
