import { beforeAll, describe, expect, it } from "vitest";
import { listAllAttachments, takeBackSignatures } from "~/db/repositories/attachments.server";
import { claimNextAcrossCompanies } from "~/db/repositories/calculation-queue.server";
import { pageBehind } from "~/db/repositories/figure-visits.server";
import * as changes from "~/db/repositories/plan-changes.server";
import { removeOldMessagesAcrossCompanies } from "~/db/repositories/recipient-messages.server";
import { assertReferences, lockByIds, restoreRemoved, softDelete } from "~/db/repositories/scoped.server";
import { noteTakenAway } from "~/db/repositories/stops-taken-away.server";
import * as geocodes from "~/db/repositories/visit-geocodes.server";
import * as predictions from "~/db/repositories/visit-predictions.server";
import * as filteredVisits from "~/db/repositories/filtered-visits.server";
import * as visits from "~/db/repositories/visits.server";
import type { VisitFilter } from "~/db/repositories/filtered-visits.server";
import { insertMany } from "~/db/dialect.server";
import type { Db } from "~/db/client.server";
import { ShortPieces } from "~/db/short-pieces.server";
import { RouteStatus } from "~/domain/route/route-status";
import { VisitStatus } from "~/domain/visit/visit-status";
import { createCompany, createMember, createPlan, createRoute, createVisits, NOW } from "../../factories/company";
import { useTestDatabase } from "../../helpers/databases";
import { asked } from "../../helpers/explained";

/** What the statements of a table's rows are about. */
interface Made {
  companyId: number;
  planId: number;
  memberId: number;
  routeIds: number[];
  visitIds: number[];
}

type Case = [name: string, index: string, table: string, run: (db: Db, made: Made) => Promise<unknown>, alias?: string];

const ALL_DAYS = { from: "0000-01-01", to: "9999-12-31" };
const BY_ID = "PRIMARY KEY";
/** The ids of a page, and then its rows by them. */
const BY_ROUTE = `route_position_index|${BY_ID}`;
const listed =
  (filter: VisitFilter) =>
  (db: Db, { companyId }: Made) =>
    filteredVisits.listVisits(db, companyId, filter);

const CASES: readonly Case[] = [
  [
    "the oldest changes of a plan",
    "plan_id_index",
    "plan_changes",
    (db, { companyId, planId }) => {
      const change = { planId, userId: null, kind: "visit.move", planVersion: 1, before: {}, after: {} };
      return changes.recordPlanChange(db, companyId, change, NOW);
    },
  ],
  ...(
    [
      ["the change to undo", changes.lastUndoableHead],
      ["the change to redo", changes.lastRedoableHead],
    ] as const
  ).map(([name, find]): Case => [
    name,
    "plan_id_index",
    "plan_changes",
    (db, { companyId, planId }) => find(db, companyId, planId, { userId: 1 }),
  ]),
  [
    "the changes of a plan",
    "plan_id_index",
    "plan_changes",
    async (db, { companyId, planId }) => [
      await changes.listPlanChangeHeads(db, companyId, planId),
      await changes.listPlanChanges(db, companyId, planId, { version: 1 }),
    ],
  ],
  [
    "the stops that are taken from drivers with their routes",
    "route_position_index",
    "routing_visits",
    (db, { companyId, planId }) => noteTakenAway(db, companyId, planId, { routeIds: "all", visitIds: [] }, NOW),
  ],
  [
    "stops that are taken from drivers",
    BY_ID,
    "routing_visits",
    (db, { companyId, planId, visitIds }) => noteTakenAway(db, companyId, planId, { routeIds: [], visitIds }, NOW),
  ],
  [
    "visits by their ids",
    BY_ID,
    "routing_visits",
    async (db, { companyId, visitIds }) => [
      await visits.visitsWithRemoved(db, companyId, visitIds),
      await visits.visitNames(db, companyId, visitIds),
      await lockByIds(db, "routing_visits", companyId, visitIds),
      await assertReferences(
        db,
        companyId,
        visitIds.map((visit_id) => ({ visit_id })),
      ),
      await softDelete(db, "routing_visits", companyId, visitIds, NOW),
      await restoreRemoved(db, "routing_visits", companyId, visitIds, NOW),
    ],
  ],
  ["the visits of a driver", BY_ROUTE, "routing_visits", listed({ driverId: 1 })],
  ["the visits without a driver", BY_ROUTE, "routing_visits", listed({ driverId: null })],
  ["the visits of a vehicle", BY_ROUTE, "routing_visits", listed({ vehicleId: 1 })],
  [
    "the visits behind a figure",
    "route_position_index",
    "routing_visits",
    (db, { companyId }) => pageBehind(db, companyId, "late", ALL_DAYS, { page: 1, pageSize: 50 }),
  ],
  [
    "the predictions of routes",
    "route_began_by_index",
    "visit_predictions",
    async (db, { companyId, routeIds }) => [
      await predictions.predictionsOfRoutes(db, companyId, routeIds),
      await predictions.promisesOf(db, companyId, routeIds),
    ],
  ],
  [
    "the predictions of visits",
    "visit_id_unique",
    "visit_predictions",
    (db, { companyId, routeIds, visitIds }) => {
      const promised = { begins: {}, promisedFrom: NOW, promisedTo: NOW };
      const each = visitIds.map((visitId) => ({ routeId: routeIds[0]!, visitId, ...promised }));
      return predictions.insertPredictions(db, companyId, each, NOW);
    },
  ],
  [
    "the places that somebody has to choose",
    "source_lat_index",
    "routing_visits",
    async (db, { companyId }) => [
      await geocodes.countToFix(db, companyId),
      await geocodes.listVisitsToFix(db, companyId),
      await geocodes.countUnasked(db, companyId),
    ],
    "visit",
  ],
  [
    "the photos and signatures of visits",
    "visit_type_index",
    "routing_visit_attachments",
    async (db, { companyId, visitIds }) => [
      await listAllAttachments(db, companyId, visitIds),
      await takeBackSignatures(db, companyId, visitIds),
    ],
  ],
  [
    "the reports that do not tell when the service began",
    "COVERING INDEX visit_predictions_company_began_by_index",
    "visit_predictions",
    (db, { companyId }) => predictions.countUntold(db, companyId, NOW),
  ],
  [
    "predictions that are too old",
    `visit_predictions_created_at_index|${BY_ID}`,
    "visit_predictions",
    (db) => predictions.removeOldPredictionsAcrossCompanies(db, new ShortPieces(db), "2030-01-01 00:00:00"),
  ],
  [
    "messages that are too old",
    "recipient_messages_created_at_index",
    "recipient_messages",
    (db) => removeOldMessagesAcrossCompanies(db, new ShortPieces(db), NOW),
  ],
  [
    "how many calculations of a company run",
    "status_priority_index",
    "routing_queries",
    (db) => claimNextAcrossCompanies(db, "a worker", NOW),
    "r",
  ],
];

/**
 * SQLite knows nothing of how many rows a company has, and takes the company's own index where it is offered: what two
 * years have left behind was read from end to end, in the server's only thread.
 */
describe("SQLite reads by what is asked for, and not all that a company has:", () => {
  const database = useTestDatabase("sqlite");
  const db = () => database().db;
  let made: Made;

  beforeAll(async () => {
    const { companyId } = await createCompany(db());
    const memberId = await createMember(db(), companyId);
    const planId = await createPlan(db(), companyId, {});
    const routeIds: number[] = [];
    for (let nth = 0; nth < 3; nth++) {
      const route = { driver_id: memberId, status: RouteStatus.OnRoute };
      routeIds.push(await createRoute(db(), companyId, planId, route));
    }
    const visitIds = await createVisits(
      db(),
      companyId,
      Array.from({ length: 15 }, (_, nth) => ({
        ...{ name: `Stop ${nth}`, plan_id: planId, route_id: routeIds[nth % 3]!, status: VisitStatus.OnRoute },
      })),
    );
    // A page of a figure has visits of many routes.
    const counted = { company_id: companyId, plan_id: planId, service_date: "2026-11-21", judged: 3, on_time: 1 };
    const others = Array.from({ length: 20 }, (_, nth) => routeIds[2]! + 1 + nth);
    await insertMany(
      db(),
      "route_figures",
      [...routeIds, ...others].map((route_id) => ({ ...counted, route_id })),
    );
    made = { companyId, planId, memberId, routeIds, visitIds };
  });

  it.each(CASES)("%s (%s)", async (_, index, table, run, alias = table) => {
    const statements = (await asked(db(), table, (one) => run(one, made))).filter(({ sql }) => !/^insert/i.test(sql));
    const details: string[] = [];
    for (const { sql, bindings } of statements)
      for (const { detail } of (await db().raw(`EXPLAIN QUERY PLAN ${sql}`, bindings as never[])) as {
        detail: string;
      }[])
        if (new RegExp(`^(SEARCH|SCAN) ${alias}\\b`).test(detail)) details.push(detail);
    expect(details.length).toBeGreaterThan(0);
    for (const detail of details) expect(detail).toMatch(new RegExp(index));
  });
});
