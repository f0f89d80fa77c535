/** What the dispatcher does to one visit. Done, failed and on route again are the driver's commands too. */
import type { CompanySession } from "~/auth/session.server";
import type { Db } from "~/db/client.server";
import { applyChanges } from "~/domain/apply-changes";
import { db } from "~/db/database.server";
import { confirmationTemplatesWithRemoved } from "~/db/repositories/confirmation-templates.server";
import { getVisit } from "~/db/repositories/visits.server";
import type { Action } from "~/domain/access/permissions";
import type { Decision } from "~/domain/decision";
import type { PlanningChanges } from "~/domain/changes";
import { fieldChanges } from "~/domain/visit/change-fields";
import type { Visit } from "~/domain/visit/visit";
import { visitOf } from "~/domain/visit/visit-on-route";
import type { VisitInPlan } from "~/domain/visit/visit-on-route";
import { isLocationVisit } from "~/domain/visit/visit-order";
import { removeVisit as decideRemove } from "~/domain/visit/visit-transitions";
import { visitTypeLabel } from "~/domain/visit/visit-type";
import { isChangedSince } from "~/domain/validation/stale-fields";
import type { FieldTexts } from "~/domain/validation/stale-fields";
import { AppError } from "~/lib/errors";
import type { VisitInput } from "../visit-schemas";
import { formChanges } from "../visit-field-changes";
import { visitFieldsOf, visitFormValues } from "../visit-fields";
import { changePlan } from "~/planner/change-plan.server";
import type { ChangedPlan, EditOptions } from "~/planner/change-plan.server";
import { visitsWithTheirRoutes } from "~/planner/load-visits.server";
import { moveVisits } from "./selection-commands.server";
import { staleVisit } from "./stale-visit.server";
import { withCompanyDefaults } from "./visit-defaults.server";
import { textsInUnits } from "~/domain/unit-fields";

interface VisitChange {
  kind: string;
  action: Action;
  visitId: number;
  fields?: boolean;
  /** titles of templates that a refusal names */
  titles?: (trx: Db, visit: Visit) => Promise<TemplateTitles>;
}
type TemplateTitles = ReadonlyMap<number, string>;

/** @throws AppError 404 when the company has no such visit, 409 when it stands in no plan */
async function changeVisit(
  session: CompanySession,
  { kind, action, visitId, fields, titles }: VisitChange,
  options: EditOptions,
  decide: (found: VisitInPlan, titles: TemplateTitles) => Decision<PlanningChanges>,
): Promise<ChangedPlan> {
  const companyId = session.company.id;
  const row = await getVisit(db(), companyId, visitId);
  if (row.plan_id === null) throw new AppError("visit.no_plan", "The visit is in no plan.", { status: 409 });
  return changePlan(
    session,
    {
      kind,
      action,
      planId: row.plan_id,
      subject: { visitIds: [visitId], fields },
      load: async (trx) => {
        const visits = await visitsWithTheirRoutes(trx, companyId, [visitId]);
        const visit = visits.find(({ id }) => id === visitId);
        return { visits, titles: (visit && (await titles?.(trx, visit))) ?? new Map<number, string>() };
      },
      decide: (state) => decide(visitOf(state, visitId), state.titles),
    },
    options,
  );
}

/**
 * Saves single fields of a visit. Another field that somebody changed meanwhile is no conflict; the same one is, and
 * says what stands there now.
 * @param seen what the fields showed before, as `visitFormValues` writes them
 * @returns also what the form's fields show of the stored visit
 * @throws AppError 409 'plan.changed'
 */
export async function updateVisitFields(
  session: CompanySession,
  input: { visitId: number; fields: Partial<VisitInput>; seen: FieldTexts },
  options: EditOptions,
): Promise<ChangedPlan & { stored: Record<string, string> }> {
  const fields = await withCompanyDefaults(session, input.fields);
  const { seen } = input;
  const changed = await changeVisit(
    session,
    {
      kind: "visit.update",
      action: "visit.update",
      visitId: input.visitId,
      titles: (trx, visit) => changedTemplate(trx, visit, seen),
    },
    { tab: options.tab },
    (found, templates) => {
      const changed = visitFieldsOf(fields, found.visit);
      const stale = staleVisit("plan.changed", found.visit, changed.set, { seen, units: session.units, templates });
      return stale === null ? fieldChanges(found, changed) : { ok: false, error: stale };
    },
  );
  const { visit } = visitOf(changed.state, input.visitId);
  const stored = applyChanges({ visits: [visit] }, changed.changes).visits[0]!;
  return { ...changed, stored: textsInUnits(visitFormValues(stored), session.units) };
}

/** The title of the visit's template, where somebody else has chosen it since the form showed another one. */
async function changedTemplate(trx: Db, visit: Visit, seen: FieldTexts): Promise<TemplateTitles> {
  const { companyId, confirmationTemplateId: id } = visit;
  if (id === null || !isChangedSince("confirmationTemplateId", seen, visitFormValues(visit))) return new Map();
  return new Map((await confirmationTemplatesWithRemoved(trx, companyId, [id])).map(({ id, title }) => [id, title]));
}

export async function updateVisit(
  session: CompanySession,
  given: VisitInput & { visitId: number },
  options: EditOptions,
): Promise<ChangedPlan> {
  const input = await withCompanyDefaults(session, given);
  return changeVisit(
    session,
    { kind: "visit.update", action: "visit.update", visitId: input.visitId, fields: true },
    options,
    (found) => formChanges(found, input),
  );
}

/** Deletes a visit, or ('detach') only takes it out of the plan. @returns also its name */
export async function removeVisit(
  session: CompanySession,
  input: { visitId: number; choice: "delete" | "detach" },
  options: EditOptions,
): Promise<ChangedPlan & { name: string }> {
  const changed = await changeVisit(
    session,
    { kind: "visit.remove", action: "visit.remove", visitId: input.visitId },
    options,
    ({ visit, route, plan }) => decideRemove(visit, route, plan, input.choice),
  );
  const { visit } = visitOf(changed.state, input.visitId);
  return { ...changed, name: isLocationVisit(visit) ? visit.name : visitTypeLabel(visit.type) };
}

interface MoveVisitInput {
  visitId: number;
  /** null: off its route */
  toRouteId: number | null;
  /** 1 is the first stop; undefined: the end of the route */
  position?: number | undefined;
}

/** To another place of its route, to another route, or off its route. */
export const moveVisit = (
  session: CompanySession,
  { visitId, ...to }: MoveVisitInput,
  options: EditOptions,
): Promise<ChangedPlan> => moveVisits(session, { visitIds: [visitId], ...to }, options);
