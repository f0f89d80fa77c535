import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { findPlan } from "~/db/repositories/plans.server";
import { getSheet } from "~/db/repositories/sheets.server";
import { countToFix, countUnasked, listVisitsToFix } from "~/db/repositories/visit-geocodes.server";
import { MAP_DEFAULT_CENTER } from "~/domain/constants";
import { distanceMeters } from "~/domain/validation/coordinates";
import { notFound } from "~/lib/errors";
import { services } from "~/services/container.server";
import { candidatesOf } from "../candidates-of";
import { placeOfWarehouse } from "../commands/geocode-waiting.server";
import { howSure, VISIT_PARAM } from "../fix-words";
import { formatDistance } from "~/domain/format-units";

const idIn = (params: URLSearchParams, name: string): number | undefined => {
  const id = Number(params.get(name) ?? "");
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
};

/** Visits without a sure place, of a plan, of an import or of the company, one of them with its candidates. */
export async function loadFixPage(session: CompanySession, request: Request) {
  const companyId = session.company.id;
  authorize(session, "visit.update", { companyId });
  const params = new URL(request.url).searchParams;
  const filter = { planId: idIn(params, "plan"), sheetId: idIn(params, "sheet") };
  const plan = filter.planId === undefined ? undefined : await findPlan(db(), companyId, filter.planId);
  if (filter.planId !== undefined && !plan) throw notFound("Plan");
  const sheet = filter.sheetId === undefined ? undefined : await getSheet(db(), companyId, filter.sheetId);
  const { geocoder } = services();
  const isReady = await geocoder.isReady();
  const wholeFilter = { ...filter, withUnasked: !isReady };
  const visits = await listVisitsToFix(db(), companyId, wholeFilter);
  const wanted = idIn(params, VISIT_PARAM);
  const shown = visits.find(({ id }) => id === wanted) ?? visits.find(({ state }) => state !== "skipped") ?? null;
  const warehouse = shown === null ? null : await placeOfWarehouse(companyId, shown.warehouse_id);
  return {
    plan: plan ? { id: plan.id, title: plan.title } : null,
    sheet: sheet ? { id: sheet.id, title: sheet.title } : null,
    toFix: await countToFix(db(), companyId, wholeFilter),
    waiting: isReady ? await countUnasked(db(), companyId, filter) : 0,
    isReady,
    attribution: geocoder.attribution,
    visits: visits.map(({ id, name, address, state }) => ({ id, name, address, state })),
    shown: shown && {
      id: shown.id,
      name: shown.name,
      address: shown.address,
      postcode: shown.postcode,
      state: shown.state,
      candidates: candidatesOf(shown.candidates).map(({ displayName, lat, lng, confidence }) => ({
        displayName,
        lat,
        lng,
        sure: howSure(confidence),
        away: warehouse
          ? `${formatDistance(distanceMeters(warehouse, { lat, lng }), session.units)} from the warehouse`
          : "",
      })),
    },
    center: warehouse ?? MAP_DEFAULT_CENTER,
    map: services().baseMaps.current(session.user.settings.map),
  };
}
export type FixPage = Awaited<ReturnType<typeof loadFixPage>>;
