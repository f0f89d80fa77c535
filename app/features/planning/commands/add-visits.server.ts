import type { CompanySession } from "~/auth/session.server";
import { authorize } from "~/auth/actor.server";
import { db } from "~/db/database.server";
import { insertNewVisits } from "~/db/planning-changes.server";
import { assertReferences } from "~/db/repositories/scoped.server";
import { withTransaction } from "~/db/transaction.server";
import { planningChanges } from "~/domain/changes";
import type { NewVisit } from "~/domain/changes";
import { accept, refusalError } from "~/domain/decision";
import type { Refusal } from "~/domain/decision";
import { phoneFault } from "~/domain/visit/change-fields";
import { VisitSource } from "~/domain/visit/visit-source";
import { changePlan } from "~/planner/change-plan.server";
import type { ChangedPlan, EditOptions } from "~/planner/change-plan.server";
import { noVisits } from "~/planner/load-visits.server";
import { publishChange } from "~/realtime/publisher.server";
import { nowText } from "~/services/now.server";
import { atVisit } from "../visit-field-changes";
import { newVisitOf } from "../visit-fields";
import type { AddedVisit, VisitInput } from "../visit-schemas";
import { withCompanyDefaults } from "./visit-defaults.server";

interface AddVisitsInput {
  /** null: they wait for a plan */
  planId: number | null;
  visits: readonly AddedVisit[];
}

const NO_PLAN = { id: 0, companyId: 0, warehouseId: null };

/** @throws AppError 422 @param at where the fault of a visit is told */
async function newVisit(
  session: CompanySession,
  given: VisitInput,
  at: (fault: Refusal) => Refusal = (fault) => fault,
): Promise<NewVisit> {
  const fault = phoneFault(given.recipientPhone);
  if (fault !== null) throw refusalError(at(fault));
  const visit = newVisitOf(await withCompanyDefaults(session, given), NO_PLAN);
  const source = session.key === null ? VisitSource.Web : VisitSource.Api;
  return { ...visit, companyId: session.company.id, planId: null, source };
}

/** What comes from outside beside the form's fields: under which id the sender knows it, and where it waits. */
async function newVisits(session: CompanySession, visits: readonly AddedVisit[]): Promise<NewVisit[]> {
  const made: NewVisit[] = [];
  for (const [index, { externalId, sourceId, warehouseId, ...given }] of visits.entries()) {
    const visit = await newVisit(session, given, (fault) => atVisit(fault, index));
    made.push({ ...visit, externalId: externalId || null, sourceId: sourceId || null, warehouseId });
  }
  return made;
}

/** Without a route until somebody plans them. */
const addToPlan = (
  session: CompanySession,
  planId: number,
  visits: readonly NewVisit[],
  options: EditOptions,
): Promise<ChangedPlan> =>
  changePlan(
    session,
    {
      kind: visits.length === 1 ? "visit.add" : "visits.add",
      action: "visit.create",
      planId,
      subject: {},
      load: noVisits,
      decide: ({ plan }) =>
        accept(
          planningChanges({
            createVisits: visits.map((visit) => ({ ...visit, planId: plan.id, warehouseId: plan.warehouseId })),
          }),
        ),
    },
    options,
  );

/** A new visit of the plan. @throws AppError 403, 404 (plan, template), 409, 422 */
export async function addVisit(
  session: CompanySession,
  { planId, ...given }: VisitInput & { planId: number },
  options: EditOptions,
): Promise<ChangedPlan> {
  authorize(session, "visit.create", { companyId: session.company.id });
  return addToPlan(session, planId, [await newVisit(session, given)], options);
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
  const { createdVisitIds } = await addToPlan(session, planId, made, { tab });
  return { visitIds: [...createdVisitIds] };
}
