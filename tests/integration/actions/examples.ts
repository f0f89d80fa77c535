import type { ActionName } from "~/features/actions.server";
import type { TeamInvitations } from "../../factories/team";
import { browserSubscription } from "../../helpers/push-service";
import type { Desk } from "../planning/desk";

/** Ids that a desk doesn't come with. */
export interface More extends TeamInvitations {
  templateId: number;
  attachmentId: number;
  taskId: number;
  /** a recipient's wish for another window */
  requestId: number;
  queryId: number;
  waitingId: number;
  /** imported, looked up, and without a place */
  placelessId: number;
  /** an uploaded file of one sheet */
  sheetId: number;
  /** of another file, whose rows are checked */
  sheetRowId: number;
  apiKeyId: number;
  /** of the generator, which belongs to no company */
  runId: number;
  /** another company, which is deleted */
  closedId: number;
  webhookId: number;
  /** ended */
  deliveryId: number;
  /** waits for its approval */
  orderId: number;
}

type Input = Readonly<Record<string, unknown>>;

const DAY = { startLocationType: "W", endLocationType: "N", workHourStart: "08:00", workHourEnd: "17:00" };
const PLACE = { lat: 47.15, lng: 9.52 };

/** What each action takes, of one company. */
export const examplesOf = (desk: Desk, more: More): Record<ActionName, Input> => {
  const { planId, vehicleId, warehouseId, driverId } = desk;
  const plan = { planId };
  const route = { routeId: desk.first };
  const visit = { visitId: desk.a };
  const visits = { visitIds: [desk.a, desk.b] };
  const company = { company_id: desk.companyId };
  const file = { ...company, file_name: "a.xlsx" };
  const listed = { ids: [more.waitingId], versions: [] };
  return {
    "plan.create": { title: "Tuesday", warehouseId, serviceDate: "2026-11-24", vehicleIds: [vehicleId] },
    "profile.complete": {
      name: "Ann",
      phone: "+423 232 12 34",
      company_country_id: 1,
      company_title: "Ann's",
      industry_id: 1,
      warehouse_address: "Vaduz",
      warehouse_lat: PLACE.lat,
      warehouse_lng: PLACE.lng,
    },
    "company.create": { title: "Second" },
    "company.open": company,
    "company.leave": {},
    "company.restore": { company_id: more.closedId },
    "site.announce": {},
    "public_page.save": { page: "terms", seen: 0, title: "Terms", body: "## Ours" },
    "public_page.restore": { page: "privacy", seen: 0, version: 0 },
    "generator.start": { title: "Training", companies: 1, plans: 1, vehicles: 2, visits: 5, ...PLACE, radius_km: 5 },
    "generator.remove": { run_id: more.runId },
    "company.activate": {},
    "company.deactivate": {},
    "company.comment": { admin_comment: "Pays late" },
    // Of another title: the company is needed by the other examples.
    "company.remove": { title: "Not this one", password: "" },
    "profile.update": { name: "Ann", phone: "+423 232 12 34" },
    "profile.help_chat": { agrees: false },
    "profile.preferences": { map: "openstreetmap" },
    "profile.clock": { dev_custom_time: true, dev_start_time: "2027-03-01T08:00", dev_speed_factor: 60 },
    "profile.password": { old_password: "old", new_password: "a new one 1234" },
    "profile.image": {},
    "company.update": { title: "Third", country_id: 1, industry_id: 2 },
    "company.image": {},
    "company.remove_image": {},
    "profile.remove_image": {},
    "profile.mail_password": {},
    "identity.unlink": { identity_id: 1 },
    "session.end": { session_id: 1 },
    "sessions.end_others": {},
    "user.add_company": { user_id: desk.ownerId, title: "Third" },
    "user.update": { user_id: desk.ownerId, name: "Ann" },
    "user.change_email": { user_id: desk.ownerId, email: "ann@test.example", verified: true },
    "user.verify": { user_id: desk.ownerId },
    "user.send_verification": { user_id: desk.ownerId },
    "user.set_password": { user_id: desk.ownerId, new_password: "a new one 1234" },
    "user.ban": { user_id: desk.driverUserId },
    "user.unban": { user_id: desk.driverUserId },
    "user.remove": { user_id: desk.driverUserId },
    "user.erase": { user_id: desk.driverUserId, title: "Dora Driver" },
    "user.remove_second_factor": { user_id: desk.ownerId },
    "user.comment": { user_id: desk.ownerId, admin_comment: "Calls on Mondays" },
    "sample_day.remove": {},
    "first_steps.hide": {},
    "plan.rename": { ...plan, title: "Renamed" },
    "plan.complete": { ...plan, completed: true },
    "plan.remove": plan,
    "plan.duplicate": { ...plan, title: "Again", serviceDate: "2026-11-25" },
    "plan.dispatch": plan,
    "plan.settings": { ...plan, ...DAY, solvingTime: 10 },
    "plan.return_to_warehouse": plan,
    "plan.remove_visits": plan,
    "plan.approve": plan,
    "plan.start_routes": { ...plan, routeIds: [desk.first], confirmed: true },
    "route.add": { ...plan, vehicleIds: [vehicleId] },
    "drivers.set": { ...plan, drivers: [{ routeId: desk.first, driverId }] },
    "calculation.discard": { ...plan, changeId: 1 },
    "plan.undo": plan,
    "plan.redo": plan,
    "route.approve": route,
    "route.lock": route,
    "route.reset": route,
    "route.empty": route,
    "route.remove_visits": route,
    "route.remove": route,
    "route.change": { ...route, driverId },
    "route.settings": { ...route, ...DAY, maxDistance: 100 },
    "visit.add": { ...plan, name: "New", ...PLACE },
    "visits.add": { ...plan, visits: [{ name: "One", externalId: "E-1", ...PLACE }, { name: "Two" }] },
    "visits.edit": {
      planId: desk.planId,
      visits: [
        { visitId: desk.a, name: "Edit" },
        { visitId: desk.b, toRouteId: desk.second },
      ],
    },
    "visit.update_fields": { ...visit, name: "Field" },
    "visit.update": { ...visit, name: "Whole", ...PLACE },
    "visit.move": { ...visit, toRouteId: desk.second, position: 1 },
    "visit.unassign": visit,
    "visits.move": { ...visits, toRouteId: desk.second },
    "visits.unassign": visits,
    "visits.window": { ...visits, startTime: "08:00", endTime: "16:00" },
    "visits.update": { ...visits, packageLoad: 2 },
    "visits.remove": { ...visits, choice: "delete" },
    "visit.remove": { ...visit, choice: "delete" },
    "visit.debug": { ...visit, position: 3 },
    "waiting_visit.update": { visitId: more.waitingId, name: "Waits", ...PLACE },
    "waiting_visit.remove": { visitId: more.waitingId },
    "listed_visits.update": { ...listed, packageLoad: 2 },
    "listed_visits.remove": { ...listed, choice: "delete" },
    "suggestion.apply": { ...plan, ...visit, change: "none", amount: 5 },
    "calculation.start": { ...plan, anew: true },
    "calculation.store": { input: { fleet: { 1: { start_location: PLACE } }, visits: { 1: PLACE } }, ...plan },
    "calculation.cancel": plan,
    "calculation.keep": { ...plan, queryId: more.queryId },
    "route.calculate": route,
    "proposal.start": { ...plan, changeBudget: 3, routeIds: [desk.first] },
    "proposal.discard": { queryId: more.queryId },
    "proposal.apply": { queryId: more.queryId },
    "proposal.repeat": { queryId: more.queryId },
    "calculation.repeat": { id: more.queryId },
    "calculation.test_matrix": { id: more.queryId },
    "route-matrix": { ...company, visits: { 1: PLACE }, fleet: { 2: { start_location: PLACE } } },
    "calculation.stop": { id: more.queryId },
    "route.start": { ...route, confirmed: true },
    "route.finish": { ...route, confirmed: true },
    "visit.done": { ...visit, confirmed: true },
    "visit.failed": { ...visit, confirmed: true, failReasonId: 1 },
    "visit.on_route": { ...visit, confirmed: true },
    "attachments.add": visit,
    "road_task.apply": { taskId: more.taskId },
    "road_task.dismiss": { taskId: more.taskId },
    "push.subscribe": { ...browserSubscription("https://push.example/1").target },
    "push.unsubscribe": {},
    "recipient_pages.save": { photo: true },
    "recipient_request.accept": { taskId: more.requestId, place: 0, version: 0 },
    "recipient_request.decline": { taskId: more.requestId },
    "tracking.revoke_route": route,
    "tracking.revoke_visit": visit,
    "route.recalculate_rest": route,
    "attention.seen": { key: `late:${desk.a}` },
    "visit.move_on_road": { ...visit, toRouteId: desk.second, position: 1 },
    "attachment.remove": { attachmentId: more.attachmentId },
    "plan.export_columns": { columns: [{ field: "Name", header: "Kunde" }] },
    "routing-route.export": { plan_id: planId },
    "routing-query.export": { id: more.queryId },
    "routing-sheet.upload": { ...file, plan_id: planId, warehouse_id: warehouseId },
    "routing-sheet.upload-mapping": file,
    "routing-sheet.upload-visits": { ...file, plan_id: planId, warehouse_id: warehouseId },
    "routing-sheet.upload-plan": { ...file, plan_id: planId, warehouse_id: warehouseId },
    "routing-sheet.save-mapping": { sheet_id: more.sheetId, sheet: 0, entity: "visit", columns: ["name", null] },
    "routing-sheet.parse-visits": { ...company, sheet_id: more.sheetId, entities: ["visit"], start: true },
    "routing-sheet.apply-mapping": { ...company, sheet_id: more.sheetId, plan_id: planId, start: true },
    "routing-sheet.mend-rows": { sheet_id: more.sheetId, cells: [{ row_id: 1, column: 0, value: "A" }] },
    "routing-sheet.destroy": { sheet_id: more.sheetId },
    "api_key.regenerate": {},
    "api_key.create": { name: "Web shop", read: true },
    "api_key.revoke": { id: more.apiKeyId },
    "webhook.create": { url: "https://hooks.example.com/a", events: ["visit.done"] },
    "webhook.update": { id: more.webhookId, url: "https://hooks.example.com/b", note: "Shop", events: ["visit.done"] },
    "webhook.disable": { id: more.webhookId },
    "webhook.enable": { id: more.webhookId },
    "webhook.rotate_secret": { id: more.webhookId },
    "webhook.remove": { id: more.webhookId },
    "webhook.test": { id: more.webhookId },
    "webhook.resend": { deliveryId: more.deliveryId },
    "vehicle.create": { title: "Van", driver_id: driverId, warehouse_id: warehouseId },
    "vehicle.update": { id: vehicleId, title: "Van" },
    "vehicle.update_fields": { id: vehicleId, max_load: 500 },
    "vehicle.toggle": { id: vehicleId },
    "vehicle.remove": { id: vehicleId },
    "member.import": {},
    "warehouse.import": {},
    "warehouses.status": { ids: [warehouseId], status: false },
    "members.invite": { ids: [more.uninvitedId] },
    "members.status": { ids: [driverId], status: false },
    "vehicles.update": { ids: [vehicleId], max_load: 600 },
    "vehicles.remove": { ids: [vehicleId] },
    "warehouse.create": { title: "Depot", ...PLACE },
    "warehouse.update": { id: warehouseId, title: "Depot", ...PLACE },
    "warehouse.remove": { id: warehouseId },
    "defaults.save": {
      default_vehicle_start_hour: "08:00",
      default_vehicle_end_hour: "17:00",
      default_start_location_type: "W",
      default_end_location_type: "W",
      default_aim: "time",
    },
    "positions.keep": { positions_kept_days: 14 },
    "proofs.keep": { proofs_kept_days: 365 },
    "fail_reasons.save": { reasons: [1, 2] },
    "messages.save": { next_sms: true, quiet_start: "21:00", quiet_end: "07:00", sender: "Ann's", language: "de" },
    "message_text.save": { language: "de", kind: "next", subject: "Bald da", mail: "Bis bald", sms: "Bis bald {stop}" },
    "message_text.reset": { language: "de", kind: "next" },
    "messages.test": { language: "de", kind: "next", channel: "mail" },
    "billing.order": { months: 1, visits: 1000 },
    "billing.withdraw": { order_id: more.orderId },
    "billing.confirm": { order_id: more.orderId },
    "billing.cancel": {},
    "billing_order.approve": { billing_order_id: more.orderId },
    "billing_order.reject": { billing_order_id: more.orderId },
    "billing.update_custom": {
      billed_company_id: desk.companyId,
      visits_limit: 5000,
      visits_period: "yearly",
      custom_cost_per_visit: 0.01,
      custom_discount: 10,
      start_date: "2026-11-01",
      end_date: "2027-11-01",
    },
    "confirmation.save": { delivery_confirmation: true, settings: { to_door: { photo: 1, signature: 0 } } },
    "template.create": { title: "Door", settings: {} },
    "template.update": { id: more.templateId, title: "Door" },
    "template.remove": { id: more.templateId },
    "member.create": { name: "Ines" },
    "member.update": { id: driverId, name: "Ines" },
    "member.remove": { id: driverId },
    "member.invite": { id: more.uninvitedId },
    "member.withdraw": { id: more.invitedId },
    "member.allow_account": { id: more.askingId },
    "member.refuse_account": { id: more.askingId },
    "company.hand_over": { id: more.joinedId },
    "sample_day.load": {},
    "address.suggest": { text: "Landstr" },
    "address.details": { suggestion: "x" },
    "address.at": PLACE,
    "address.locate": { address: "Landstrasse 1, Schaan" },
    "country.list": {},
    "country-areas.list": {},
    "place.choose": { visitId: more.placelessId, coordinates: "47.14, 9.52" },
    "place.search": { visitId: more.placelessId, address: "Landstrasse 1, Schaan" },
    "place.skip": { visitId: more.placelessId },
  };
};

/**
 * The fields of these that hold ids of the company, or lists of them; each is asked about with another company's. Left
 * out is what counts as "no such row" of one's own, which is answered in other words: a change of a plan.
 */
export const ID_FIELDS = [
  "id",
  "ids",
  "planId",
  "plan_id",
  "routeId",
  "routeIds",
  "visitId",
  "visitIds",
  "toRouteId",
  "vehicleId",
  "vehicleIds",
  "warehouseId",
  "warehouse_id",
  "company_id",
  "sheet_id",
  "driverId",
  "driver_id",
  "queryId",
  "attachmentId",
  "taskId",
  "order_id",
  "drivers",
] as const;
