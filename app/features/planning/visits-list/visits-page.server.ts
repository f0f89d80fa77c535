import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { visitFromRow } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { listDrivers } from "~/db/repositories/members.server";
import { listVehicles } from "~/db/repositories/vehicles.server";
import { surroundingsOf } from "~/db/repositories/visit-lists.server";
import { findVisit } from "~/db/repositories/visits.server";
import { listWarehouses } from "~/db/repositories/warehouses.server";
import { can } from "~/domain/access/permissions";
import { memberName } from "~/domain/access/person-name";
import { titleAndPlate, vehicleName } from "~/domain/vehicle/vehicle";
import { chosenOf, dialogOf, listOf, listRequest } from "~/http/list-request.server";
import { services } from "~/services/container.server";
import { askedVisits, listItem } from "./asked-visits.server";
import { chosenVisits } from "./chosen-visits.server";
import { chosenColumns } from "./visits-columns";
import { isNarrowed } from "./visits-filter";

/** Of a filter's list. */
const MOST_OPTIONS = 500;

/** Whom and what the list can be narrowed to. */
async function filterOptions(companyId: number) {
  const [drivers, vehicles, warehouses] = await Promise.all([
    listDrivers(db(), companyId),
    listVehicles(db(), companyId, { first: MOST_OPTIONS }),
    listWarehouses(db(), companyId, { first: MOST_OPTIONS }),
  ]);
  return {
    drivers: drivers.map((member) => ({ value: String(member.id), label: memberName(member) })),
    vehicles: vehicles.rows.map((vehicle) => ({
      value: String(vehicle.id),
      label: titleAndPlate(vehicle) || vehicleName(vehicle),
    })),
    warehouses: warehouses.rows.map(({ id, title }) => ({ value: String(id), label: title })),
  };
}

/**
 * Every visit of the company, newest first, and the waiting one that a dialog of the list is about.
 * @throws AppError 403
 */
export async function loadVisitsPage(session: CompanySession, request: Request) {
  const companyId = session.company.id;
  authorize(session, "visit.list", { companyId });
  const asked = listRequest(request);
  const { filter, planned, page, isFigure } = await askedVisits(companyId, request);
  const found = await page(asked.page);
  const around = await surroundingsOf(db(), companyId, found.rows);
  const dialog = dialogOf(request);
  const subject = dialog.id === null ? undefined : await findVisit(db(), companyId, dialog.id);
  return {
    list: {
      ...listOf(asked, found, (row) => listItem(row, around)),
      narrowed: asked.search !== "" || planned !== undefined || isNarrowed(filter),
    },
    filter,
    /** by itself it stands by days then, and not by a column */
    isFigure,
    options: await filterOptions(companyId),
    columns: chosenColumns(request),
    /** a visit in a plan is changed there */
    subject: subject && subject.plan_id === null ? visitFromRow(subject) : null,
    chosen: await chosenVisits(companyId, chosenOf(request, ["edit-visits", "remove-visits"])),
    map: services().baseMaps.current(session.user.settings.map),
    rights: {
      update: can(session.actor, "visit.update"),
      remove: can(session.actor, "visit.remove"),
      import: can(session.actor, "import.run"),
    },
  };
}
export type VisitsPageData = Awaited<ReturnType<typeof loadVisitsPage>>;
