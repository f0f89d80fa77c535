import { isDeepStrictEqual } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { savePlanningChanges } from "~/db/planning-changes.server";
import * as apiLists from "~/db/repositories/api-lists.server";
import * as apiKeys from "~/db/repositories/api-keys.server";
import * as appliedCommands from "~/db/repositories/applied-commands.server";
import * as auditLog from "~/db/repositories/audit-log.server";
import * as billingOrders from "~/db/repositories/billing-orders.server";
import * as billings from "~/db/repositories/billings.server";
import * as attachments from "~/db/repositories/attachments.server";
import * as companyExports from "~/db/repositories/company-exports.server";
import * as companies from "~/db/repositories/companies.server";
import * as templates from "~/db/repositories/confirmation-templates.server";
import * as messageContacts from "~/db/repositories/message-contacts.server";
import * as messageTexts from "~/db/repositories/message-texts.server";
import * as recipientMessages from "~/db/repositories/recipient-messages.server";
import * as inUse from "~/db/repositories/in-use.server";
import * as liveRoutes from "~/db/repositories/live-routes.server";
import * as figureNames from "~/db/repositories/figure-names.server";
import * as figureVisits from "~/db/repositories/figure-visits.server";
import * as figures from "~/db/repositories/figures.server";
import * as members from "~/db/repositories/members.server";
import * as planChanges from "~/db/repositories/plan-changes.server";
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
import * as stopsTakenAway from "~/db/repositories/stops-taken-away.server";
import * as trackingLinks from "~/db/repositories/tracking-links.server";
import * as vehicles from "~/db/repositories/vehicles.server";
import * as counts from "~/db/repositories/visit-counts.server";
import * as visitGeocodes from "~/db/repositories/visit-geocodes.server";
import * as predictions from "~/db/repositories/visit-predictions.server";
import * as visitLists from "~/db/repositories/visit-lists.server";
import * as planVisits from "~/db/repositories/plan-visits.server";
import * as filteredRoutes from "~/db/repositories/filtered-routes.server";
import * as filteredVisits from "~/db/repositories/filtered-visits.server";
import * as visits from "~/db/repositories/visits.server";
import * as webhookDeliveries from "~/db/repositories/webhook-deliveries.server";
import * as webhookEndpoints from "~/db/repositories/webhook-endpoints.server";
import { tellWebhooks } from "~/db/repositories/webhook-outbox.server";
import * as warehouses from "~/db/repositories/warehouses.server";
import { planningChanges } from "~/domain/changes";
import { createCompany, NOW } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { isNothing, LATER, rolledBack, snapshot } from "./isolation/attempt";
import { COMPANY } from "./isolation/company";
import { FIGURES } from "./isolation/figures";
import { WITHOUT_FOREIGN_IDS } from "./isolation/own-rows";
import { PLANNING } from "./isolation/planning";
import { ROAD } from "./isolation/road";
import { RIGHTS } from "./isolation/rights";
import { WEBHOOKS } from "./isolation/webhooks";
import { createOther, PLAN_TITLE } from "./other-company";
import type { Other } from "./other-company";

const MODULES = {
  apiKeys,
  apiLists,
  appliedCommands,
  attachments,
  billingOrders,
  billings,
  auditLog,
  companies,
  companyExports,
  templates,
  roadState,
  roadTasks,
  stopsTakenAway,
  liveRoutes,
  figureNames,
  figures,
  figureVisits,
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
  visitLists,
  visits,
  planVisits,
  filteredRoutes,
  filteredVisits,
  inUse,
  warehouses,
  webhookDeliveries,
  webhookEndpoints,
  webhookOutbox: { tellWebhooks },
};

/**
 * What company `me` tries with the other company's ids. Every attempt has to succeed for the company itself, and to end
 * with 404 or with nothing for another one.
 */
const ATTEMPTS = { ...RIGHTS, ...COMPANY, ...PLANNING, ...ROAD, ...FIGURES, ...WEBHOOKS };

/**
 * A command's id is the company's own: the same id of another company is another command. A new company has no other.
 */
const TRIED_ALONE = [
  // They write within the transaction that has read the plan as the company's own (`planner/fresh-figures`).
  "figures.lockPlanFigures",
  "figures.replaceFigures",
  "appliedCommands.applyOnce",
  "appliedCommands.claimCommand",
  "appliedCommands.recordApplied",
  "companies.insertCompany",
];

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
