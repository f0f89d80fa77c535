import { expect } from "vitest";
import type { Db } from "~/db/client.server";
import * as billingOrders from "~/db/repositories/billing-orders.server";
import * as billings from "~/db/repositories/billings.server";
import * as apiKeys from "~/db/repositories/api-keys.server";
import * as companies from "~/db/repositories/companies.server";
import * as templates from "~/db/repositories/confirmation-templates.server";
import * as messageContacts from "~/db/repositories/message-contacts.server";
import * as messageTexts from "~/db/repositories/message-texts.server";
import * as figures from "~/db/repositories/figures.server";
import * as members from "~/db/repositories/members.server";
import * as plans from "~/db/repositories/plans.server";
import * as firstSteps from "~/db/repositories/first-steps.server";
import * as routes from "~/db/repositories/routes.server";
import * as sampleDays from "~/db/repositories/sample-days.server";
import * as sheets from "~/db/repositories/sheets.server";
import { scoped } from "~/db/repositories/scoped.server";
import * as columns from "~/db/repositories/spreadsheet-columns.server";
import * as vehicles from "~/db/repositories/vehicles.server";
import * as predictions from "~/db/repositories/visit-predictions.server";
import { addSeconds } from "~/domain/time/utc-text";
import * as companyExports from "~/db/repositories/company-exports.server";
import * as webhookEndpoints from "~/db/repositories/webhook-endpoints.server";
import * as warehouses from "~/db/repositories/warehouses.server";
import { NOW } from "../../../factories/company";
import { CONTACT, PLAN_TITLE, TEXT } from "../other-company";
import { LATER } from "./attempt";
import { ALL_DAYS } from "./figures";

/** The company's own header, where the other company knows another one. */
async function withColumn(db: Db, me: number) {
  await columns.rememberColumns(db, me, "visit", [{ header: "mine", field: null, chosen: true }], NOW);
  const found = await columns.listColumns(db, me, "visit");
  expect(found.map(({ header }) => header)).toEqual(["mine"]);
  return found;
}

/** Functions that take no id of a company's rows. */
export const WITHOUT_FOREIGN_IDS: Record<string, (db: Db, me: number) => Promise<unknown>> = {
  "figures.listStalePlans": async (db, me) =>
    (await figures.listStalePlans(db, me, ALL_DAYS)).map((plan) => ({ ...plan, company_id: plan.companyId })),
  "routes.lastDayByStatus": async (db, me) => {
    // The other company's routes are of a later day.
    await scoped(db, "routing_plans", me).update({ service_date: "2026-11-20" });
    const day = await routes.lastDayByStatus(db, me, [1, 2, 3, 4, 5]);
    expect(day).toBe("2026-11-20");
    return day;
  },
  "routes.listWaitingRoutes": async (db, me) => {
    const theirs = (await db("routing_routes").whereNot({ company_id: me })) as { id: number; status: number }[];
    await db("routing_routes").update({ status: 3 });
    const warehouseIds = (await db("warehouses").whereNot({ company_id: me }).select("id")).map(({ id }) => id);
    const days = { day: "2026-11-23", elsewhere: new Map([["2026-11-23", warehouseIds]]) };
    const found = await routes.listWaitingRoutes(db, me, days, 100);
    for (const { id, status } of theirs) await db("routing_routes").where({ id }).update({ status });
    return found;
  },
  "sheets.storedBytesOfSheets": async (db, me) => {
    await sheets.insertSheet(db, me, { title: "Mine", stored_bytes: 7 }, NOW);
    const theirs = await db("routing_sheets").whereNot({ company_id: me }).pluck("id");
    await db("routing_sheets").whereIn("id", theirs).update({ stored_bytes: 70 });
    const bytes = await sheets.storedBytesOfSheets(db, me);
    await db("routing_sheets").whereIn("id", theirs).update({ stored_bytes: 0 });
    expect(bytes).toBe(7);
    return [bytes];
  },
  "billings.findBilling": (db, me) => billings.findBilling(db, me, "actual"),
  "billings.listBillings": (db, me) => billings.listBillings(db, me),
  "billings.largestPaidLimit": (db, me) => billings.largestPaidLimit(db, me),
  "billings.countBilled": async (db, me) => [await billings.countBilled(db, me, "2000-01-01", null)],
  "billings.countUnbilled": async (db, me) => [await billings.countUnbilled(db, me, [])],
  "billings.insertTrial": (db, me) => billings.insertTrial(db, me, NOW),
  "billings.insertBilling": (db, me) =>
    billings.insertBilling(
      db,
      me,
      {
        package: "free",
        visits_limit: 1,
        visits_period: "monthly",
        start_date: "2026-11-01",
        end_date: null,
        status: "next",
      },
      NOW,
    ),
  "billingOrders.insertOrder": (db, me) =>
    billingOrders.insertOrder(
      db,
      me,
      {
        package: "optimization_monthly",
        visits: 1,
        months: 1,
        amount_cents: 1,
        provider: "invoice",
        status: "open",
        user_id: null,
      },
      NOW,
    ),
  "predictions.keepWidths": (db, me) => predictions.keepWidths(db, me, { widths: [], visits: 1 }, LATER),
  "companies.getCompany": async (db, me) => ({ company_id: (await companies.getCompany(db, me)).id }),
  "companies.isCompanyOpen": async (db, me) => ({ company_id: (await companies.isCompanyOpen(db, me)) ? me : 0 }),
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
  "members.administratorEmailsOf": (db, me) => members.administratorEmailsOf(db, me),
  "companyExports.beginExport": (db, me) =>
    companyExports.beginExport(db, me, null, { now: addSeconds(NOW, 999), until: addSeconds(NOW, 1000) }),
  "webhookEndpoints.insertEndpoint": (db, me) =>
    webhookEndpoints.insertEndpoint(
      db,
      me,
      { url: "https://mine.example/", note: "", events: "plan.created", secret: "x", secret_by: null },
      NOW,
    ),
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
    columns.rememberColumns(db, me, "visit", [{ header: "their header", field: "address", chosen: true }], NOW),
  "columns.replaceColumns": (db, me) => columns.replaceColumns(db, me, "visit", [{ header: "x", field: null }], NOW),
  "vehicles.fleetChangedSince": async (db, me) => ({
    company_id: (await vehicles.fleetChangedSince(db, me, "2000-01-01 00:00:00")) ? me : 0,
  }),
  "vehicles.platesOf": async (db, me) => (await vehicles.platesOf(db, me)).map((one) => ({ ...one, company_id: me })),
  "plans.planTitlesAmong": (db, me) => plans.planTitlesAmong(db, me, ["Plan", PLAN_TITLE]),
  "sampleDays.insertSampleDay": (db, me) => sampleDays.insertSampleDay(db, me, 1, NOW),
  "firstSteps.firstStepsOf": async (db, me) => ({ ...(await firstSteps.firstStepsOf(db, me)), company_id: me }),
  "warehouses.listWarehouses": async (db, me) => (await warehouses.listWarehouses(db, me)).rows,
  "warehouses.insertWarehouse": (db, me) => warehouses.insertWarehouse(db, me, { title: "Mine" }, NOW),
};
