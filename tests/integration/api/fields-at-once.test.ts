import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSession } from "~/auth/session.server";
import { insertConfirmationTemplate } from "~/db/repositories/confirmation-templates.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { epochSec } from "~/domain/time/utc-text";
import { setServices } from "~/services/container.server";
import { createVisit, NOW } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { atOnce, holdAfter } from "../../helpers/held-statement";
import { testRouting } from "../../helpers/routing";
import { testServices } from "../../helpers/services";
import { createDesk, forgetWorld, setWorld } from "../planning/desk";
import type { Desk } from "../planning/desk";
import { post } from "./api-world";

interface Case {
  resource: string;
  id(desk: Desk): Promise<number> | number;
  /** the first call is held once it has read the record: by this of its statements */
  after: [RegExp, number];
  first: [string, unknown];
  second: [string, unknown];
}

const reads = (table: string) => new RegExp(`^select .* from .${table}.`);

const CASES: Case[] = [
  {
    resource: "routing-plan",
    id: ({ planId }) => planId,
    after: [reads("routing_plans"), 2],
    first: ["exploration", 3],
    second: ["visit_balance_coefficient", 0.3],
  },
  {
    resource: "routing-route",
    // Nothing on it has to be timed anew, so that the work runs once.
    id: ({ empty }) => empty,
    after: [reads("routing_routes"), 2],
    first: ["end_location_type", "P"],
    second: ["start_location_type", "P"],
  },
  {
    resource: "routing-visit",
    id: ({ db, companyId }) => createVisit(db, companyId),
    after: [reads("routing_visits"), 2],
    first: ["recipient_name", "Rita"],
    second: ["delivery_note", "At the back"],
  },
  {
    resource: "vehicle",
    id: ({ vehicleId }) => vehicleId,
    after: [reads("vehicles"), 3],
    first: ["title", "Lorry"],
    second: ["max_load", 900],
  },
  {
    resource: "warehouse",
    id: ({ warehouseId }) => warehouseId,
    after: [reads("warehouses"), 2],
    first: ["title", "North"],
    second: ["address", "Schaan"],
  },
  {
    resource: "company-confirmation-template",
    id: ({ db, companyId }) =>
      insertConfirmationTemplate(
        db,
        companyId,
        { title: "Door", confirmation_settings: '{"to_door":{"enabled":1,"photo":2,"signature":0}}' },
        NOW,
      ),
    after: [reads("confirmation_templates"), 2],
    first: ["title", "Gate"],
    second: ["delivery_confirmation", 1],
  },
  {
    resource: "company",
    id: ({ companyId }) => companyId,
    after: [reads("companies"), 1],
    first: ["default_visit_duration", 7],
    second: ["default_squash_duration", 9],
  },
];

// SQLite has one transaction at a time.
describe.each(databases().filter((kind) => kind === "mariadb"))("fields of one record at once on %s", (kind) => {
  const database = useTestDatabase(kind);
  let desk: Desk;
  let admin: { headers: Record<string, string> };

  beforeEach(async () => {
    setWorld(database().db);
    setServices(testServices({ clock: { nowMs: () => epochSec(NOW) * 1000 }, routing: testRouting() }));
    desk = await createDesk(database().db);
    const user = await getUserAcrossCompanies(desk.db, desk.ownerId);
    admin = { headers: { Cookie: (await openSession(user, new Headers())).split(";")[0]! } };
  });
  afterEach(forgetWorld);

  it.each(CASES)("$resource keeps both", async ({ resource, id, after, first, second }) => {
    const record = await id(desk);
    const change = ([name, value]: [string, unknown]) =>
      post(admin, `${resource}/update-field`, { id: record, name, value });
    const held = holdAfter(desk.db, ...after);
    const answers = await atOnce(
      desk.db,
      held,
      () => change(first),
      () => change(second),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { body } = await post(admin, `${resource}/item`, { id: record });
    expect(body.data).toMatchObject(Object.fromEntries([first, second]));
  });
});
