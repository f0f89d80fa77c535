import type { CompanySession } from "~/auth/session.server";
import { authorize } from "~/auth/actor.server";
import { db } from "~/db/database.server";
import { insertNewVisits } from "~/db/planning-changes.server";
import { assertReferences } from "~/db/repositories/scoped.server";
import { withTransaction } from "~/db/transaction.server";
import { planningChanges } from "~/domain/changes";
import type { NewVisit } from "~/domain/changes";
import { accept, refusalError } from "~/domain/decision";
import { phoneFault } from "~/domain/visit/change-fields";
import { VisitSource } from "~/domain/visit/visit-source";
import { changePlan } from "~/planner/change-plan.server";
import { noVisits } from "~/planner/load-visits.server";
import { publishChange } from "~/realtime/publisher.server";
import { nowText } from "~/services/now.server";
import { atVisit } from "../visit-field-changes";
import { newVisitOf } from "../visit-fields";
import type { AddedVisit } from "../visit-schemas";
import { withCompanyDefaults } from "./visit-defaults.server";

export interface AddVisitsInput {
  /** null: they wait for a plan */
  planId: number | null;
  visits: readonly AddedVisit[];
}

const NO_PLAN = { id: 0, companyId: 0, warehouseId: null };

/** What comes from outside beside the form's fields: under which id the sender knows it, and where it waits. */
async function newVisits(session: CompanySession, visits: readonly AddedVisit[]): Promise<NewVisit[]> {
  const source = session.key === null ? VisitSource.Web : VisitSource.Api;
  const made: NewVisit[] = [];
  for (const [index, { externalId, sourceId, warehouseId, ...given }] of visits.entries()) {
    const fault = phoneFault(given.recipientPhone);
    if (fault !== null) throw refusalError(atVisit(fault, index));
    const visit = newVisitOf(await withCompanyDefaults(session, given), NO_PLAN);
    const ids = { externalId: externalId || null, sourceId: sourceId || null };
    made.push({ ...visit, ...ids, companyId: session.company.id, planId: null, warehouseId, source });
  }
  return made;
}

/**
 * New visits of a plan, or visits that wait for one; all of them, in one change.
 * @returns their ids, in their order
 * @throws AppError 403, 404 (plan, template, warehouse), 422 naming the visit
 */
export async function addVisits(
  session: CompanySession,
  { planId, visits }: AddVisitsInput,
  tab: string | undefined,
): Promise<{ visitIds: number[] }> {
  const companyId = session.company.id;
  authorize(session, "visit.create", { companyId });
  const made = await newVisits(session, visits);
  // A visit of a plan has the plan's warehouse; one that is named beside it must be the company's own all the same.
  const warehouses = visits.map(({ warehouseId }) => ({ warehouse_id: warehouseId }));
  await assertReferences(db(), companyId, warehouses);
  if (planId === null) {
    const visitIds = await withTransaction(db(), (trx) => insertNewVisits(trx, companyId, made, nowText()));
    publishChange(companyId, { model: "RoutingVisit", action: "create", ids: visitIds }, tab);
    return { visitIds };
  }
  const { createdVisitIds } = await changePlan(
    session,
    {
      kind: made.length === 1 ? "visit.add" : "visits.add",
      action: "visit.create",
      planId,
      subject: {},
      load: noVisits,
      decide: ({ plan }) =>
        accept(
          planningChanges({
            createVisits: made.map((visit) => ({ ...visit, planId: plan.id, warehouseId: plan.warehouseId })),
          }),
        ),
    },
    { tab },
  );
  return { visitIds: [...createdVisitIds] };
}
