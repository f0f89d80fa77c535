/**
 * What the forms of each page can do: actions of one area or of several, and where the page goes then. They are made
 * here and not in the routes' own modules: a call there would stay in what browsers load.
 */
import type { LeftOut } from "~/domain/left-out";
import { imageFormAction } from "~/http/actions/image-form-action.server";
import { LIST_PAGE, pageAction } from "~/http/actions/page-action.server";
import type { PageOfActions } from "~/http/actions/page-action.server";
import type { Actions } from "~/http/actions/define-actions.server";
import { paths } from "~/paths";
import { ADMIN_COMPANIES_ACTIONS, ADMIN_SITE_ACTIONS, GENERATOR_ACTIONS } from "./admin/actions.server";
import {
  HISTORY_ACTIONS,
  PLAN_CALCULATION_ACTIONS,
  PROPOSAL_ACTIONS,
  ROUTE_CALCULATION_ACTIONS,
} from "./calculations/actions.server";
import { BILLING_ACTIONS, BILLING_ADMIN_ACTIONS } from "./billing/actions.server";
import { API_KEY_ACTIONS, COMPANY_ACTIONS, GENERAL_ACTIONS } from "./company/actions.server";
import { companyPictures } from "./company/company-pictures";
import { proposalIdOf } from "./calculations/schemas";
import {
  ATTACHMENT_ACTIONS,
  PUSH_ACTIONS,
  ROAD_TASK_ACTIONS,
  ROUTE_REPORT_ACTIONS,
  VISIT_DONE_ACTIONS,
  VISIT_REPORT_ACTIONS,
} from "./driver/actions.server";
import { proofPageAction, visitFilesAction } from "./driver/visit-files-action.server";
import { EXPORT_COLUMNS_ACTIONS } from "./exports/actions.server";
import { DRIVER_IMPORT_ACTIONS, SHEET_ACTIONS, WAREHOUSE_IMPORT_ACTIONS } from "./imports/actions.server";
import { fileFormAction } from "./imports/file-form.server";
import { SheetParams } from "./imports/schemas";
import { COMPLETION_ACTIONS, REST_OF_ROUTE_ACTIONS, SAMPLE_ACTIONS, SUGGESTION_ACTIONS } from "./joined-actions.server";
import { LISTED_VISIT_ACTIONS } from "./planning/actions/listed-visit-actions.server";
import { ONE_PLAN_ACTIONS, PLAN_LIST_ACTIONS, UNDO_ACTIONS } from "./planning/actions/plan-actions.server";
import { ROUTE_ACTIONS } from "./planning/actions/route-actions.server";
import { PLAN_VISIT_ACTIONS, VISIT_ACTIONS, VISIT_FIELDS_ACTIONS } from "./planning/actions/visit-actions.server";
import { MESSAGE_ACTIONS } from "./messages/actions.server";
import { FIX_PLACE_ACTIONS } from "./places/actions.server";
import { PAGES_ACTIONS } from "./pages/actions.server";
import { planOfRoute } from "./planning/route-page/plan-of-route.server";
import { planIdOf, routeIdOf, visitIdOf } from "./planning/schemas";
import {
  OWN_COMPANIES_ACTIONS,
  OWN_PROFILE_ACTIONS,
  REMOVED_USER_ACTIONS,
  USER_ACTIONS,
  USER_COMPANIES_ACTIONS,
} from "./profile/actions.server";
import { UserParams } from "./profile/schemas";
import { userPictures } from "./profile/user-pictures.server";
import { LINK_ACTIONS, RECIPIENT_REQUEST_ACTIONS } from "./recipients/actions.server";
import { VEHICLE_ACTIONS, WAREHOUSE_ACTIONS } from "./resources/actions.server";
import { TEAM_ACTIONS } from "./team/actions.server";
import { TRACKING_ACTIONS } from "./tracking/actions.server";
import { WEBHOOK_ACTIONS } from "./webhooks/actions.server";

interface Bulk {
  leftOut: readonly LeftOut[];
}

const OF_VISITS: Actions = {
  ...VISIT_ACTIONS,
  ...VISIT_FIELDS_ACTIONS,
  ...VISIT_DONE_ACTIONS,
  ...VISIT_REPORT_ACTIONS,
};
const OF_ROUTES: Actions = {
  ...UNDO_ACTIONS,
  ...ROUTE_ACTIONS,
  ...ROUTE_CALCULATION_ACTIONS,
  ...ROUTE_REPORT_ACTIONS,
  ...OF_VISITS,
  "tracking.revoke_visit": LINK_ACTIONS["tracking.revoke_visit"],
};

type Query = Record<string, string | number | undefined>;

/** A page of one plan. @param path its address */
const planPage = (path: (planId: number, query?: Query) => string): PageOfActions => ({
  given: (params) => ({ planId: planIdOf(params) }),
  page: ({ planId = 0 }) => ({ href: (query) => path(planId, query), afterPlanRemoved: paths.planningMain() }),
  here: ({ planId = 0 }) => path(planId),
});

/** A driver's own name and phone, where they are missing, and what their browser is told. */
export const driverHomeAction = pageAction({ ...COMPLETION_ACTIONS, ...PUSH_ACTIONS }, {});

export const planListAction = pageAction(
  {
    ...PLAN_LIST_ACTIONS,
    ...SAMPLE_ACTIONS,
    ...COMPLETION_ACTIONS,
    "plan.rename": ONE_PLAN_ACTIONS["plan.rename"],
    "plan.complete": ONE_PLAN_ACTIONS["plan.complete"],
    "plan.remove": ONE_PLAN_ACTIONS["plan.remove"],
  },
  LIST_PAGE,
);

export const planAction = proofPageAction(
  { ...ONE_PLAN_ACTIONS, ...PLAN_CALCULATION_ACTIONS, ...PLAN_VISIT_ACTIONS, ...OF_ROUTES },
  planPage(paths.plan),
);

export const routeAction = proofPageAction(OF_ROUTES, {
  async given(params, session) {
    const routeId = routeIdOf(params);
    return { routePage: routeId, planId: await planOfRoute(session, routeId) };
  },
  page: ({ routePage = 0, planId = 0 }) => ({
    href: (query) => paths.route(routePage, query),
    afterRouteRemoved: paths.plan(planId),
  }),
  here: ({ routePage = 0 }, name) => (Object.hasOwn(UNDO_ACTIONS, name) ? undefined : paths.route(routePage)),
});

export const failedAction = proofPageAction(OF_VISITS, planPage(paths.failed));

export const unservedAction = pageAction(SUGGESTION_ACTIONS, {
  given: (params) => ({ planId: planIdOf(params) }),
  page: ({ planId = 0 }) => ({ href: (query) => paths.unserved(planId, query) }),
});

export const proposalAction = pageAction(PROPOSAL_ACTIONS, {
  given: (params) => ({ queryId: proposalIdOf(params) }),
});

export const visitsListAction = pageAction<Bulk>(LISTED_VISIT_ACTIONS, LIST_PAGE);

/** Single fields of the visit as they are left, its pictures, and "done" with its proof. */
export const visitAction = (args: Parameters<typeof visitFilesAction>[0]) =>
  visitFilesAction(
    args,
    { ...VISIT_FIELDS_ACTIONS, ...VISIT_DONE_ACTIONS, ...ATTACHMENT_ACTIONS },
    { given: (params) => ({ visitId: visitIdOf(params) }) },
  );

export const vehiclesAction = pageAction<Bulk>(VEHICLE_ACTIONS, LIST_PAGE);
/** Tracking: what needs attention. */
export const trackingAction = pageAction({
  ...ROAD_TASK_ACTIONS,
  ...REST_OF_ROUTE_ACTIONS,
  ...TRACKING_ACTIONS,
  ...RECIPIENT_REQUEST_ACTIONS,
});
/** The live page of one route, and of one visit. */
export const linkAction = pageAction(LINK_ACTIONS);
export const moveStopAction = pageAction(TRACKING_ACTIONS);

export const warehousesAction = (args: Parameters<typeof fileFormAction>[0]) =>
  fileFormAction(args, { ...WAREHOUSE_ACTIONS, ...WAREHOUSE_IMPORT_ACTIONS }, LIST_PAGE);
export const teamAction = (args: Parameters<typeof fileFormAction>[0]) =>
  fileFormAction(args, { ...TEAM_ACTIONS, ...DRIVER_IMPORT_ACTIONS }, LIST_PAGE);
export const settingsAction = pageAction(COMPANY_ACTIONS);
export const messagesAction = pageAction(MESSAGE_ACTIONS);
export const generalAction = (args: Parameters<typeof imageFormAction>[0]) =>
  imageFormAction(args, GENERAL_ACTIONS, ({ company }) => companyPictures(company.id));
/** Platform admins agree on packages in the company that they have opened. */
export const billingAction = pageAction({ ...BILLING_ACTIONS, ...BILLING_ADMIN_ACTIONS });
export const billingAdminAction = pageAction(BILLING_ADMIN_ACTIONS);
export const apiKeysAction = pageAction(API_KEY_ACTIONS);
export const webhooksAction = pageAction(WEBHOOK_ACTIONS);
export const fixPlacesAction = pageAction(FIX_PLACE_ACTIONS);
export const historyAction = pageAction(HISTORY_ACTIONS);
/** One import: its columns, its rows, and that it is carried out. */
export const sheetAction = pageAction(SHEET_ACTIONS, {
  given: (params) => ({ sheet_id: SheetParams.parse(params).sheetId }),
  here: ({ sheet_id = 0 }) => paths.sheet(sheet_id),
});

/** The columns of exported plans: chosen in the plan's dialog without scripts, they lead back to the plan. */
export const exportColumnsAction = pageAction(EXPORT_COLUMNS_ACTIONS, {
  given: (params) => ({ planId: planIdOf(params) }),
  here: ({ planId = 0 }) => paths.plan(planId),
});

export const profileAction = (args: Parameters<typeof imageFormAction>[0]) =>
  imageFormAction(args, OWN_PROFILE_ACTIONS, userPictures, {
    here: () => paths.profile(),
  });
export const profileCompaniesAction = pageAction(OWN_COMPANIES_ACTIONS);
/** Another account, of the page's address. */
export const userAction = pageAction(USER_ACTIONS, {
  given: (params) => ({ user_id: UserParams.parse(params).userId }),
  here: ({ user_id = 0 }) => paths.userProfile(user_id),
});
/** The companies of that account. */
export const userCompaniesAction = pageAction(USER_COMPANIES_ACTIONS, {
  given: (params) => ({ user_id: UserParams.parse(params).userId }),
  here: ({ user_id = 0 }) => paths.userCompanies(user_id),
});
/** All companies of the platform, of which one is opened, and left again. */
/** Accounts that were removed have no page of their own. */
export const adminUsersAction = pageAction(REMOVED_USER_ACTIONS);
export const adminCompaniesAction = pageAction(ADMIN_COMPANIES_ACTIONS);
export const adminDashboardAction = pageAction(ADMIN_SITE_ACTIONS);
/** Both acts lead back to the page that they were about. */
export const adminPagesAction = pageAction(PAGES_ACTIONS);
export const generatorAction = pageAction(GENERATOR_ACTIONS);
