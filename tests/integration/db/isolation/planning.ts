import * as attachments from "~/db/repositories/attachments.server";
import * as planChanges from "~/db/repositories/plan-changes.server";
import * as namedVisits from "~/db/repositories/named-visits.server";
import * as plans from "~/db/repositories/plans.server";
import * as queries from "~/db/repositories/calculations.server";
import * as queue from "~/db/repositories/calculation-queue.server";
import * as formatJobs from "~/db/repositories/format-jobs.server";
import * as routes from "~/db/repositories/routes.server";
import * as sheetRows from "~/db/repositories/sheet-rows.server";
import * as sheets from "~/db/repositories/sheets.server";
import * as counts from "~/db/repositories/visit-counts.server";
import * as visitGeocodes from "~/db/repositories/visit-geocodes.server";
import * as planVisits from "~/db/repositories/plan-visits.server";
import * as filteredRoutes from "~/db/repositories/filtered-routes.server";
import * as filteredVisits from "~/db/repositories/filtered-visits.server";
import * as visits from "~/db/repositories/visits.server";
import type { Db } from "~/db/client.server";
import { EXTERNAL_ID, FILE_HASH, LOCK, PLAN_TITLE, SHEET_ROW } from "../other-company";
import type { Other } from "../other-company";
import { LATER, rolledBack } from "./attempt";
import type { Attempts } from "./attempt";

/** What was found for the address that the other company's first visit has. */
async function foundForFirst(db: Db, { visitIds }: Other): Promise<visitGeocodes.FoundFor> {
  const [visitId = 0] = visitIds;
  const has = (await db("routing_visits").where({ id: visitId }).first("address", "postcode"))!;
  return { visitId, ...has, state: "unknown", candidates: "[]" };
}

/** What one company tries with rows of planning: plans, routes, visits, calculations and imports. */
export const PLANNING: Attempts = {
  "attachments.listAttachments": (db, me, o) => attachments.listAttachments(db, me, o.visitIds),
  "attachments.listAllAttachments": (db, me, o) => attachments.listAllAttachments(db, me, o.visitIds),
  "attachments.takeBackSignatures": async (db, me, o) => {
    if (me === o.companyId) {
      const [visit_id] = o.visitIds as [number];
      await db("routing_visits").where({ id: visit_id }).update({ completed_at: LATER });
      await attachments.insertAttachment(db, me, { visit_id, path: "b.png", type: "signature" }, LATER);
    }
    await attachments.takeBackSignatures(db, me, o.visitIds);
    return (await attachments.listAllAttachments(db, me, o.visitIds)).filter((row) => row.taken_back_of !== null);
  },
  "attachments.getAttachment": (db, me, o) => attachments.getAttachment(db, me, o.attachmentId),
  "attachments.findAttachmentByPath": (db, me) => attachments.findAttachmentByPath(db, me, "a.jpg"),
  "attachments.insertAttachment": (db, me, o) =>
    attachments.insertAttachment(db, me, { visit_id: o.visitIds[0]!, path: "x", type: "photo" }, LATER),
  "attachments.removeAttachment": (db, me, o) => attachments.removeAttachment(db, me, o.attachmentId),
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
  "planChanges.sidesBefore": async (db, me, o) => [
    ...(await planChanges.sidesBefore(db, me, o.planId, [o.changeId])).values(),
  ],
  "planChanges.lastUndoable": (db, me, o) => planChanges.lastUndoable(db, me, o.planId),
  "planChanges.lastUndoableHead": (db, me, o) =>
    planChanges.lastUndoableHead(db, me, o.planId, { userId: o.driverUserId }),
  "planChanges.markUndone": (db, me, o) => planChanges.markUndone(db, me, o.changeId, o.undoId, LATER),
  "planChanges.lastRedoable": (db, me, o) => planChanges.lastRedoable(db, me, o.planId, { userId: o.ownerId }),
  "planChanges.lastRedoableHead": (db, me, o) => planChanges.lastRedoableHead(db, me, o.planId, { userId: o.ownerId }),
  "planChanges.markRedone": (db, me, o) => planChanges.markRedone(db, me, o.planId, o.undoId),
  "plans.getPlan": (db, me, o) => plans.getPlan(db, me, o.planId),
  "plans.findPlanWithRemoved": (db, me, o) => plans.findPlanWithRemoved(db, me, o.planId),
  "plans.findPlan": (db, me, o) => plans.findPlan(db, me, o.planId),
  "plans.planTitles": (db, me, o) => plans.planTitles(db, me, [o.planId]),
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
  "plans.lockWithPlan": (db, me, o) => plans.lockWithPlan(db, "routing_routes", me, o.routeId),
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
  "queries.discardUnkept": (db, me, o) => queries.discardUnkept(db, me, o.queryId, LATER),
  "queries.keepApplied": (db, me, o) => queries.keepApplied(db, me, o.queryId, LATER),
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
  "visits.visitNames": (db, me, o) => visits.visitNames(db, me, o.visitIds),
  "routes.getRoutes": (db, me, o) => routes.getRoutes(db, me, [o.routeId]),
  "routes.getRoute": (db, me, o) => routes.getRoute(db, me, o.routeId),
  "routes.findRoute": (db, me, o) => routes.findRoute(db, me, o.routeId),
  "routes.routesWithRemoved": (db, me, o) => routes.routesWithRemoved(db, me, [o.routeId]),
  "routes.listRoutesOfPlan": (db, me, o) => routes.listRoutesOfPlan(db, me, o.planId),
  "routes.listRoutesOfDriver": (db, me, o) => routes.listRoutesOfDriver(db, me, o.driverId),
  "routes.listRoutesByStatus": async (db, me, o) =>
    (await routes.listRoutesByStatus(db, me, [1, 2, 3, 4, 5])).filter((route) => route.company_id === o.companyId),
  "routes.listBookedRoutes": async (db, me, o) => {
    const booked = await routes.listBookedRoutes(db, me, { from: "2000-01-01" });
    return booked.filter(({ plan_id }) => plan_id === o.planId);
  },
  "routes.routeOrderOfPlans": (db, me, o) => routes.routeOrderOfPlans(db, me, [o.planId]),
  "routes.listOpenRoutesWith": (db, me, o) =>
    routes.listOpenRoutesWith(db, me, { vehicleIds: [o.vehicleId] }, "2000-01-01"),
  "routes.markRetimes": (db, me, o) => routes.markRetimes(db, me, [o.routeId], 2, LATER),
  "routes.lockRetimes": (db, me, o) => routes.lockRetimes(db, me, [o.routeId]),
  "routes.clearRetimes": (db, me, o) => routes.clearRetimes(db, me, [o.routeId]),
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
  "sheetRows.isFileKnown": (db, me) => sheetRows.isFileKnown(db, me, { sheetId: 0, hash: FILE_HASH }),
  "namedVisits.plannedVisitsByName": (db, me, o) => namedVisits.plannedVisitsByName(db, me, o.planId, ["Stop 1"]),
  "planVisits.idsByExternalId": (db, me, o) => planVisits.idsByExternalId(db, me, o.planId, [EXTERNAL_ID]),
  "counts.visitCountsByPlan": (db, me, o) => counts.visitCountsByPlan(db, me, [o.planId]),
  "counts.visitCountsByRoute": (db, me, o) => counts.visitCountsByRoute(db, me, o.planId),
  "counts.visitCountsOfRoutes": (db, me, o) => counts.visitCountsOfRoutes(db, me, [o.routeId]),
  "counts.countVisitsWithoutPlan": (db, me) => counts.countVisitsWithoutPlan(db, me),
  "visits.getVisit": (db, me, o) => visits.getVisit(db, me, o.visitIds[0]!),
  "visits.lockVisits": (db, me, o, mine) => visits.lockVisits(db, me, [mine.visitIds[0]!, o.visitIds[0]!]),
  "visits.findVisit": (db, me, o) => visits.findVisit(db, me, o.visitIds[0]!),
  "visits.getVisits": (db, me, o, mine) => visits.getVisits(db, me, [mine.visitIds[0]!, o.visitIds[0]!]),
  "filteredRoutes.listRoutesContaining": (db, me) => filteredRoutes.listRoutesContaining(db, me, PLAN_TITLE, 9),
  "filteredVisits.listVisits": (db, me, o) => filteredVisits.listVisits(db, me, { planId: o.planId }),
  "planVisits.listVisitsOfPlan": (db, me, o) => planVisits.listVisitsOfPlan(db, me, o.planId),
  "planVisits.listShownVisitsOfPlan": (db, me, o) => planVisits.listShownVisitsOfPlan(db, me, o.planId),
  "visits.visitsWithRemoved": (db, me, o) => visits.visitsWithRemoved(db, me, o.visitIds),
  "planVisits.listVisitsOfRoute": (db, me, o) => planVisits.listVisitsOfRoute(db, me, o.routeId),
  "planVisits.listShownVisitsOfRoutes": (db, me, o) => planVisits.listShownVisitsOfRoutes(db, me, [o.routeId], 100),
  "planVisits.listVisitsOfRoutes": (db, me, o) => planVisits.listVisitsOfRoutes(db, me, [o.routeId]),
  "planVisits.listUnscheduledVisits": (db, me, o) => planVisits.listUnscheduledVisits(db, me, o.planId),
  "planVisits.listFailedVisits": (db, me, o) => planVisits.listFailedVisits(db, me, o.planId),
  "planVisits.lockVisitsWithoutPlan": (db, me, o) => planVisits.lockVisitsWithoutPlan(db, me, o.warehouseId),
  "planVisits.releaseFromWarehouse": (db, me, o) => planVisits.releaseFromWarehouse(db, me, o.warehouseId, LATER),
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
  "visitGeocodes.keepGeocodes": async (db, me, o) =>
    visitGeocodes.keepGeocodes(db, me, [await foundForFirst(db, o)], LATER),
  "visitGeocodes.countUnasked": (db, me) => visitGeocodes.countUnasked(db, me),
  "visitGeocodes.countToFix": (db, me) => visitGeocodes.countToFix(db, me),
  "visitGeocodes.countAsked": (db, me, o) =>
    rolledBack(db, async (trx) => {
      await visitGeocodes.keepGeocodes(trx, o.companyId, [await foundForFirst(trx, o)], LATER);
      return visitGeocodes.countAsked(trx, me, o.sheetId);
    }),
  "visitGeocodes.listVisitsToFix": (db, me) => visitGeocodes.listVisitsToFix(db, me),
};
