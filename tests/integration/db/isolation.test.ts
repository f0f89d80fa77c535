import { describe, expect, it } from "vitest";
import type { Db } from "~/db/client.server";
import { savePlanningChanges } from "~/db/planning-changes.server";
import * as appliedCommands from "~/db/repositories/applied-commands.server";
import * as attachments from "~/db/repositories/attachments.server";
import * as billing from "~/db/repositories/billing.server";
import * as companies from "~/db/repositories/companies.server";
import * as templates from "~/db/repositories/confirmation-templates.server";
import * as members from "~/db/repositories/members.server";
import * as planChanges from "~/db/repositories/plan-changes.server";
import * as plans from "~/db/repositories/plans.server";
import * as queries from "~/db/repositories/queries.server";
import * as queue from "~/db/repositories/query-queue.server";
import * as routes from "~/db/repositories/routes.server";
import * as sheets from "~/db/repositories/sheets.server";
import * as vehicles from "~/db/repositories/vehicles.server";
import * as counts from "~/db/repositories/visit-counts.server";
import * as visits from "~/db/repositories/visits.server";
import * as warehouses from "~/db/repositories/warehouses.server";
import { planningChanges } from "~/domain/changes";
import { createCompany, NOW } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";

const MODULES = { appliedCommands, attachments, billing, companies, templates, members, planChanges, plans, queries, queue, routes, sheets, vehicles, counts, visits, warehouses };

interface Other extends TestCompany {
  attachmentId: number;
  billingId: number;
  templateId: number;
  changeId: number;
  queryId: number;
  runningId: number;
  sheetId: number;
}

const LOCK = "their-worker";

/** A company with a row in every table. */
async function createOther(db: Db): Promise<Other> {
  const made = await createCompany(db);
  const id = made.companyId;
  const runningId = await queries.enqueueQuery(db, id, { input: "{}", plan_id: made.planId }, NOW);
  await db("routing_queries").where({ id: runningId }).update({ status: "running", locked_by: LOCK, locked_until: NOW });
  await appliedCommands.applyOnce(db, id, { commandId: "theirs", command: "x", userId: null }, NOW, async () => "secret");
  return {
    ...made,
    runningId,
    attachmentId: await attachments.insertAttachment(db, id, { visit_id: made.visitIds[0]!, path: "a.jpg", type: "photo" }, NOW),
    billingId: (await billing.actualBilling(db, id))!.id,
    templateId: await templates.insertConfirmationTemplate(db, id, { title: "Theirs" }, NOW),
    changeId: await planChanges.recordPlanChange(db, id, { planId: made.planId, userId: null, kind: "x", planVersion: 2, before: 1, after: 2 }, NOW),
    queryId: await queries.enqueueQuery(db, id, { input: "{}", plan_id: made.planId, route_id: made.routeId }, NOW),
    sheetId: await sheets.insertSheet(db, id, { title: "Theirs", plan_id: made.planId }, NOW),
  };
}

type Attempt = (db: Db, me: number, other: Other, mine: TestCompany) => Promise<unknown>;

/** What company `me` tries with the other company's ids. Every attempt has to end with 404 or with nothing. */
const ATTEMPTS: Record<string, Attempt | Attempt[]> = {
  "appliedCommands.findApplied": (db, me) => appliedCommands.findApplied(db, me, { commandId: "theirs", command: "x" }),
  "attachments.listAttachments": (db, me, o) => attachments.listAttachments(db, me, o.visitIds),
  "attachments.getAttachment": (db, me, o) => attachments.getAttachment(db, me, o.attachmentId),
  "attachments.countAttachments": (db, me, o) => attachments.countAttachments(db, me, o.visitIds[0]!, "photo"),
  "attachments.insertAttachment": (db, me, o) => attachments.insertAttachment(db, me, { visit_id: o.visitIds[0]!, path: "x", type: "photo" }, NOW),
  "attachments.removeAttachment": (db, me, o) => attachments.removeAttachment(db, me, o.attachmentId),
  "billing.updateBilling": (db, me, o) => billing.updateBilling(db, me, o.billingId, { visits_limit: 1 }, NOW),
  "templates.getConfirmationTemplate": (db, me, o) => templates.getConfirmationTemplate(db, me, o.templateId),
  "templates.confirmationTemplatesEver": (db, me, o) => templates.confirmationTemplatesEver(db, me, [o.templateId]),
  "templates.listConfirmationTemplates": (db, me) => templates.listConfirmationTemplates(db, me),
  "templates.updateConfirmationTemplate": (db, me, o) => templates.updateConfirmationTemplate(db, me, o.templateId, { title: "x" }, NOW),
  "templates.removeConfirmationTemplates": (db, me, o) => templates.removeConfirmationTemplates(db, me, [o.templateId], NOW),
  "members.getMember": (db, me, o) => members.getMember(db, me, o.driverId),
  "members.findMember": (db, me, o) => members.findMember(db, me, o.driverId),
  "members.findMemberOfUser": (db, me, o) => members.findMemberOfUser(db, me, o.driverUserId),
  "members.updateMember": (db, me, o) => members.updateMember(db, me, o.driverId, { is_admin: 1 }, NOW),
  "members.removeMember": (db, me, o) => members.removeMember(db, me, o.driverId),
  "planChanges.recordPlanChange": (db, me, o) => planChanges.recordPlanChange(db, me, { planId: o.planId, userId: null, kind: "x", planVersion: 1, before: 1, after: 1 }, NOW),
  "planChanges.listPlanChanges": (db, me, o) => planChanges.listPlanChanges(db, me, o.planId),
  "planChanges.listPlanChangeHeads": (db, me, o) => planChanges.listPlanChangeHeads(db, me, o.planId),
  "planChanges.findPlanChange": (db, me, o) => planChanges.findPlanChange(db, me, o.planId, o.changeId),
  "planChanges.lastUndoable": (db, me, o) => planChanges.lastUndoable(db, me, o.planId),
  "planChanges.lastUndoableHead": (db, me, o) => planChanges.lastUndoableHead(db, me, o.planId, o.ownerId),
  "planChanges.markUndone": (db, me, o) => planChanges.markUndone(db, me, o.changeId, NOW),
  "plans.getPlan": (db, me, o) => plans.getPlan(db, me, o.planId),
  "plans.findPlan": (db, me, o) => plans.findPlan(db, me, o.planId),
  "plans.listPlans": (db, me, o) => plans.listPlans(db, me, { warehouseId: o.warehouseId }),
  "plans.insertPlan": (db, me, o) => plans.insertPlan(db, me, { title: "x", service_date: "2026-12-01", warehouse_id: o.warehouseId }, NOW),
  "plans.updatePlan": [
    (db, me, o) => plans.updatePlan(db, me, o.planId, null, { title: "x" }, NOW),
    (db, me, o) => plans.updatePlan(db, me, o.planId, 1, { title: "x" }, NOW),
    (db, me, o, mine) => plans.updatePlan(db, me, mine.planId, null, { warehouse_id: o.warehouseId }, NOW),
    (db, me, o, mine) => plans.updatePlan(db, me, mine.planId, null, { query_id: o.queryId }, NOW),
  ],
  "plans.touchPlan": (db, me, o) => plans.touchPlan(db, me, o.planId, null, NOW),
  "plans.lockPlan": (db, me, o) => plans.lockPlan(db, me, o.planId),
  "plans.removePlan": (db, me, o) => plans.removePlan(db, me, o.planId, NOW),
  "queries.getQuery": (db, me, o) => queries.getQuery(db, me, o.queryId),
  "queries.findQuery": (db, me, o) => queries.findQuery(db, me, o.queryId),
  "queries.findQueryState": (db, me, o) => queries.findQueryState(db, me, o.queryId),
  "queries.latestQueryOfPlan": (db, me, o) => queries.latestQueryOfPlan(db, me, o.planId),
  "queries.listOpenQueriesOfPlan": (db, me, o) => queries.listOpenQueriesOfPlan(db, me, o.planId),
  "queries.listQueries": (db, me, o) => queries.listQueries(db, me, { planId: o.planId }),
  "queries.listCalculatedPlans": (db, me) => queries.listCalculatedPlans(db, me),
  "queries.listCalculatedCountries": (db, me) => queries.listCalculatedCountries(db, me),
  "queries.enqueueQuery": [
    (db, me, o) => queries.enqueueQuery(db, me, { input: "{}", plan_id: o.planId }, NOW),
    (db, me, o) => queries.enqueueQuery(db, me, { input: "{}", route_id: o.routeId }, NOW),
    (db, me, o) => queries.enqueueQuery(db, me, { input: "{}", sheet_id: o.sheetId }, NOW),
  ],
  "queries.insertFinishedQuery": (db, me, o) => queries.insertFinishedQuery(db, me, { input: "{}", plan_id: o.planId }, NOW),
  "queries.updateQuery": (db, me, o) => queries.updateQuery(db, me, o.queryId, { title: "x" }, NOW),
  "queries.differenceOfQuery": (db, me, o) => queries.differenceOfQuery(db, me, o.queryId),
  "queries.discardProposals": (db, me, o) => queries.discardProposals(db, me, o.planId, NOW),
  "queries.requestCancel": (db, me, o) => queries.requestCancel(db, me, o.queryId, NOW),
  "queue.heartbeat": (db, me, o) => queue.heartbeat(db, { id: o.runningId, companyId: me, lockedBy: LOCK }, NOW).then((answer) => answer.held),
  "queue.finishQuery": (db, me, o) => queue.finishQuery(db, { id: o.runningId, companyId: me, lockedBy: LOCK }, { status: "done" }, NOW),
  "queue.releaseQuery": (db, me, o) => queue.releaseQuery(db, { id: o.runningId, companyId: me, lockedBy: LOCK }, NOW),
  "routes.getRoute": (db, me, o) => routes.getRoute(db, me, o.routeId),
  "routes.findRoute": (db, me, o) => routes.findRoute(db, me, o.routeId),
  "routes.getRoutes": (db, me, o, mine) => routes.getRoutes(db, me, [mine.routeId, o.routeId]),
  "routes.listRoutesOfPlan": (db, me, o) => routes.listRoutesOfPlan(db, me, o.planId),
  "routes.listRoutesOfDriver": (db, me, o) => routes.listRoutesOfDriver(db, me, o.driverId),
  "routes.listRoutesByStatus": async (db, me) => (await routes.listRoutesByStatus(db, me, [1, 2, 3, 4, 5])).filter((route) => route.company_id !== me),
  "routes.listOpenRoutesWith": (db, me, o) => routes.listOpenRoutesWith(db, me, { vehicleId: o.vehicleId }, "2000-01-01"),
  "routes.insertRoute": [
    (db, me, o) => routes.insertRoute(db, me, { plan_id: o.planId }, NOW),
    (db, me, o, mine) => routes.insertRoute(db, me, { plan_id: mine.planId, vehicle_id: o.vehicleId }, NOW),
    (db, me, o, mine) => routes.insertRoute(db, me, { plan_id: mine.planId, driver_id: o.driverId }, NOW),
  ],
  "routes.updateRoute": [
    (db, me, o) => routes.updateRoute(db, me, o.routeId, null, { status: 3 }, NOW),
    (db, me, o) => routes.updateRoute(db, me, o.routeId, 1, { status: 3 }, NOW),
    (db, me, o, mine) => routes.updateRoute(db, me, mine.routeId, null, { vehicle_id: o.vehicleId }, NOW),
  ],
  "routes.updateRoutes": [
    (db, me, o, mine) => routes.updateRoutes(db, me, [{ id: mine.routeId, status: 3 }, { id: o.routeId, status: 3 }], NOW),
    (db, me, o, mine) => routes.updateRoutes(db, me, [{ id: mine.routeId, driver_id: o.driverId }], NOW),
  ],
  "routes.removeRoutes": (db, me, o) => routes.removeRoutes(db, me, [o.routeId], NOW),
  "routes.restoreRoutes": (db, me, o) => routes.restoreRoutes(db, me, [o.routeId], NOW),
  "sheets.getSheet": (db, me, o) => sheets.getSheet(db, me, o.sheetId),
  "sheets.listSheets": (db, me, o) => sheets.listSheets(db, me, { planId: o.planId }),
  "sheets.insertSheet": (db, me, o) => sheets.insertSheet(db, me, { title: "x", plan_id: o.planId }, NOW),
  "sheets.updateSheet": (db, me, o) => sheets.updateSheet(db, me, o.sheetId, { title: "x" }, NOW),
  "vehicles.getVehicle": (db, me, o) => vehicles.getVehicle(db, me, o.vehicleId),
  "vehicles.findVehicle": (db, me, o) => vehicles.findVehicle(db, me, o.vehicleId),
  "vehicles.getVehicles": (db, me, o, mine) => vehicles.getVehicles(db, me, [mine.vehicleId, o.vehicleId]),
  "vehicles.listVehicles": (db, me, o) => vehicles.listVehicles(db, me, { driverId: o.driverId }),
  "vehicles.insertVehicle": [
    (db, me, o) => vehicles.insertVehicle(db, me, { driver_id: o.driverId }, NOW),
    (db, me, o) => vehicles.insertVehicle(db, me, { warehouse_id: o.warehouseId }, NOW),
  ],
  "vehicles.updateVehicle": [
    (db, me, o) => vehicles.updateVehicle(db, me, o.vehicleId, { title: "x" }, NOW),
    (db, me, o, mine) => vehicles.updateVehicle(db, me, mine.vehicleId, { driver_id: o.driverId }, NOW),
  ],
  "vehicles.removeVehicles": (db, me, o) => vehicles.removeVehicles(db, me, [o.vehicleId], NOW),
  "vehicles.vehiclesEver": (db, me, o) => vehicles.vehiclesEver(db, me, [o.vehicleId]),
  "vehicles.vehiclesByPlate": async (db, me, o) => vehicles.vehiclesByPlate(db, me, [(await vehicles.getVehicle(db, o.companyId, o.vehicleId)).plate]),
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
  "visits.visitsEver": (db, me, o) => visits.visitsEver(db, me, o.visitIds),
  "visits.listVisitsOfRoute": (db, me, o) => visits.listVisitsOfRoute(db, me, o.routeId),
  "visits.listVisitsOfRoutes": (db, me, o) => visits.listVisitsOfRoutes(db, me, [o.routeId]),
  "visits.listUnscheduledVisits": (db, me, o) => visits.listUnscheduledVisits(db, me, o.planId),
  "visits.listFailedVisits": (db, me, o) => visits.listFailedVisits(db, me, o.planId),
  "visits.listVisitsWithoutPlan": (db, me, o) => visits.listVisitsWithoutPlan(db, me, o.warehouseId),
  "visits.visitsByExternalId": (db, me) => visits.visitsByExternalId(db, me, ["their-id"]),
  "visits.insertVisit": (db, me, o) => visits.insertVisit(db, me, { name: "x", plan_id: o.planId }, NOW),
  "visits.insertVisits": [
    (db, me, o) => visits.insertVisits(db, me, [{ name: "x", route_id: o.routeId }], NOW),
    (db, me, o, mine) => visits.insertVisits(db, me, [{ name: "x", plan_id: mine.planId }, { name: "y", confirmation_template_id: o.templateId }], NOW),
  ],
  "visits.updateVisit": [
    (db, me, o) => visits.updateVisit(db, me, o.visitIds[0]!, { status: 4 }, NOW),
    (db, me, o, mine) => visits.updateVisit(db, me, mine.visitIds[0]!, { route_id: o.routeId }, NOW),
    (db, me, o, mine) => visits.updateVisit(db, me, mine.visitIds[0]!, { warehouse_id: o.warehouseId }, NOW),
  ],
  "visits.updateVisits": (db, me, o) => visits.updateVisits(db, me, [{ id: o.visitIds[0]!, name: "x" }], NOW),
  "visits.removeVisits": (db, me, o) => visits.removeVisits(db, me, o.visitIds, NOW),
  "visits.restoreVisits": (db, me, o) => visits.restoreVisits(db, me, o.visitIds, NOW),
  "visits.deleteRouteMarks": (db, me, o) => visits.deleteRouteMarks(db, me, [o.routeId]),
  "warehouses.getWarehouse": (db, me, o) => warehouses.getWarehouse(db, me, o.warehouseId),
  "warehouses.findWarehouse": (db, me, o) => warehouses.findWarehouse(db, me, o.warehouseId),
  "warehouses.updateWarehouse": (db, me, o) => warehouses.updateWarehouse(db, me, o.warehouseId, { title: "x" }, NOW),
  "warehouses.removeWarehouses": (db, me, o) => warehouses.removeWarehouses(db, me, [o.warehouseId], NOW),
  "warehouses.warehousesByExternalId": (db, me) => warehouses.warehousesByExternalId(db, me, ["their-id"]),
};

/** Functions that take no id of a company's rows: what they answer is tested elsewhere, that it is one's own below. */
const WITHOUT_FOREIGN_IDS = [
  "appliedCommands.applyOnce", "billing.listBillings", "billing.actualBilling", "billing.insertBilling", "billing.useVisits", "companies.getCompany", "companies.insertCompany",
  "companies.updateCompany", "companies.removeCompany", "templates.insertConfirmationTemplate", "members.listMembers", "members.listDrivers", "members.insertMember",
  "plans.countPlansEver", "warehouses.listWarehouses", "warehouses.insertWarehouse",
];

async function snapshot(db: Db, companyId: number): Promise<unknown> {
  const rows: Record<string, unknown> = {};
  const tables = [
    "company_members", "company_billings", "warehouses", "vehicles", "confirmation_templates", "routing_plans", "routing_routes", "routing_visits", "routing_visit_attachments",
    "routing_queries", "routing_sheets", "plan_changes", "applied_commands",
  ];
  for (const table of tables) rows[table] = await db(table).where({ company_id: companyId }).orderBy("id");
  return rows;
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
      Object.entries(module).flatMap(([key, value]: [string, unknown]) => (typeof value === "function" ? [`${name}.${key}`] : [])),
    );
    const unswept = functions.filter((name) => !(name in ATTEMPTS) && !WITHOUT_FOREIGN_IDS.includes(name) && !name.endsWith("AcrossCompanies"));
    expect(unswept).toEqual([]);
  });

  it("never see or change each other's rows", async () => {
    const { db } = database();
    const other = await createOther(db);
    const mine = await createCompany(db);
    await db("routing_visits").where({ id: other.visitIds[0]! }).update({ external_id: "their-id" });
    await db("warehouses").where({ id: other.warehouseId }).update({ external_id: "their-id" });
    const before = await snapshot(db, other.companyId);
    const mineBefore = await snapshot(db, mine.companyId);
    const leaks: string[] = [];
    for (const [name, attempts] of Object.entries(ATTEMPTS)) {
      for (const attempt of [attempts].flat()) {
        // A refused change is rolled back whole, as it is in a command.
        const outcome = await db
          .transaction(async (trx) => ({ answer: await attempt(trx, mine.companyId, other, mine) }))
          .catch((error: { status?: number }) => ({ status: error.status, error }));
        if ("answer" in outcome ? !isNothing(outcome.answer) : outcome.status !== 404) leaks.push(`${name}: ${JSON.stringify(outcome)}`);
      }
    }
    expect(leaks).toEqual([]);
    expect(await snapshot(db, other.companyId)).toEqual(before);
    expect(await snapshot(db, mine.companyId)).toEqual(mineBefore);
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
      await expect(db.transaction((trx) => savePlanningChanges(trx, mine.companyId, mine.planId, null, changes, NOW))).rejects.toMatchObject({ status: 404 });
    }
    const smuggled = { company_id: other.companyId, id: other.vehicleId, title: "Smuggled" };
    await vehicles.updateVehicle(db, mine.companyId, mine.vehicleId, smuggled, NOW);
    await visits.updateVisit(db, mine.companyId, mine.visitIds[0]!, { ...{ company_id: other.companyId }, name: "Smuggled" }, NOW);
    await plans.updatePlan(db, mine.companyId, mine.planId, null, { ...{ company_id: other.companyId }, title: "Smuggled" }, NOW);
    await warehouses.insertWarehouse(db, mine.companyId, { ...{ company_id: other.companyId }, title: "Smuggled" }, NOW);
    expect((await vehicles.getVehicle(db, mine.companyId, mine.vehicleId)).title).toBe("Smuggled");
    expect(await snapshot(db, other.companyId)).toEqual(before);
  });
});
