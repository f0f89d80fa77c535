import * as recipientMessages from "~/db/repositories/recipient-messages.server";
import * as liveRoutes from "~/db/repositories/live-routes.server";
import * as push from "~/db/repositories/push.server";
import * as positions from "~/db/repositories/positions.server";
import * as proofs from "~/db/repositories/proofs.server";
import * as roadState from "~/db/repositories/road-state.server";
import * as recipientReplies from "~/db/repositories/recipient-replies.server";
import * as roadTasks from "~/db/repositories/road-tasks.server";
import * as stopsTakenAway from "~/db/repositories/stops-taken-away.server";
import * as trackingLinks from "~/db/repositories/tracking-links.server";
import * as predictions from "~/db/repositories/visit-predictions.server";
import type { Position } from "~/domain/position/position";
import { endAt } from "~/domain/position/trail";
import { RoadTaskKind } from "~/domain/tracking/road-task";
import { NOW } from "../../../factories/company";
import { reportDetails, reportTask } from "../../../helpers/report-tasks";
import { MESSAGE } from "../other-company";
import { LATER, rolledBack } from "./attempt";
import type { Attempt, Attempts } from "./attempt";

const POSITION: Position = {
  atSec: 1_800_000_000,
  lat: 47,
  lng: 9,
  memberId: null,
  accuracyM: null,
  headingDeg: null,
  speedKmh: null,
};

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

/** What one company tries with rows of the day on the road: reports, positions, predictions and messages. */
export const ROAD: Attempts = {
  "roadTasks.addRoadTask": (["planId", "routeId", "visitId"] as const).map((field): Attempt => (db, me, o) => {
    const theirs = { [field]: field === "visitId" ? o.visitIds[0] : o[field] };
    return roadTasks.addRoadTask(db, me, reportTask(`mine.${field}`, {}, theirs), LATER);
  }),
  "recipientMessages.addMessage": (["visitId", "routeId"] as const).map((field): Attempt => (db, me, o, mine) => {
    const message = { ...MESSAGE, visitId: mine.visitIds[1]!, routeId: mine.routeId };
    const theirs = field === "visitId" ? { visitId: o.visitIds[1]! } : { routeId: o.routeId };
    return recipientMessages.addMessage(db, me, { ...message, ...theirs }, LATER);
  }),
  "recipientMessages.reviveMessage": (db, me, o) =>
    recipientMessages.reviveMessage(db, me, o.droppedMessageId, { contact: "x", nextTryAt: LATER }, LATER),
  "recipientMessages.readdressMessage": (db, me, o) =>
    recipientMessages.readdressMessage(db, me, { id: o.messageId, attempts: 0 }, "x", LATER),
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
  "positions.countOldPositions": (db, me) => positions.countOldPositions(db, me, "2100-01-01"),
  "proofs.countOldProofs": async (db, me) => {
    const { photos, signatures } = await proofs.countOldProofs(db, me, "2100-01-01");
    return photos + signatures;
  },
  "positions.thinnedTrailsOf": (db, me, o) =>
    positions.thinnedTrailsOf(db, me, [o.routeId], { from: "2000-01-01", to: "2100-01-01", most: 10 }),
  "roadTasks.listOpenRoadTasks": (db, me) => roadTasks.listOpenRoadTasks(db, me, { limit: 9 }),
  "roadTasks.countOpenRoadTasks": (db, me) => roadTasks.countOpenRoadTasks(db, me),
  "roadTasks.addSettledRoadTask": (db, me, o) =>
    roadTasks.addSettledRoadTask(
      db,
      me,
      { key: "k", kind: RoadTaskKind.Seen, planId: null, routeId: o.routeId, visitId: null, details: { key: "k" } },
      { outcome: "seen", userId: null },
      LATER,
    ),
  "roadTasks.listSettledRoadTasks": (db, me) =>
    roadTasks.listSettledRoadTasks(db, me, { kind: RoadTaskKind.Seen, since: "2000-01-01", limit: 9 }),
  "roadTasks.getRoadTask": (db, me, o) => roadTasks.getRoadTask(db, me, o.roadTaskId),
  "roadTasks.settleRoadTask": (db, me, o) =>
    roadTasks.settleRoadTask(db, me, o.roadTaskId, { outcome: "done", userId: null }, LATER),
  "roadTasks.setReportDetails": (db, me, o) =>
    roadTasks.setReportDetails(db, me, o.roadTaskId, reportDetails({}), LATER),
  "stopsTakenAway.noteTakenAway": (db, me, o) =>
    rolledBack(db, async (trx) => {
      await trx("routing_routes").where({ id: o.routeId }).update({ status: 4, driver_id: o.driverId });
      await stopsTakenAway.noteTakenAway(trx, me, o.planId, { routeIds: [o.routeId], visitIds: o.visitIds }, LATER);
      return trx("stops_taken_away").where({ taken_at: LATER });
    }),
  "stopsTakenAway.findTakenAway": (["visitId", "routeId"] as const).map((field): Attempt => (db, me, o) => {
    const what = field === "visitId" ? { visitId: o.visitIds[0]! } : { routeId: o.routeId };
    return stopsTakenAway.findTakenAway(db, me, o.driverId, what, NOW);
  }),
  "recipientReplies.findReply": (db, me, o) => recipientReplies.findReply(db, me, o.visitIds[0]!),
  "recipientReplies.saveReply": (db, me, o) =>
    recipientReplies.saveReply(db, me, o.visitIds[0]!, { comment: "mine" }, LATER),
  "roadTasks.listRoadTasksOfVisit": (db, me, o) => roadTasks.listRoadTasksOfVisit(db, me, o.visitIds[0]!, "report"),
  "trackingLinks.linksRevokedAt": (db, me, o) =>
    rolledBack(db, async (trx) => {
      const subject = { kind: "route", id: o.routeId } as const;
      const { company_id: theirs } = (await trx("routing_routes").where({ id: o.routeId }).first())!;
      await trackingLinks.raiseLinkRevision(trx, theirs, subject, LATER);
      return (await trackingLinks.linksRevokedAt(trx, me, subject)) ?? undefined;
    }),
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
};
