/** Everything that users and programs can do, each thing once. */
import { ADMIN_ACTIONS } from "./admin/actions.server";
import { BILLING_ACTIONS, BILLING_ADMIN_ACTIONS } from "./billing/actions.server";
import { CALCULATION_ACTIONS } from "./calculations/actions.server";
import { API_KEY_ACTIONS, COMPANY_ACTIONS, GENERAL_ACTIONS } from "./company/actions.server";
import { DRIVER_ACTIONS } from "./driver/actions.server";
import { EXPORT_ACTIONS } from "./exports/actions.server";
import { IMPORT_ACTIONS } from "./imports/actions.server";
import { COMPLETION_ACTIONS, REST_OF_ROUTE_ACTIONS, SAMPLE_ACTIONS, SUGGESTION_ACTIONS } from "./joined-actions.server";
import { MESSAGE_ACTIONS } from "./messages/actions.server";
import { FIX_PLACE_ACTIONS, PLACE_ACTIONS } from "./places/actions.server";
import { PAGES_ACTIONS } from "./pages/actions.server";
import { PLANNING_ACTIONS } from "./planning/actions.server";
import { PROFILE_ACTIONS } from "./profile/actions.server";
import { RECIPIENT_ACTIONS } from "./recipients/actions.server";
import { RESOURCE_ACTIONS } from "./resources/actions.server";
import { TEAM_ACTIONS } from "./team/actions.server";
import { TRACKING_ACTIONS } from "./tracking/actions.server";
import { WEBHOOK_ACTIONS } from "./webhooks/actions.server";

export const REGISTRY = {
  ...PLANNING_ACTIONS,
  ...SUGGESTION_ACTIONS,
  ...CALCULATION_ACTIONS,
  ...REST_OF_ROUTE_ACTIONS,
  ...DRIVER_ACTIONS,
  ...IMPORT_ACTIONS,
  ...EXPORT_ACTIONS,
  ...RESOURCE_ACTIONS,
  ...RECIPIENT_ACTIONS,
  ...GENERAL_ACTIONS,
  ...COMPANY_ACTIONS,
  ...MESSAGE_ACTIONS,
  ...BILLING_ACTIONS,
  ...BILLING_ADMIN_ACTIONS,
  ...API_KEY_ACTIONS,
  ...WEBHOOK_ACTIONS,
  ...TEAM_ACTIONS,
  ...TRACKING_ACTIONS,
  ...SAMPLE_ACTIONS,
  ...COMPLETION_ACTIONS,
  ...PROFILE_ACTIONS,
  ...PLACE_ACTIONS,
  ...FIX_PLACE_ACTIONS,
  ...ADMIN_ACTIONS,
  ...PAGES_ACTIONS,
};
export type ActionName = keyof typeof REGISTRY;
