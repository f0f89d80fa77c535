import { randomBytes } from "node:crypto";
import type { Db } from "~/db/client.server";
import { insertOrder } from "~/db/repositories/billing-orders.server";
import { noteBilled } from "~/db/repositories/billings.server";
import { beginExport } from "~/db/repositories/company-exports.server";
import { insertApiKey } from "~/db/repositories/api-keys.server";
import * as appliedCommands from "~/db/repositories/applied-commands.server";
import * as auditLog from "~/db/repositories/audit-log.server";
import * as attachments from "~/db/repositories/attachments.server";
import * as templates from "~/db/repositories/confirmation-templates.server";
import * as planChanges from "~/db/repositories/plan-changes.server";
import * as queries from "~/db/repositories/calculations.server";
import { insertFormatJob } from "~/db/repositories/format-jobs.server";
import * as push from "~/db/repositories/push.server";
import { insertSession } from "~/db/repositories/sessions.server";
import { addRoadTask, addSettledRoadTask, listOpenRoadTasks } from "~/db/repositories/road-tasks.server";
import { saveReply } from "~/db/repositories/recipient-replies.server";
import { keepMessageContact, setStopped } from "~/db/repositories/message-contacts.server";
import { keepMessageText } from "~/db/repositories/message-texts.server";
import { addMessage, messagesOfVisit } from "~/db/repositories/recipient-messages.server";
import { raiseLinkRevision } from "~/db/repositories/tracking-links.server";
import { browserSubscription } from "../../helpers/push-service";
import { reportTask } from "../../helpers/report-tasks";
import { removeRoutes } from "~/db/repositories/routes.server";
import * as sampleDays from "~/db/repositories/sample-days.server";
import * as sheetRows from "~/db/repositories/sheet-rows.server";
import * as sheets from "~/db/repositories/sheets.server";
import * as columns from "~/db/repositories/spreadsheet-columns.server";
import { addDelivery } from "~/db/repositories/webhook-deliveries.server";
import { insertEndpoint } from "~/db/repositories/webhook-endpoints.server";
import { addSeconds } from "~/domain/time/utc-text";
import { TEST_EVENT, WEBHOOK_EVENT_NAMES } from "~/domain/webhooks/webhook-events";
import { RoadTaskKind } from "~/domain/tracking/road-task";
import { keepGeocodes } from "~/db/repositories/visit-geocodes.server";
import { removeVisits } from "~/db/repositories/visits.server";
import { createCompany, createVisit, createRoute, createVisits, NOW } from "../../factories/company";
import type { TestCompany } from "../../factories/company";

/** A company with a row for everything that a repository can be asked for. */
export interface Other extends TestCompany {
  sessionId: number;
  subscriptionId: number;
  toldId: number;
  attachmentId: number;
  apiKeyId: number;
  newKeyId: number;
  templateId: number;
  changeId: number;
  /** of a further change, which can be redone */
  undoId: number;
  queryId: number;
  jobId: number;
  runningId: number;
  sheetId: number;
  sheetRowId: number;
  roadTaskId: number;
  messageId: number;
  droppedMessageId: number;
  contactId: number;
  endpointId: number;
  exportId: number;
  /** waits */
  deliveryId: number;
  /** has ended */
  endedDeliveryId: number;
  liveRouteId: number;
  /** of a visit that nobody has served */
  predictionId: number;
  countryId: number;
  removedRouteId: number;
  removedVisitId: number;
  orderId: number;
  billingId: number;
}

const EVERY_EVENT = WEBHOOK_EVENT_NAMES.join();

/** Who holds the running calculation, and sends to the endpoint. */
export const LOCK = "their-worker";
/** External id of a visit and of the warehouse. */
export const EXTERNAL_ID = "their-id";
/** No other company has anything there. */
const COUNTRY = "AT";
/** Of the plan, and of nobody else's. */
export const PLAN_TITLE = "Their plan";

/** To the recipient of a visit. */
export const MESSAGE = {
  kind: "next",
  channel: "mail",
  day: "2026-11-23",
  contact: "theirs@test.example",
  nextTryAt: NOW,
  reason: null,
} as const;
export const CONTACT = { channel: "mail", contact: "theirs@test.example" } as const;
export const TEXT = { language: "de", kind: "next", subject: "Theirs", mail: "Theirs", sms: "Theirs" } as const;

/** Waits for its approval. */
const ORDER = {
  package: "optimization_monthly",
  visits: 1000,
  months: 1,
  amount_cents: 5000,
  provider: "invoice",
  status: "open",
  user_id: null,
} as const;

export async function createOther(db: Db): Promise<Other> {
  const made = await createCompany(db);
  const orderId = await insertOrder(db, made.companyId, ORDER, NOW);
  const billing = await db("company_billings").where({ company_id: made.companyId }).first("id");
  await noteBilled(db, made.companyId, [made.visitIds[0]!], "2026-11-01");
  const { companyId: id, planId, routeId, warehouseId, ownerId } = made;
  await db("routing_plans").where({ id: planId }).update({ title: PLAN_TITLE });
  await db("routing_visits").where({ id: made.visitIds[0]! }).update({ external_id: EXTERNAL_ID });
  await createVisit(db, id, { plan_id: planId, route_id: routeId, type: "S", status: 4, completed_at: NOW });
  await db("warehouses").where({ id: warehouseId }).update({ external_id: EXTERNAL_ID, country_code: COUNTRY });
  const runningId = await queries.insertQueuedCalculation(db, id, { input: "{}", plan_id: planId }, NOW);
  await db("routing_queries")
    .where({ id: runningId })
    .update({ status: "running", locked_by: LOCK, locked_until: NOW });
  const change = { planId, userId: ownerId, kind: "x", planVersion: 2, before: 1, after: 2 };
  const undone = await planChanges.recordPlanChange(db, id, change, NOW);
  const undoId = await planChanges.recordPlanChange(
    db,
    id,
    { ...change, kind: "plan.undo", planVersion: 3, isUndoing: true },
    NOW,
  );
  await planChanges.markUndone(db, id, undone, undoId, NOW);
  await appliedCommands.applyOnce(
    db,
    id,
    { commandId: "theirs", command: "x", userId: null },
    NOW,
    async () => "secret",
  );
  await db("applied_commands").where({ company_id: id }).update({ claimed_by: "their claim" });
  const done = { commandId: "theirs, done", command: "x", userId: null };
  await appliedCommands.claimCommand(db, id, done, { by: "their claim", now: NOW, lapsed: NOW });
  await appliedCommands.markDone(db, id, "theirs, done", { by: "their claim", now: NOW });
  await auditLog.insertLogEntryAcrossCompanies(db, {
    company_id: id,
    user_id: ownerId,
    api_key_id: null,
    who: "Olga Owner",
    by_platform: 0,
    action: "plan.rename",
    outcome: "done",
    times: 1,
    model: "Plan",
    ids: `[${planId}]`,
    changes: null,
    ip: null,
    user_agent: null,
    request_id: null,
    created_at: NOW,
  });
  await sampleDays.insertSampleDay(db, id, ownerId, NOW);
  const about = { planId, routeId, visitId: made.visitIds[0]! };
  await addRoadTask(db, id, reportTask("theirs", {}, about), NOW);
  const roadTaskId = (await listOpenRoadTasks(db, id, { limit: 1 }))[0]!.id;
  await createRoute(db, id, planId, { status: 4 });
  const seen = { ...about, key: "their seen", kind: RoadTaskKind.Seen, details: { key: "late:1" } };
  await addSettledRoadTask(db, id, seen, { outcome: "seen", userId: ownerId }, NOW);
  const message = { ...MESSAGE, visitId: made.visitIds[0]!, routeId };
  await addMessage(db, id, message, NOW);
  await addMessage(db, id, { ...message, kind: "failed", nextTryAt: null, reason: "too_late" }, NOW);
  const [dropped, waiting] = await messagesOfVisit(db, id, made.visitIds[0]!);
  await addMessage(db, id, { ...message, kind: "out_for_delivery", nextTryAt: null }, NOW);
  await db("recipient_messages")
    .where({ company_id: id, kind: "out_for_delivery" })
    .update({ state: "sent", sent_at: NOW });
  const contact = await keepMessageContact(db, id, { ...CONTACT, language: "de" }, NOW);
  await setStopped(db, id, contact.id, NOW, NOW);
  await keepMessageText(db, id, TEXT, NOW);
  const position = { company_id: id, route_id: routeId, taken_at: NOW, lat: 47.1, lng: 9.5 };
  await db("vehicle_positions").insert(position);
  await db("latest_positions").insert(position);
  const takenAway = { company_id: id, member_id: made.driverId, route_id: routeId, taken_at: NOW };
  await db("stops_taken_away").insert([takenAway, { ...takenAway, visit_id: made.visitIds[0]! }]);
  await db("live_routes").insert({ company_id: id, route_id: routeId, seen_at: NOW, since: NOW, duration: 5 });
  const { id: liveRouteId } = (await db("live_routes").where({ route_id: routeId }).first("id")) as { id: number };
  const predicted = { company_id: id, route_id: routeId, begins: "{}", created_at: NOW, updated_at: NOW };
  const promised = { promised_from: NOW, promised_to: NOW, promised_width: 0 };
  const [visit1, visit2] = made.visitIds as [number, number];
  await db("visit_predictions").insert({ ...predicted, ...promised, visit_id: visit1 });
  await db("visit_predictions").insert({
    ...predicted,
    ...promised,
    visit_id: visit2,
    began_at: NOW,
    began_by: "none",
  });
  const { id: predictionId } = (await db("visit_predictions").where({ visit_id: visit1 }).first("id")) as {
    id: number;
  };
  await db("eta_widths").insert({ company_id: id, widths: "[]", visits: 1, made_at: NOW });
  const figures = { company_id: id, plan_id: made.planId };
  await db("plan_figures").insert({ ...figures, service_date: "2026-11-23", version: 1 });
  await db("route_figures").insert({ ...figures, route_id: routeId, service_date: "2026-11-23", visits: 2 });
  await db("visit_figures").insert({ ...figures, visit_id: visit1, judged: 1 });
  await raiseLinkRevision(db, id, { kind: "route", id: routeId }, NOW);
  const session = {
    user_id: made.driverUserId,
    company_id: id,
    hash: `session of ${id}`,
    session_version: 1,
    user_agent: "",
    expires_at: "2100-01-01 00:00:00",
  };
  const sessionId = await insertSession(db, session, NOW);
  const { target } = browserSubscription("https://push.example/theirs");
  const subscriptionId = await push.putSubscription(db, id, { memberId: made.driverId, sessionId, ...target }, NOW);
  const untold = { now: NOW, until: NOW, told: null };
  const told = await push.claimNewTold(db, id, { subscriptionId, routeId }, untold);
  await saveReply(db, id, made.visitIds[0]!, { comment: "theirs" }, NOW);
  const placeless = { address: "Their lane 1", source: 2, lat: null, lng: null };
  const [asked1 = 0] = await createVisits(db, id, [placeless, { ...placeless, address: "Their lane 2" }]);
  const lookedUp = {
    visitId: asked1,
    address: "Their lane 1",
    postcode: "",
    state: "unknown",
    candidates: "[]",
  } as const;
  await keepGeocodes(db, id, [lookedUp], NOW);
  const templateId = await templates.insertConfirmationTemplate(db, id, { title: "Theirs" }, NOW);
  const changeId = await planChanges.recordPlanChange(db, id, { ...change, userId: null }, NOW);
  await planChanges.recordPlanChange(db, id, { ...change, userId: made.driverUserId }, NOW);
  const country = (await db("countries").where({ code: COUNTRY }).first("id")) as { id: number };
  const asked = {
    input: "{}",
    plan_id: planId,
    route_id: routeId,
    country_id: country.id,
    plan_version: 1,
    difference: "[]",
  };
  const queryId = await queries.insertQueuedCalculation(db, id, asked, NOW);
  const job = { format: "vrp-long", input: "{}", user_id: null, api_key_id: null } as const;
  const jobId = await insertFormatJob(db, id, job, NOW);
  await db("routing_queries")
    .where({ id: await queries.insertQueuedCalculation(db, id, asked, NOW) })
    .update({ status: "proposed" });
  await db("routing_routes").where({ id: routeId }).update({ retime: 1 });
  const removedRouteId = await createRoute(db, id, planId, {});
  await removeRoutes(db, id, [removedRouteId], NOW);
  const [removedVisitId] = await createVisits(db, id, [
    { plan_id: planId },
    { plan_id: null, warehouse_id: warehouseId },
    { plan_id: planId, route_id: routeId, status: 5 },
    { plan_id: planId, route_id: routeId, type: "S" },
  ]);
  await removeVisits(db, id, [removedVisitId!], NOW);
  const key = {
    name: "Theirs",
    hash: randomBytes(32).toString("hex"),
    value: "x",
    hint: "ffff",
    scopes: "read",
    created_by: ownerId,
  };
  const listener = { url: "https://theirs.example/", note: "", events: EVERY_EVENT, secret: "x", secret_by: ownerId };
  const endpointId = await insertEndpoint(db, id, listener, NOW);
  await db("webhook_endpoints").where({ id: endpointId }).update({ claim: LOCK });
  const tried = { type: TEST_EVENT, data: { company_id: id, message: "theirs" } } as const;
  const endedDeliveryId = await addDelivery(db, id, endpointId, tried, NOW);
  await db("webhook_deliveries").where({ id: endedDeliveryId }).update({ state: "failed", next_try_at: null });
  return {
    orderId,
    billingId: billing!.id,
    ...made,
    endpointId,
    exportId: await beginExport(db, id, null, { now: NOW, until: addSeconds(NOW, 60) }),
    endedDeliveryId,
    deliveryId: await addDelivery(db, id, endpointId, tried, NOW),
    apiKeyId: await insertApiKey(db, id, key, true, NOW),
    newKeyId: await insertApiKey(db, id, { ...key, hash: randomBytes(32).toString("hex") }, false, NOW),
    sessionId,
    subscriptionId,
    toldId: told!.id,
    roadTaskId,
    messageId: waiting!.id,
    droppedMessageId: dropped!.id,
    contactId: contact.id,
    liveRouteId,
    predictionId,
    runningId,
    undoId,
    templateId,
    changeId,
    queryId,
    jobId,
    removedRouteId,
    removedVisitId: removedVisitId!,
    attachmentId: await attachments.insertAttachment(
      db,
      id,
      { visit_id: made.visitIds[0]!, path: "a.jpg", type: "photo" },
      NOW,
    ),
    ...(await createSheet(db, made, country.id)),
    countryId: country.id,
  };
}

/** Of every file and every plan, this row became the company's first visit. */
export const SHEET_ROW = {
  sheet: 0,
  row: 2,
  entity: "visit",
  outcome: "created",
  noted: 1,
  match_key: EXTERNAL_ID,
  cells: "[]",
  notes: null,
  vehicle_id: null,
} as const;
export const FILE_HASH = "their-file";

async function createSheet(db: Db, { companyId, planId, visitIds }: TestCompany, countryId: number) {
  const file = { plan_id: planId, country_id: countryId, file_hash: FILE_HASH };
  const sheetId = await sheets.insertSheet(db, companyId, { title: "Theirs", ...file }, NOW);
  await sheetRows.insertSheetRows(db, companyId, sheetId, [{ ...SHEET_ROW, visit_id: visitIds[0]! }]);
  await db("routing_visits").where({ id: visitIds[0]! }).update({ lat: null, lng: null });
  const row = (await db("routing_sheet_rows").where({ sheet_id: sheetId }).first("id")) as { id: number };
  await columns.rememberColumns(db, companyId, "visit", [{ header: "their header", field: "name", chosen: true }], NOW);
  return {
    sheetId,
    sheetRowId: row.id,
  };
}
