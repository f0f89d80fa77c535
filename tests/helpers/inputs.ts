/** What the forms of planning give to its commands. */
import { PlanSettings } from "~/features/planning/schemas";
import { AddVisit, sharedFieldsOf, UpdateVisitFields } from "~/features/planning/visit-schemas";
import { PLANNING_ACTIONS } from "~/features/planning/actions.server";
import { formInput, fromForm } from "./forms";
import type { Posted } from "./forms";

export function visitInput(fields: Posted) {
  const { planId: _planId, version: _version, ...input } = fromForm(AddVisit, { planId: 1, ...fields });
  return input;
}

export function visitFields(fields: Posted) {
  const { visitId: _visitId, seen: _seen, ...input } = fromForm(UpdateVisitFields, { visitId: 1, ...fields });
  return input;
}

/** Of the form for several visits. */
export function sharedFields(fields: Posted) {
  const form = formInput(PLANNING_ACTIONS["visits.update"], { visitIds: "1", ...fields });
  const { visitIds: _visitIds, version: _version, ...input } = form;
  return sharedFieldsOf(input);
}

export function planSettings(fields: Posted) {
  const { planId: _planId, version: _version, ...input } = fromForm(PlanSettings, { planId: 1, ...fields });
  return input;
}

/** Of a form that lets vehicles be chosen where `vehicleIds` is there. */
export const newPlan = ({ vehicleIds, ...fields }: Posted) =>
  formInput(
    PLANNING_ACTIONS["plan.create"],
    vehicleIds === null || vehicleIds === undefined ? fields : { ...fields, chooseVehicles: "1", vehicleIds },
  );
