import { isDeepStrictEqual } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import type { Db } from "~/db/client.server";
import { savePlanningChanges } from "~/db/planning-changes.server";
import * as apiLists from "~/db/repositories/api-lists.server";
import * as apiKeys from "~/db/repositories/api-keys.server";
import * as appliedCommands from "~/db/repositories/applied-commands.server";
import * as auditLog from "~/db/repositories/audit-log.server";
import * as attachments from "~/db/repositories/attachments.server";
import * as companies from "~/db/repositories/companies.server";
import * as templates from "~/db/repositories/confirmation-templates.server";
import * as messageContacts from "~/db/repositories/message-contacts.server";
import * as messageTexts from "~/db/repositories/message-texts.server";
import * as recipientMessages from "~/db/repositories/recipient-messages.server";
import * as liveRoutes from "~/db/repositories/live-routes.server";
import * as members from "~/db/repositories/members.server";
import * as planChanges from "~/db/repositories/plan-changes.server";
import type { Position } from "~/domain/position/position";
import { endAt } from "~/domain/position/trail";
import * as push from "~/db/repositories/push.server";
import * as positions from "~/db/repositories/positions.server";
import * as plans from "~/db/repositories/plans.server";
import * as queries from "~/db/repositories/calculations.server";
import * as queue from "~/db/repositories/calculation-queue.server";
import * as formatJobs from "~/db/repositories/format-jobs.server";
import * as roadState from "~/db/repositories/road-state.server";
import * as recipientReplies from "~/db/repositories/recipient-replies.server";
import * as roadTasks from "~/db/repositories/road-tasks.server";
import * as routes from "~/db/repositories/routes.server";
import * as firstSteps from "~/db/repositories/first-steps.server";
import * as sampleDays from "~/db/repositories/sample-days.server";
import * as sheetRows from "~/db/repositories/sheet-rows.server";
import * as sheets from "~/db/repositories/sheets.server";
import * as columns from "~/db/repositories/spreadsheet-columns.server";
import * as trackingLinks from "~/db/repositories/tracking-links.server";
import * as vehicles from "~/db/repositories/vehicles.server";
import * as counts from "~/db/repositories/visit-counts.server";
import * as visitGeocodes from "~/db/repositories/visit-geocodes.server";
import * as predictions from "~/db/repositories/visit-predictions.server";
import * as visits from "~/db/repositories/visits.server";
import * as warehouses from "~/db/repositories/warehouses.server";
import { planningChanges } from "~/domain/changes";
import { createCompany, NOW } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import {
  CONTACT,
  createOther,
  EXTERNAL_ID,
  FILE_HASH,
  LOCK,
  MESSAGE,
  PLAN_TITLE,
  SHEET_ROW,
  TEXT,
} from "./other-company";
import type { Other } from "./other-company";

const MODULES = {
  apiKeys,
  apiLists,
  appliedCommands,
  attachments,
  auditLog,
  companies,
  templates,
  roadState,
  roadTasks,
  liveRoutes,
  predictions,
  members,
  messageContacts,
  messageTexts,
  recipientMessages,
  planChanges,
  plans,
  positions,
  push,
  queries,
  queue,
  formatJobs,
  routes,
  sampleDays,
  firstSteps,
  sheets,
  sheetRows,
  columns,
  recipientReplies,
  trackingLinks,
  vehicles,
  counts,
  visitGeocodes,
  visits,
  warehouses,
};

/** When attempts write: a change that sets the same values shows by it. */
const LATER = "2026-11-21 07:00:00";

/** Where a route is heading to, of whomever they are. */
const heading = (route_id: number, visit_id: number | null) => ({
  row: {
    route_id,
    seen_version: 9,
    seen_plan_version: 9,
    seen_at: LATER,
    visit_id,
    visit_lat: 47.1,
    visit_lng: 9.5,
    told_arrival: null,
    reported_at: null,
  },
  keepsWay: false,
});

type Attempt = (db: Db, me: number, other: Other, mine: TestCompany) => Promise<unknown>;

/**
 * What company `me` tries with the other company's ids. Every attempt has to succeed for the company itself, and to end
 * with 404 or with nothing for another one.
 */
const POSITION: Position = {
  atSec: 1_800_000_000,
  lat: 47,
  lng: 9,
  memberId: null,
  accuracyM: null,
  headingDeg: null,
  speedKmh: null,
};

const ATTEMPTS: Record<string, Attempt | Attempt[]> = {
  "apiKeys.listApiKeys": (db, me) => apiKeys.listApiKeys(db, me),
  "apiLists.listRowsAfter": (db, me, o) =>
    apiLists.listRowsAfter(db, me, "vehicles", {
      where: { id: [o.vehicleId] },
      sort: { column: "title", descending: false },
      limit: 5,
    }),
  "apiKeys.findMainKey": (db, me) => apiKeys.findMainKey(db, me),
  "apiKeys.findNewKey": (db, me, o) => apiKeys.findNewKey(db, me, o.newKeyId, { by: o.ownerId, since: NOW }),
  "apiKeys.findApiKeyName": (db, me, o) => apiKeys.findApiKeyName(db, me, o.apiKeyId),
  "apiKeys.revokeApiKey": (db, me, o) => apiKeys.revokeApiKey(db, me, o.apiKeyId, LATER),
  "apiKeys.noteApiKeyUse": (db, me, o) => apiKeys.noteApiKeyUse(db, me, o.apiKeyId, LATER),
  "appliedCommands.findApplied": (db, me) => appliedCommands.findApplied(db, me, { commandId: "theirs", command: "x" }),
  "appliedCommands.keepAnswer": (db, me) => appliedCommands.keepAnswer(db, me, "theirs", "their claim", "changed"),
  "appliedCommands.leaveUnanswered": (db, me) => appliedCommands.leaveUnanswered(db, me, "theirs", "their claim"),
  "appliedCommands.markDone": (db, me) => appliedCommands.markDone(db, me, "theirs", { by: "their claim", now: NOW }),
  "appliedCommands.markUndone": (db, me) => appliedCommands.markUndone(db, me, "theirs, done", "their claim"),
  "appliedCommands.renewClaim": (db, me) =>
    appliedCommands.renewClaim(db, me, "theirs", { by: "their claim", now: LATER }),
  "appliedCommands.releaseCommand": (db, me) => appliedCommands.releaseCommand(db, me, "theirs", "their claim"),
  "auditLog.listLoggedActions": (db, me) => auditLog.listLoggedActions(db, me),
  "auditLog.listLogEntries": (db, me) => auditLog.listLogEntries(db, me, {}, 10),
  "auditLog.rowsForLog": (db, me, o) => auditLog.rowsForLog(db, "routing_plans", me, [o.planId]),
  "attachments.listAttachments": (db, me, o) => attachments.listAttachments(db, me, o.visitIds),
  "attachments.getAttachment": (db, me, o) => attachments.getAttachment(db, me, o.attachmentId),
  "attachments.findAttachmentByPath": (db, me) => attachments.findAttachmentByPath(db, me, "a.jpg"),
  "attachments.insertAttachment": (db, me, o) =>
    attachments.insertAttachment(db, me, { visit_id: o.visitIds[0]!, path: "x", type: "photo" }, LATER),
  "attachments.removeAttachment": (db, me, o) => attachments.removeAttachment(db, me, o.attachmentId),
  "templates.getConfirmationTemplate": (db, me, o) => templates.getConfirmationTemplate(db, me, o.templateId),
  "templates.confirmationTemplatesWithRemoved": (db, me, o) =>
    templates.confirmationTemplatesWithRemoved(db, me, [o.templateId]),
  "templates.listConfirmationTemplates": (db, me) => templates.listConfirmationTemplates(db, me),
  "templates.updateConfirmationTemplate": (db, me, o) =>
    templates.updateConfirmationTemplate(db, me, o.templateId, { title: "x" }, LATER),
  "templates.removeConfirmationTemplates": (db, me, o) =>
    templates.removeConfirmationTemplates(db, me, [o.templateId], LATER),
  "members.getMember": (db, me, o) => members.getMember(db, me, o.driverId),
  "members.findMember": (db, me, o) => members.findMember(db, me, o.driverId),
  "members.findMembers": (db, me, o) => members.findMembers(db, me, [o.driverId]),
  "members.findMemberOfUser": (db, me, o) => members.findMemberOfUser(db, me, o.driverUserId),
  "members.updateMember": (db, me, o) => members.updateMember(db, me, o.driverId, { is_admin: 1 }, LATER),
  "members.removeMember": (db, me, o) => members.removeMember(db, me, o.driverId),
  "roadTasks.addRoadTask": (["planId", "routeId", "visitId"] as const).map((field): Attempt => (db, me, o) => {
    const task = { key: `mine.${field}`, kind: "report", planId: null, routeId: null, visitId: null, details: {} };
    return roadTasks.addRoadTask(db, me, { ...task, [field]: field === "visitId" ? o.visitIds[0] : o[field] }, LATER);
  }),
  "recipientMessages.addMessage": (["visitId", "routeId"] as const).map((field): Attempt => (db, me, o, mine) => {
    const message = { ...MESSAGE, visitId: mine.visitIds[1]!, routeId: mine.routeId };
    const theirs = field === "visitId" ? { visitId: o.visitIds[1]! } : { routeId: o.routeId };
    return recipientMessages.addMessage(db, me, { ...message, ...theirs }, LATER);
  }),
  "recipientMessages.reviveMessage": (db, me, o) =>
    recipientMessages.reviveMessage(db, me, o.droppedMessageId, { contact: "x", nextTryAt: LATER }, LATER),
  "recipientMessages.messagesOfDay": (db, me, o) => recipientMessages.messagesOfDay(db, me, o.visitIds, MESSAGE.day),
  "recipientMessages.messagesOfVisit": (db, me, o) => recipientMessages.messagesOfVisit(db, me, o.visitIds[0]!),
  "recipientMessages.settleMessage": (db, me, o) =>
    recipientMessages.settleMessage(db, me, { id: o.messageId, attempts: 0 }, { state: "sent" }, LATER),
  "recipientMessages.routesChangedSince": (db, me, o) =>
    rolledBack(db, async (trx) => {
      await trx("routing_routes").where({ id: o.routeId }).update({ status: 4 });
      const days = { since: "2000-01-01 00:00:00", from: "2000-01-01", to: "2100-01-01" };
      return recipientMessages.routesChangedSince(trx, me, days);
    }),
  "messageContacts.findMessageContact": (db, me) => messageContacts.findMessageContact(db, me, CONTACT),
  "messageContacts.stoppedContacts": (db, me) => messageContacts.stoppedContacts(db, me, [CONTACT]),
  "messageContacts.setStopped": (db, me, o) => messageContacts.setStopped(db, me, o.contactId, null, LATER),
  "messageTexts.listMessageTexts": (db, me) => messageTexts.listMessageTexts(db, me),
  "messageTexts.findMessageText": (db, me) => messageTexts.findMessageText(db, me, TEXT),
  "messageTexts.removeMessageText": (db, me) => messageTexts.removeMessageText(db, me, TEXT),
  "positions.latestPositions": (db, me, o) => positions.latestPositions(db, me, [o.routeId]),
  "positions.findSharedRoute": (db, me, o) => positions.findSharedRoute(db, me, o.routeId),
  "positions.lockTrails": (db, me, o) => positions.lockTrails(db, me, new Map([[o.routeId, POSITION]])),
  "positions.storedTrail": (db, me, o) =>
    positions.storedTrail(db, me, o.routeId, { fromSec: 0, toSec: POSITION.atSec }),
  "positions.storeTrails": async (db, me, o) =>
    positions.storeTrails(db, me, [
      {
        routeId: o.routeId,
        rowId: (await db("latest_positions").where({ route_id: o.routeId }).first())!.id,
        end: endAt(POSITION),
        stored: [],
        thinned: [POSITION.atSec],
      },
    ]),
  "positions.trailsOf": (db, me, o) =>
    positions.trailsOf(db, me, [o.routeId], { from: "2000-01-01", to: "2100-01-01" }),
  "push.putSubscription": (db, me, o) =>
    push.putSubscription(
      db,
      me,
      { memberId: o.driverId, sessionId: o.sessionId, endpoint: "https://push.example/x", p256dh: "x", auth: "x" },
      LATER,
    ),
  "push.keepNewestSubscriptions": (db, me, o) => push.keepNewestSubscriptions(db, me, o.driverId, 0),
  "push.removeSubscriptionOfSession": (db, me, o) => push.removeSubscriptionOfSession(db, me, o.sessionId),
  "push.removeSubscription": (db, me, o) => push.removeSubscription(db, me, o.subscriptionId),
  "push.hasSubscription": (db, me, o) => push.hasSubscription(db, me, o.sessionId),
  "push.listSubscriptions": (db, me) => push.listSubscriptions(db, me, LATER),
  "push.listTold": (db, me, o) => push.listTold(db, me, o.subscriptionId),
  "push.claimNewTold": async (db, me, o, mine) => {
    await push.removeTold(db, me, o.toldId);
    const pair = { subscriptionId: o.subscriptionId, routeId: mine.routeId };
    return push.claimNewTold(db, me, pair, { now: LATER, until: LATER, told: null });
  },
  "push.claimTold": (db, me, o) =>
    push.claimTold(db, me, { id: o.toldId, due_at: NOW, told: null }, { now: LATER, until: "2026-11-21 08:00:00" }),
  "push.updateTold": (db, me, o) => push.updateTold(db, me, o.toldId, { attempts: 3 }, LATER),
  "push.removeTold": (db, me, o) => push.removeTold(db, me, o.toldId),
  "positions.thinnedTrailsOf": (db, me, o) =>
    positions.thinnedTrailsOf(db, me, [o.routeId], { from: "2000-01-01", to: "2100-01-01", most: 10 }),
  "roadTasks.listOpenRoadTasks": (db, me) => roadTasks.listOpenRoadTasks(db, me, { limit: 9 }),
  "roadTasks.countOpenRoadTasks": (db, me) => roadTasks.countOpenRoadTasks(db, me),
  "roadTasks.addSettledRoadTask": (db, me, o) =>
    roadTasks.addSettledRoadTask(
      db,
      me,
      { key: "k", kind: "seen", planId: null, routeId: o.routeId, visitId: null, details: {} },
      { outcome: "seen", userId: null },
      LATER,
    ),
  "roadTasks.listSettledRoadTasks": (db, me) =>
    roadTasks.listSettledRoadTasks(db, me, { kind: "seen", since: "2000-01-01", limit: 9 }),
  "roadTasks.getRoadTask": (db, me, o) => roadTasks.getRoadTask(db, me, o.roadTaskId),
  "roadTasks.settleRoadTask": (db, me, o) =>
    roadTasks.settleRoadTask(db, me, o.roadTaskId, { outcome: "done", userId: null }, LATER),
  "recipientReplies.findReply": (db, me, o) => recipientReplies.findReply(db, me, o.visitIds[0]!),
  "recipientReplies.saveReply": (db, me, o) =>
    recipientReplies.saveReply(db, me, o.visitIds[0]!, { comment: "mine" }, LATER),
  "roadTasks.listRoadTasksOfVisit": (db, me, o) => roadTasks.listRoadTasksOfVisit(db, me, o.visitIds[0]!, "report"),
  "trackingLinks.linkRevision": (db, me, o) => trackingLinks.linkRevision(db, me, { kind: "route", id: o.routeId }),
  "trackingLinks.raiseLinkRevision": (["route", "visit"] as const).map((kind): Attempt => (db, me, o) => {
    const id = kind === "route" ? o.routeId : o.visitIds[0]!;
    return trackingLinks.raiseLinkRevision(db, me, { kind, id }, LATER);
  }),
  "roadTasks.settleTasksOfVisit": (db, me, o) =>
    roadTasks.settleTasksOfVisit(
      db,
      me,
      { kind: "report", visitId: o.visitIds[0]! },
      { outcome: "done", userId: null },
      LATER,
    ),
  "planChanges.recordPlanChange": (db, me, o) =>
    planChanges.recordPlanChange(
      db,
      me,
      { planId: o.planId, userId: null, kind: "x", planVersion: 1, before: 1, after: 1 },
      LATER,
    ),
  "planChanges.listPlanChanges": (db, me, o) => planChanges.listPlanChanges(db, me, o.planId),
  "planChanges.listPlanChangeHeads": (db, me, o) => planChanges.listPlanChangeHeads(db, me, o.planId),
  "planChanges.findPlanChange": (db, me, o) => planChanges.findPlanChange(db, me, o.planId, o.changeId),
  "planChanges.lastUndoable": (db, me, o) => planChanges.lastUndoable(db, me, o.planId),
  "planChanges.lastUndoableHead": (db, me, o) =>
    planChanges.lastUndoableHead(db, me, o.planId, { userId: o.driverUserId }),
  "planChanges.markUndone": (db, me, o) => planChanges.markUndone(db, me, o.changeId, o.undoId, LATER),
  "planChanges.lastRedoable": (db, me, o) => planChanges.lastRedoable(db, me, o.planId, { userId: o.ownerId }),
  "planChanges.lastRedoableHead": (db, me, o) => planChanges.lastRedoableHead(db, me, o.planId, { userId: o.ownerId }),
  "planChanges.markRedone": (db, me, o) => planChanges.markRedone(db, me, o.undoId),
  "plans.getPlan": (db, me, o) => plans.getPlan(db, me, o.planId),
  "plans.findPlan": (db, me, o) => plans.findPlan(db, me, o.planId),
  "plans.listPlans": (db, me, o) => plans.listPlans(db, me, { warehouseId: o.warehouseId }),
  "plans.insertPlan": (db, me, o) =>
    plans.insertPlan(db, me, { title: "x", service_date: "2026-12-01", warehouse_id: o.warehouseId }, LATER),
  "plans.updatePlan": [
    (db, me, o) => plans.updatePlan(db, me, o.planId, null, { title: "x" }, LATER),
    (db, me, o) => plans.updatePlan(db, me, o.planId, 1, { title: "x" }, LATER),
    (db, me, o, mine) => plans.updatePlan(db, me, mine.planId, null, { warehouse_id: o.warehouseId }, LATER),
    (db, me, o, mine) => plans.updatePlan(db, me, mine.planId, null, { query_id: o.queryId }, LATER),
  ],
  "plans.touchPlan": (db, me, o) => plans.touchPlan(db, me, o.planId, null, LATER),
  "plans.lockPlan": (db, me, o) => plans.lockPlan(db, me, o.planId).then(() => true),
  "plans.removePlan": (db, me, o) => plans.removePlan(db, me, o.planId, LATER),
  "queries.countOpenSentCalculations": (db, me) => queries.countOpenSentCalculations(db, me),
  "queries.getCalculation": (db, me, o) => queries.getCalculation(db, me, o.queryId),
  "queries.findCalculationHead": (db, me, o) => queries.findCalculationHead(db, me, o.queryId),
  "queries.latestCalculationOfPlan": (db, me, o) => queries.latestCalculationOfPlan(db, me, o.planId),
  "queries.listOpenCalculationsOfPlan": (db, me, o) => queries.listOpenCalculationsOfPlan(db, me, o.planId),
  "queries.listCalculationHistory": (db, me, o) => queries.listCalculationHistory(db, me, { planId: o.planId }),
  "queries.listCalculatedPlans": (db, me) => queries.listCalculatedPlans(db, me),
  "queries.listCalculatedCountries": (db, me) => queries.listCalculatedCountries(db, me),
  "queries.insertQueuedCalculation": [
    (db, me, o) => queries.insertQueuedCalculation(db, me, { input: "{}", plan_id: o.planId }, LATER),
    (db, me, o) => queries.insertQueuedCalculation(db, me, { input: "{}", route_id: o.routeId }, LATER),
    (db, me, o) => queries.insertQueuedCalculation(db, me, { input: "{}", sheet_id: o.sheetId }, LATER),
  ],
  "queries.insertFinishedCalculation": (db, me, o) =>
    queries.insertFinishedCalculation(db, me, { input: "{}", plan_id: o.planId }, LATER),
  "queries.updateCalculation": (db, me, o) => queries.updateCalculation(db, me, o.queryId, { title: "x" }, LATER),
  "queries.differenceOfCalculation": (db, me, o) => queries.differenceOfCalculation(db, me, o.queryId),
  "queries.discardProposals": (db, me, o) => queries.discardProposals(db, me, o.planId, LATER),
  "queries.deleteCalculationsOfPlan": (db, me, o) => queries.deleteCalculationsOfPlan(db, me, o.planId),
  "queries.requestCancel": (db, me, o) => queries.requestCancel(db, me, o.queryId, LATER),
  "queue.heartbeat": (db, me, o) =>
    queue.heartbeat(db, { id: o.runningId, companyId: me, lockedBy: LOCK }, LATER).then((answer) => answer.held),
  "queue.finishCalculation": (db, me, o) =>
    queue.finishCalculation(db, { id: o.runningId, companyId: me, lockedBy: LOCK }, { status: "done" }, LATER),
  "queue.requeueAfterDeath": (db, me, o) =>
    queue.requeueAfterDeath(db, { id: o.runningId, companyId: me, lockedBy: LOCK }, LATER),
  "queue.releaseCalculation": (db, me, o) =>
    queue.releaseCalculation(db, { id: o.runningId, companyId: me, lockedBy: LOCK }, LATER),
  "formatJobs.insertFormatJob": (db, me, o) =>
    formatJobs.insertFormatJob(db, me, { format: "vrp", input: "{}", user_id: null, api_key_id: o.apiKeyId }, LATER),
  "formatJobs.findFormatJob": (db, me, o) => formatJobs.findFormatJob(db, me, o.jobId),
  "formatJobs.formatJobStatus": (db, me, o) => formatJobs.formatJobStatus(db, me, o.jobId),
  "formatJobs.countOpenFormatJobs": (db, me) => formatJobs.countOpenFormatJobs(db, me, ["vrp-long"]),
  "formatJobs.deleteFormatJob": (db, me, o) => formatJobs.deleteFormatJob(db, me, o.jobId),
  "liveRoutes.liveRoutesOf": (db, me, o) => liveRoutes.liveRoutesOf(db, me, [o.routeId]),
  "liveRoutes.noteHeadings": [
    (db, me, o) => liveRoutes.noteHeadings(db, me, [heading(o.routeId, null)]),
    (db, me, o, mine) => liveRoutes.noteHeadings(db, me, [heading(mine.routeId, o.visitIds[0]!)]),
  ],
  "liveRoutes.keepMeasured": (db, me, o) =>
    liveRoutes.keepMeasured(db, me, [{ id: o.liveRouteId, since: LATER, duration: 60 }]),
  "liveRoutes.forgetLiveRoutes": (db, me, o) => liveRoutes.forgetLiveRoutes(db, me, [o.routeId]),
  "roadState.departuresOfRoutes": async (db, me, o) =>
    [...(await roadState.departuresOfRoutes(db, me, [o.routeId])).keys()].map((id) => ({
      id,
      company_id: o.companyId,
    })),
  "predictions.predictionsOfRoutes": (db, me, o) => predictions.predictionsOfRoutes(db, me, [o.routeId]),
  "predictions.promisesOf": (db, me, o) => predictions.promisesOf(db, me, [o.routeId]),
  "predictions.insertPredictions": (db, me, o) =>
    predictions.insertPredictions(
      db,
      me,
      [{ routeId: o.routeId, visitId: o.visitIds[0]!, begins: { 0: 1 }, promisedFrom: NOW, promisedTo: LATER }],
      LATER,
    ),
  "predictions.updatePredictions": (db, me, o) =>
    predictions.updatePredictions(db, me, [{ id: o.predictionId, begins: { 0: 2 } }], LATER),
  "predictions.promiseAnew": (db, me, o) =>
    predictions.promiseAnew(db, me, o.visitIds[0]!, { from: NOW, to: LATER }, LATER),
  "predictions.removeOpenPredictions": (db, me, o) => predictions.removeOpenPredictions(db, me, [o.predictionId]),
  "predictions.finishedPredictions": (db, me) =>
    predictions.finishedPredictions(db, me, { since: "2000-01-01", limit: 5 }),
  "predictions.keptWindows": async (db, me) => (await predictions.keptWindows(db, me, "2000-01-01")).visits,
  "predictions.countFinished": (db, me) => predictions.countFinished(db, me, "2000-01-01"),
  "predictions.countUntold": (db, me) => predictions.countUntold(db, me, "2000-01-01"),
  "predictions.findWidths": async (db, me) => (await predictions.findWidths(db, me)) ?? undefined,
  "predictions.forgetWidths": (db, me) => predictions.forgetWidths(db, me),
  "roadState.routeStates": (db, me, o) => roadState.routeStates(db, me, [o.routeId]),
  "roadState.stopsOnRoad": (db, me, o) => roadState.stopsOnRoad(db, me, [o.routeId]),
  "roadState.idsOfRoutesOnRoad": (db, me) => roadState.idsOfRoutesOnRoad(db, me),
  "visits.visitNames": (db, me, o) => visits.visitNames(db, me, o.visitIds),
  "routes.getRoutes": (db, me, o) => routes.getRoutes(db, me, [o.routeId]),
  "routes.getRoute": (db, me, o) => routes.getRoute(db, me, o.routeId),
  "routes.findRoute": (db, me, o) => routes.findRoute(db, me, o.routeId),
  "routes.listRoutesOfPlan": (db, me, o) => routes.listRoutesOfPlan(db, me, o.planId),
  "routes.listRoutesOfDriver": (db, me, o) => routes.listRoutesOfDriver(db, me, o.driverId),
  "routes.listRoutesByStatus": async (db, me, o) =>
    (await routes.listRoutesByStatus(db, me, [1, 2, 3, 4, 5])).filter((route) => route.company_id === o.companyId),
  "routes.routeOrderOfPlans": (db, me, o) => routes.routeOrderOfPlans(db, me, [o.planId]),
  "routes.listOpenRoutesWith": (db, me, o) =>
    routes.listOpenRoutesWith(db, me, { vehicleIds: [o.vehicleId] }, "2000-01-01"),
  "routes.insertRoute": [
    (db, me, o) => routes.insertRoute(db, me, { plan_id: o.planId }, LATER),
    (db, me, o, mine) => routes.insertRoute(db, me, { plan_id: mine.planId, vehicle_id: o.vehicleId }, LATER),
    (db, me, o, mine) => routes.insertRoute(db, me, { plan_id: mine.planId, driver_id: o.driverId }, LATER),
  ],
  "routes.updateRoutes": [
    (db, me, o, mine) =>
      routes.updateRoutes(
        db,
        me,
        [
          { id: mine.routeId, status: 3 },
          { id: o.routeId, status: 3 },
        ],
        LATER,
      ),
    (db, me, o, mine) => routes.updateRoutes(db, me, [{ id: mine.routeId, driver_id: o.driverId }], LATER),
  ],
  "routes.removeRoutes": (db, me, o) => routes.removeRoutes(db, me, [o.routeId], LATER),
  "routes.restoreRoutes": (db, me, o) => routes.restoreRoutes(db, me, [o.removedRouteId], LATER),
  "sheets.listSheetCountries": async (db, me, o) =>
    (await sheets.listSheetCountries(db, me)).filter(({ id }) => id === o.countryId),
  "warehouses.listWarehouseCountries": async (db, me, o) =>
    (await warehouses.listWarehouseCountries(db, me)).filter(({ id }) => id === o.countryId),
  "sheets.getSheet": (db, me, o) => sheets.getSheet(db, me, o.sheetId),
  "sheets.listSheets": (db, me, o) => sheets.listSheets(db, me, { planId: o.planId }),
  "sheets.latestSheetOfPlan": (db, me, o) => sheets.latestSheetOfPlan(db, me, o.planId),
  "sheets.newestSheetsOf": async (db, me, o) =>
    (await sheets.newestSheetsOf(db, { companyId: me, userId: null }, 100)).filter(({ id }) => id === o.sheetId),
  "sheets.insertSheet": (db, me, o) => sheets.insertSheet(db, me, { title: "x", plan_id: o.planId }, LATER),
  "sheets.updateSheet": (db, me, o) => sheets.updateSheet(db, me, o.sheetId, { title: "x" }, LATER),
  "sheets.lockSheet": (db, me, o) => sheets.lockSheet(db, me, o.sheetId),
  "sheets.removeSheet": (db, me, o) => sheets.removeSheet(db, me, o.sheetId),
  "sheetRows.insertSheetRows": (db, me, o) =>
    sheetRows.insertSheetRows(db, me, o.sheetId, [{ ...SHEET_ROW, row: 3, visit_id: null }]),
  "sheetRows.removeSheetRows": (db, me, o) => sheetRows.removeSheetRows(db, me, o.sheetId, 10),
  "sheetRows.updateSheetRows": (db, me, o) => sheetRows.updateSheetRows(db, me, [{ id: o.sheetRowId, noted: 0 }]),
  "sheetRows.findSheetRow": (db, me, o) => sheetRows.findSheetRow(db, me, o.sheetRowId),
  "sheetRows.sheetRowsByIds": (db, me, o) => sheetRows.sheetRowsByIds(db, me, o.sheetId, [o.sheetRowId]),
  "sheetRows.listSheetRows": (db, me, o) => sheetRows.listSheetRows(db, me, o.sheetId, {}),
  "sheetRows.nextSheetRows": (db, me, o) => sheetRows.nextSheetRows(db, me, o.sheetId, { after: 0, limit: 10 }),
  "sheetRows.firstSheetRows": (db, me, o) =>
    sheetRows.firstSheetRows(db, me, o.sheetId, { entity: "visit", outcomes: ["created"], limit: 10 }),
  "sheetRows.countSheetRows": (db, me, o) => sheetRows.countSheetRows(db, me, o.sheetId),
  "sheetRows.sheetRowsWithKeys": (db, me, o) => sheetRows.sheetRowsWithKeys(db, me, o.sheetId, "visit", [EXTERNAL_ID]),
  "sheetRows.visitsOfSameFile": (db, me, o) =>
    sheetRows.visitsOfSameFile(db, me, { sheetId: 0, hash: FILE_HASH, planId: o.planId }, [SHEET_ROW]),
  "visits.idsByExternalId": (db, me, o) => visits.idsByExternalId(db, me, o.planId, [EXTERNAL_ID]),
  "vehicles.getVehicle": (db, me, o) => vehicles.getVehicle(db, me, o.vehicleId),
  "vehicles.findVehicle": (db, me, o) => vehicles.findVehicle(db, me, o.vehicleId),
  "vehicles.getVehicles": (db, me, o, mine) => vehicles.getVehicles(db, me, [mine.vehicleId, o.vehicleId]),
  "vehicles.listVehicles": (db, me, o) => vehicles.listVehicles(db, me, { driverId: o.driverId }),
  "vehicles.insertVehicle": [
    (db, me, o) => vehicles.insertVehicle(db, me, { driver_id: o.driverId }, LATER),
    (db, me, o) => vehicles.insertVehicle(db, me, { warehouse_id: o.warehouseId }, LATER),
  ],
  "vehicles.updateVehicle": [
    (db, me, o) => vehicles.updateVehicle(db, me, o.vehicleId, { title: "x" }, LATER),
    (db, me, o, mine) => vehicles.updateVehicle(db, me, mine.vehicleId, { driver_id: o.driverId }, LATER),
  ],
  "vehicles.removeVehicles": (db, me, o) => vehicles.removeVehicles(db, me, [o.vehicleId], LATER),
  "vehicles.releaseDriver": (db, me, o) => vehicles.releaseDriver(db, me, o.driverId, LATER),
  "vehicles.vehiclesWithRemoved": (db, me, o) => vehicles.vehiclesWithRemoved(db, me, [o.vehicleId]),
  "counts.visitCountsByPlan": (db, me, o) => counts.visitCountsByPlan(db, me, [o.planId]),
  "counts.visitCountsByRoute": (db, me, o) => counts.visitCountsByRoute(db, me, o.planId),
  "counts.visitCountsOfRoutes": (db, me, o) => counts.visitCountsOfRoutes(db, me, [o.routeId]),
  "counts.countVisitsWithoutPlan": (db, me) => counts.countVisitsWithoutPlan(db, me),
  "visits.getVisit": (db, me, o) => visits.getVisit(db, me, o.visitIds[0]!),
  "visits.findVisit": (db, me, o) => visits.findVisit(db, me, o.visitIds[0]!),
  "visits.getVisits": (db, me, o, mine) => visits.getVisits(db, me, [mine.visitIds[0]!, o.visitIds[0]!]),
  "visits.listVisits": (db, me, o) => visits.listVisits(db, me, { planId: o.planId }),
  "visits.listVisitsOfPlan": (db, me, o) => visits.listVisitsOfPlan(db, me, o.planId),
  "visits.listShownVisitsOfPlan": (db, me, o) => visits.listShownVisitsOfPlan(db, me, o.planId),
  "visits.visitsWithRemoved": (db, me, o) => visits.visitsWithRemoved(db, me, o.visitIds),
  "visits.listVisitsOfRoute": (db, me, o) => visits.listVisitsOfRoute(db, me, o.routeId),
  "visits.listShownVisitsOfRoutes": (db, me, o) => visits.listShownVisitsOfRoutes(db, me, [o.routeId], 100),
  "visits.listVisitsOfRoutes": (db, me, o) => visits.listVisitsOfRoutes(db, me, [o.routeId]),
  "visits.listUnscheduledVisits": (db, me, o) => visits.listUnscheduledVisits(db, me, o.planId),
  "visits.listFailedVisits": (db, me, o) => visits.listFailedVisits(db, me, o.planId),
  "visits.listVisitsWithoutPlan": (db, me, o) => visits.listVisitsWithoutPlan(db, me, o.warehouseId),
  "visits.insertVisits": [
    (db, me, o) => visits.insertVisits(db, me, [{ name: "x", route_id: o.routeId }], LATER),
    (db, me, o, mine) =>
      visits.insertVisits(
        db,
        me,
        [
          { name: "x", plan_id: mine.planId },
          { name: "y", confirmation_template_id: o.templateId },
        ],
        LATER,
      ),
  ],
  "visits.updateVisit": [
    (db, me, o) => visits.updateVisit(db, me, o.visitIds[0]!, { status: 4 }, LATER),
    (db, me, o, mine) => visits.updateVisit(db, me, mine.visitIds[0]!, { route_id: o.routeId }, LATER),
    (db, me, o, mine) => visits.updateVisit(db, me, mine.visitIds[0]!, { warehouse_id: o.warehouseId }, LATER),
  ],
  "visits.updateVisits": (db, me, o) => visits.updateVisits(db, me, [{ id: o.visitIds[0]!, name: "x" }], LATER),
  "visits.removeVisits": (db, me, o) => visits.removeVisits(db, me, o.visitIds, LATER),
  "visits.restoreVisits": (db, me, o) => visits.restoreVisits(db, me, [o.removedVisitId], LATER),
  "sampleDays.findSampleDay": (db, me) => sampleDays.findSampleDay(db, me),
  "sampleDays.setSampleMade": (db, me, o) =>
    sampleDays.setSampleMade(db, me, { planId: o.planId, warehouseId: 0, vehicleIds: [], memberIds: [] }, LATER),
  "sampleDays.deleteSampleDay": (db, me) => sampleDays.deleteSampleDay(db, me),
  "sampleDays.sampleAlone": async (db, me, o) => {
    const alone = await sampleDays.sampleAlone(db, me, {
      planId: o.planId,
      warehouseId: o.warehouseId,
      vehicleIds: [o.vehicleId],
      memberIds: [o.driverId],
    });
    return [alone.planId, alone.warehouseId, ...alone.vehicleIds, ...alone.memberIds].filter((id) => id > 0);
  },
  "visitGeocodes.keepGeocodes": (db, me, o) =>
    visitGeocodes.keepGeocodes(
      db,
      me,
      [{ visitId: o.visitIds[0]!, address: "x", postcode: "", state: "unknown", candidates: "[]" }],
      LATER,
    ),
  "visitGeocodes.countUnasked": (db, me) => visitGeocodes.countUnasked(db, me),
  "visitGeocodes.countToFix": (db, me) => visitGeocodes.countToFix(db, me),
  "visitGeocodes.countAsked": (db, me, o) =>
    rolledBack(db, async (trx) => {
      const found = {
        visitId: o.visitIds[0]!,
        address: "x",
        postcode: "",
        state: "unknown",
        candidates: "[]",
      } as const;
      await visitGeocodes.keepGeocodes(trx, o.companyId, [found], LATER);
      return visitGeocodes.countAsked(trx, me, o.sheetId);
    }),
  "visitGeocodes.listVisitsToFix": (db, me) => visitGeocodes.listVisitsToFix(db, me),
  "warehouses.getWarehouse": (db, me, o) => warehouses.getWarehouse(db, me, o.warehouseId),
  "warehouses.findWarehouse": (db, me, o) => warehouses.findWarehouse(db, me, o.warehouseId),
  "warehouses.findWarehouses": (db, me, o) => warehouses.findWarehouses(db, me, [o.warehouseId]),
  "warehouses.updateWarehouse": (db, me, o) => warehouses.updateWarehouse(db, me, o.warehouseId, { title: "x" }, LATER),
  "warehouses.removeWarehouses": (db, me, o) => warehouses.removeWarehouses(db, me, [o.warehouseId], LATER),
  "warehouses.warehousesByExternalId": (db, me) => warehouses.warehousesByExternalId(db, me, [EXTERNAL_ID]),
};

/** The company's own header, where the other company knows another one. */
async function withColumn(db: Db, me: number) {
  await columns.rememberColumns(db, me, "visit", [{ header: "mine", field: null }], NOW);
  const found = await columns.listColumns(db, me, "visit");
  expect(found.map(({ header }) => header)).toEqual(["mine"]);
  return found;
}

/** Functions that take no id of a company's rows; `ownOnly` below tries each of them. */
const WITHOUT_FOREIGN_IDS: Record<string, (db: Db, me: number) => Promise<unknown>> = {
  "predictions.keepWidths": (db, me) => predictions.keepWidths(db, me, { widths: [], visits: 1 }, LATER),
  "companies.getCompany": async (db, me) => ({ company_id: (await companies.getCompany(db, me)).id }),
  "companies.updateCompany": (db, me) => companies.updateCompany(db, me, { title: "Renamed" }, NOW),
  "companies.lockCompany": async (db, me) => ({ company_id: (await companies.lockCompany(db, me)).id }),
  "templates.insertConfirmationTemplate": (db, me) =>
    templates.insertConfirmationTemplate(db, me, { title: "Mine" }, NOW),
  "members.listMembers": async (db, me) => (await members.listMembers(db, me)).rows,
  "members.lockTeam": async (db, me) => {
    const { ownerUserId } = await members.lockTeam(db, me);
    const owned = await db("companies").where({ user_id: ownerUserId }).first("id");
    return { company_id: owned?.id };
  },
  "members.countOtherAdmins": async (db, me) => [
    await members.countOtherAdmins(db, me, { id: 0, user_id: null }, null),
  ],
  "members.listUserIdsOfMembers": (db, me) => members.listUserIdsOfMembers(db, me),
  "members.listDrivers": (db, me) => members.listDrivers(db, me),
  "apiKeys.insertApiKey": (db, me) =>
    apiKeys.insertApiKey(
      db,
      me,
      { name: "Mine", hash: "0".repeat(64), value: null, hint: "0000", scopes: "read", created_by: null },
      false,
      NOW,
    ),
  "messageContacts.keepMessageContact": (db, me) =>
    messageContacts.keepMessageContact(db, me, { ...CONTACT, language: "en" }, NOW),
  "messageTexts.keepMessageText": (db, me) => messageTexts.keepMessageText(db, me, { ...TEXT, sms: "mine" }, NOW),
  "members.insertMember": (db, me) => members.insertMember(db, me, { name: "Mine" }, NOW),
  "columns.listColumns": async (db, me) =>
    (await columns.listColumns(db, me, "plan"))
      .concat(await withColumn(db, me))
      .map((one) => ({ ...one, company_id: me })),
  "columns.rememberColumns": (db, me) =>
    columns.rememberColumns(db, me, "visit", [{ header: "their header", field: "address" }], NOW),
  "columns.replaceColumns": (db, me) => columns.replaceColumns(db, me, "visit", [{ header: "x", field: null }], NOW),
  "vehicles.platesOf": async (db, me) => (await vehicles.platesOf(db, me)).map((one) => ({ ...one, company_id: me })),
  "plans.planTitlesAmong": (db, me) => plans.planTitlesAmong(db, me, ["Plan", PLAN_TITLE]),
  "sampleDays.insertSampleDay": (db, me) => sampleDays.insertSampleDay(db, me, 1, NOW),
  "firstSteps.firstStepsOf": async (db, me) => ({ ...(await firstSteps.firstStepsOf(db, me)), company_id: me }),
  "warehouses.listWarehouses": async (db, me) => (await warehouses.listWarehouses(db, me)).rows,
  "warehouses.insertWarehouse": (db, me) => warehouses.insertWarehouse(db, me, { title: "Mine" }, NOW),
};

/**
 * A command's id is the company's own: the same id of another company is another command. A new company has no other.
 */
const TRIED_ALONE = [
  "appliedCommands.applyOnce",
  "appliedCommands.claimCommand",
  "appliedCommands.recordApplied",
  "companies.insertCompany",
];

async function snapshot(db: Db, companyId: number): Promise<unknown> {
  const rows: Record<string, unknown> = { companies: await db("companies").where({ id: companyId }) };
  const tables = [
    "company_members",
    "company_billings",
    "company_api_keys",
    "warehouses",
    "vehicles",
    "confirmation_templates",
    "routing_plans",
    "routing_routes",
    "routing_visits",
    "routing_visit_attachments",
    "routing_queries",
    "routing_sheets",
    "routing_sheet_rows",
    "spreadsheet_columns",
    "plan_changes",
    "applied_commands",
    "sample_days",
    "visit_geocodes",
    "road_tasks",
    "recipient_messages",
    "message_contacts",
    "message_texts",
    "vehicle_positions",
    "latest_positions",
    "tracking_links",
    "push_subscriptions",
    "push_told",
    "recipient_replies",
    "live_routes",
    "visit_predictions",
    "eta_widths",
  ];
  for (const table of tables) rows[table] = await db(table).where({ company_id: companyId }).orderBy("id");
  return rows;
}

/** What the work answers; whatever it stored is taken back. */
async function rolledBack<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  const trx = await db.transaction();
  try {
    return await work(trx);
  } finally {
    await trx.rollback();
  }
}

function isNothing(answer: unknown): boolean {
  if (answer instanceof Map) return answer.size === 0;
  if (Array.isArray(answer)) return answer.length === 0;
  if (typeof answer === "object" && answer !== null && "total" in answer) return answer.total === 0;
  return answer === undefined || answer === 0 || answer === false;
}

describe.each(databases())("two companies on %s", (kind) => {
  const database = useTestDatabase(kind);

  it("every repository function is swept, or says that it crosses companies", () => {
    const functions = Object.entries(MODULES).flatMap(([name, module]) =>
      Object.entries(module).flatMap(([key, value]: [string, unknown]) =>
        typeof value === "function" ? [`${name}.${key}`] : [],
      ),
    );
    const unswept = functions.filter(
      (name) =>
        !(name in ATTEMPTS) &&
        !(name in WITHOUT_FOREIGN_IDS) &&
        !TRIED_ALONE.includes(name) &&
        !name.endsWith("AcrossCompanies"),
    );
    expect(unswept).toEqual([]);
  });

  describe("with each other's ids", () => {
    let other: Other;
    let mine: TestCompany;
    let before: unknown;
    let mineBefore: unknown;

    beforeAll(async () => {
      const { db } = database();
      other = await createOther(db);
      mine = await createCompany(db);
      [before, mineBefore] = [await snapshot(db, other.companyId), await snapshot(db, mine.companyId)];
    });

    // An attempt proves something when it finds or changes something for the company that owns the rows.
    it.each(Object.entries(ATTEMPTS))(
      "%s works for the owner, and neither shows nor changes anything for another",
      async (name, attempts) => {
        const { db } = database();
        for (const attempt of [attempts].flat()) {
          await rolledBack(db, async (trx) => {
            const answer = await attempt(trx, other.companyId, other, other);
            const changed = !isDeepStrictEqual(await snapshot(trx, other.companyId), before);
            expect(isNothing(answer) && !changed, `${name} does nothing for the owner`).toBe(false);
          });
          // A refused change is rolled back whole, as it is in a command.
          const outcome = await db
            .transaction(async (trx) => ({ answer: await attempt(trx, mine.companyId, other, mine) }))
            .catch((error: { status?: number }) => ({ status: error.status, error }));
          expect(
            "answer" in outcome ? isNothing(outcome.answer) : outcome.status === 404,
            `${name}: ${JSON.stringify(outcome)}`,
          ).toBe(true);
        }
        expect(await snapshot(db, other.companyId)).toEqual(before);
        expect(await snapshot(db, mine.companyId)).toEqual(mineBefore);
      },
    );
  });

  it.each(Object.entries(WITHOUT_FOREIGN_IDS))(
    "%s answers with and changes one's own rows alone",
    async (name, run) => {
      const { db } = database();
      // The other company is the newer one: "the newest" without a company would be theirs.
      const mine = await createCompany(db);
      const other = await createOther(db);
      const [before, mineBefore] = [await snapshot(db, other.companyId), await snapshot(db, mine.companyId)];
      await rolledBack(db, async (trx) => {
        const answer = await run(trx, mine.companyId);
        const changed = !isDeepStrictEqual(await snapshot(trx, mine.companyId), mineBefore);
        expect(isNothing(answer) && !changed, `${name} does nothing`).toBe(false);
        expect(JSON.stringify(answer ?? null)).not.toContain(PLAN_TITLE);
        const rows = (Array.isArray(answer) ? answer : [answer]).filter(
          (row) => typeof row === "object" && row !== null,
        );
        expect(
          rows.every((row) => (row as { company_id?: number }).company_id === mine.companyId),
          name,
        ).toBe(true);
        expect(await snapshot(trx, other.companyId)).toEqual(before);
      });
    },
  );

  it("have commands of their own, whatever their ids", async () => {
    const { db } = database();
    await createOther(db);
    const mine = await createCompany(db);
    const theirs = { commandId: "theirs", command: "x", userId: null };
    await expect(appliedCommands.applyOnce(db, mine.companyId, theirs, NOW, async () => "mine")).resolves.toMatchObject(
      { result: "mine" },
    );
    await expect(
      appliedCommands.claimCommand(db, (await createCompany(db)).companyId, theirs, {
        by: "me",
        now: LATER,
        lapsed: LATER,
      }),
    ).resolves.toEqual({ state: "ours" });
  });

  it("are kept apart by saved decisions and by ids that are smuggled into a row", async () => {
    const { db } = database();
    const other = await createOther(db);
    const mine = await createCompany(db);
    const before = await snapshot(db, other.companyId);
    const attempts = [
      planningChanges({ visits: [{ id: other.visitIds[0]!, set: { position: 9 } }] }),
      planningChanges({ routes: [{ id: other.routeId, set: { isLocked: true } }] }),
      planningChanges({ removeVisitIds: [other.visitIds[0]!] }),
      planningChanges({ removeRouteIds: [other.routeId] }),
    ];
    for (const changes of attempts) {
      await expect(
        db.transaction((trx) => savePlanningChanges(trx, mine.companyId, mine.planId, null, changes, NOW)),
      ).rejects.toMatchObject({ status: 404 });
    }
    const smuggled = { company_id: other.companyId, id: other.vehicleId, title: "Smuggled" };
    await vehicles.updateVehicle(db, mine.companyId, mine.vehicleId, smuggled, NOW);
    await visits.updateVisit(
      db,
      mine.companyId,
      mine.visitIds[0]!,
      { ...{ company_id: other.companyId }, name: "Smuggled" },
      NOW,
    );
    await plans.updatePlan(
      db,
      mine.companyId,
      mine.planId,
      null,
      { ...{ company_id: other.companyId }, title: "Smuggled" },
      NOW,
    );
    await warehouses.insertWarehouse(
      db,
      mine.companyId,
      { ...{ company_id: other.companyId }, title: "Smuggled" },
      NOW,
    );
    expect((await vehicles.getVehicle(db, mine.companyId, mine.vehicleId)).title).toBe("Smuggled");
    expect(await snapshot(db, other.companyId)).toEqual(before);
  });
});
