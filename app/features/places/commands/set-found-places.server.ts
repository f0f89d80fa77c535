import { visitToRow } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { updateVisits } from "~/db/repositories/visits.server";
import type { WaitingVisit } from "~/db/repositories/visit-geocodes.server";
import { withTransaction } from "~/db/transaction.server";
import { mergeChanges } from "~/domain/changes";
import type { Place } from "~/domain/place";
import { PLACES_KIND } from "~/domain/plan/change-kinds";
import { hasCoordinates, normalizeLat, normalizeLng } from "~/domain/validation/coordinates";
import { fieldChanges } from "~/domain/visit/change-fields";
import { changedVisit } from "~/domain/visit/changed-visit";
import { onItsRoute } from "~/domain/visit/visit-on-route";
import type { Visit } from "~/domain/visit/visit";
import { AppError } from "~/lib/errors";
import { changePlanFor } from "~/planner/change-plan.server";
import { visitsWithTheirRoutes } from "~/planner/load-visits.server";
import { lockWaiting } from "~/planner/waiting-visits.server";
import { nowText } from "~/services/now.server";

interface FoundPlace {
  visit: WaitingVisit;
  place: Place;
}

/** It still has no place, and the address that was looked up. */
const stillWaits = (now: Visit, { visit }: FoundPlace): boolean =>
  !hasCoordinates(now) && now.address === visit.address && now.postcode === visit.postcode;

const placeFields = (now: Visit, { place }: FoundPlace) =>
  changedVisit({ lat: normalizeLat(place.lat), lng: normalizeLng(place.lng) }, now);

/**
 * Gives visits their places: one change of each plan, which can be undone there.
 * @returns the visits that have theirs now; others were changed meanwhile, or may not be changed
 */
export async function setFoundPlaces(companyId: number, found: readonly FoundPlace[]): Promise<Set<number>> {
  const set = new Set<number>();
  for (const planId of new Set(found.map(({ visit }) => visit.plan_id))) {
    const own = found.filter(({ visit }) => visit.plan_id === planId);
    const done = await (planId === null ? setWithoutPlan(companyId, own) : setInPlan(companyId, planId, own)).catch(
      (error: unknown) => {
        // A plan that refuses, or is gone: its visits wait for somebody to decide.
        if (error instanceof AppError && error.status < 500) return [];
        throw error;
      },
    );
    for (const id of done) set.add(id);
  }
  return set;
}

async function setInPlan(companyId: number, planId: number, found: readonly FoundPlace[]): Promise<number[]> {
  const visitIds = found.map(({ visit }) => visit.id);
  const { accepted } = await changePlanFor<{ visits: Visit[] }, { placed: number[] }>(
    { companyId, userId: null },
    {
      kind: PLACES_KIND,
      planId,
      subject: { visitIds },
      load: async (trx) => ({ visits: await visitsWithTheirRoutes(trx, companyId, visitIds) }),
      decide: (state) => {
        const parts = found.flatMap((one) => {
          const visit = state.visits.find(({ id }) => id === one.visit.id);
          if (!visit || visit.planId !== planId || !stillWaits(visit, one)) return [];
          const decision = fieldChanges(onItsRoute(state, visit), placeFields(visit, one));
          return decision.ok ? [decision.changes] : [];
        });
        const changes = mergeChanges(parts);
        const placed = changes.visits.map(({ id }) => id);
        return { ok: true, changes, visitIds: placed, placed };
      },
    },
  );
  return accepted.placed;
}

const setWithoutPlan = (companyId: number, found: readonly FoundPlace[]): Promise<number[]> =>
  withTransaction(db(), async (trx) => {
    const visitIds = found.map(({ visit }) => visit.id);
    const { waiting } = await lockWaiting(trx, companyId, visitIds);
    const changes = waiting.flatMap((now) => {
      const one = found.find(({ visit }) => visit.id === now.id);
      return one && stillWaits(now, one) ? [{ id: now.id, ...visitToRow(placeFields(now, one).set) }] : [];
    });
    await updateVisits(trx, companyId, changes, nowText());
    return changes.map(({ id }) => id);
  });
