/** Every call of the API: the resource family of each area, the calls beside it, and each action by its name. */
import type { ApiCall } from "~/http/api/api-call.server";
import { performAction } from "~/http/actions/perform-action.server";
import { callsOfActions } from "~/http/api/action-call.server";
import { callsByPath } from "~/http/api/answer-api.server";
import type { ApiCalls } from "~/http/api/answer-api.server";
import { documentCalls } from "~/http/api/document-calls.server";
import { familyOf } from "~/http/api/family.server";
import { ACCOUNT_CALLS } from "./accounts/calls.server";
import { REGISTRY } from "./actions.server";
import { ADMIN_CALLS } from "./admin/api-calls.server";
import { CALCULATION_CALLS, CALCULATION_RESOURCES } from "./calculations/resources.server";
import { companyCalls } from "./company/company-calls.server";
import { REFERENCE_CALLS } from "./company/reference-calls.server";
import { COMPANY_RESOURCES } from "./company/resources.server";
import { DRIVER_CALLS, DRIVER_RESOURCES } from "./driver/api-calls.server";
import { attachmentByPath } from "./driver/queries/attachment-file.server";
import { exportCalls } from "./exports/api-calls.server";
import { FORMAT_CALLS } from "./formats/api-calls.server";
import { IMPORT_CALLS, IMPORT_RESOURCES } from "./imports/api-calls.server";
import { PLACE_CALLS } from "./places/api-calls.server";
import { planningResources } from "./planning/resources.server";
import { OWN_ACCOUNT_CALLS } from "./profile/own-account-calls.server";
import { USER_CALLS } from "./profile/users-calls.server";
import { RESOURCE_RESOURCES } from "./resources/resources.server";
import { TEAM_RESOURCES } from "./team/resources.server";
import { billingCalls } from "./billing/calls.server";
import { WEBHOOK_CALLS, WEBHOOK_RESOURCES } from "./webhooks/calls.server";

/** Some records are changed by the actions of several areas. */
const act = performAction.bind(null, REGISTRY);

export const RESOURCES = [
  ...RESOURCE_RESOURCES,
  ...planningResources(act),
  ...CALCULATION_RESOURCES,
  ...IMPORT_RESOURCES,
  ...DRIVER_RESOURCES,
  ...COMPANY_RESOURCES,
  ...TEAM_RESOURCES,
  ...WEBHOOK_RESOURCES,
];

const CALLS: readonly ApiCall[] = [
  ...RESOURCES.flatMap(familyOf),
  ...CALCULATION_CALLS,
  ...IMPORT_CALLS,
  ...exportCalls(attachmentByPath),
  ...DRIVER_CALLS,
  ...PLACE_CALLS,
  ...companyCalls(act),
  ...billingCalls(act),
  ...REFERENCE_CALLS,
  ...WEBHOOK_CALLS,
  ...FORMAT_CALLS,
  ...ACCOUNT_CALLS,
  ...USER_CALLS,
  ...OWN_ACCOUNT_CALLS,
  ...ADMIN_CALLS,
  ...callsOfActions(REGISTRY),
];

export const API: ApiCalls = callsByPath([...CALLS, ...documentCalls(CALLS)]);
