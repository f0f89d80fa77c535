/** What the forms of planning give to its commands. */
import { PlanSettings, RouteSettings } from "~/features/planning/schemas";
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

/** What the settings form posts of fields that are empty. */
const EMPTY_DAY: Posted = {
  workHourStart: "",
  workHourEnd: "",
  hasBreaks: "",
  breakStart: "",
  breakEnd: "",
  breakDuration: "",
  speedPercent: "",
};
const EMPTY_PLAN: Posted = {
  ...EMPTY_DAY,
  squashDuration: "",
  solvingTime: "",
  exploration: "",
  visitBalanceCoefficient: "",
  avoidTolls: "0",
  avoidHighways: "0",
};

/** A whole form of a plan's settings. */
export function planSettings(fields: Posted) {
  const form = fromForm(PlanSettings, { planId: 1, ...EMPTY_PLAN, ...fields });
  const { planId: _planId, version: _version, seen: _seen, ...input } = form;
  return input;
}

/** A whole form of a route's settings. */
export const routeSettings = (fields: Posted) => fromForm(RouteSettings, { ...EMPTY_DAY, maxDistance: "", ...fields });

/** Of a form that lets vehicles be chosen where `vehicleIds` is there. */
export const newPlan = ({ vehicleIds, ...fields }: Posted) =>
  formInput(
    PLANNING_ACTIONS["plan.create"],
    vehicleIds === null || vehicleIds === undefined ? fields : { ...fields, chooseVehicles: "1", vehicleIds },
  );
