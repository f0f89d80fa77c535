import type { CompanySession } from "~/auth/session.server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { REGISTRY } from "~/features/actions.server";
import type { ActionName } from "~/features/actions.server";
import { performAction } from "~/http/actions/perform-action.server";
import type { ChangeEvent } from "~/realtime/events";
import { setPublisher, tabRoom } from "~/realtime/publisher.server";
import { setServices } from "~/services/container.server";
import { embeddedGeocoder } from "~/services/geocoding/embedded.server";
import type { FileStorage } from "~/services/storage/storage";
import { databases, useTestDatabase } from "../../helpers/databases";
import { recordChanges } from "../../helpers/live";
import { testRouting } from "../../helpers/routing";
import { testServices } from "../../helpers/services";
import { justSignedIn, sessionOf } from "../../helpers/sessions";
import { tableNames } from "../../helpers/stored";
import { changedTables, KeptRows, putBack, sumsOf } from "../api/fuzz/rows";
import { createDesk, forgetWorld, setWorld } from "../planning/desk";
import type { Desk } from "../planning/desk";
import { examplesOf } from "./examples";
import { moreOf } from "./world";

type Model = ChangeEvent["model"];
const OF_PLANS: readonly Model[] = ["RoutingPlan", "RoutingRoute", "RoutingVisit"];

/** Which news tell of a table's rows. A change of a plan is told as one, whatever it changes. */
const TOLD: Readonly<Record<string, readonly Model[]>> = {
  billing_orders: ["Company"],
  companies: ["Company"],
  company_billings: ["Company"],
  company_api_keys: ["ApiKey"],
  company_members: ["CompanyMember"],
  confirmation_templates: ["ConfirmationTemplate"],
  road_tasks: ["RoadTask"],
  routing_plans: OF_PLANS,
  routing_queries: ["RoutingQuery"],
  routing_routes: OF_PLANS,
  routing_sheets: ["RoutingSheet"],
  routing_sheet_rows: ["RoutingSheet"],
  routing_visit_attachments: ["RoutingVisit"],
  routing_visits: OF_PLANS,
  users: ["User"],
  vehicles: ["Vehicle"],
  warehouses: ["Warehouse"],
  webhook_endpoints: ["Webhook"],
};

/** What is told in another way, and nothing that a list of people shows. */
const ELSEWHERE: Readonly<Partial<Record<ActionName, readonly string[]>>> = {
  // Everybody is sent out of it: sockets are closed.
  "company.remove": ["companies", "users", "company_members"],
  // There is nobody in it yet: whoever belongs to it is told that there is one more company ("companies").
  "company.restore": ["companies"],
  // Of oneself: the other open pages load their frame again ("companies").
  "company.create": ["companies", "company_billings", "company_members", "users"],
  "user.add_company": ["companies", "company_billings", "company_members", "users"],
  // Passwords, what a link may do, and what somebody has put away for themselves.
  "first_steps.hide": ["users"],
  "member.allow_account": ["users"],
  "profile.password": ["users"],
  "user.set_password": ["users"],
};

describe.each(databases())("what an action changes is told on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let tables: string[] = [];
  let desk: Desk;
  let session: CompanySession;
  let examples: ReturnType<typeof examplesOf>;
  const kept = new KeptRows();

  beforeAll(async () => {
    setWorld(db());
    setServices(
      testServices({
        clock: { nowMs: () => Date.parse("2026-11-23T06:00:00Z") },
        geocoder: embeddedGeocoder(),
        routing: testRouting(),
        // why: what is stored is asked here, and not what becomes of files.
        storage: { remove: () => Promise.resolve() } as Partial<FileStorage> as FileStorage,
      }),
    );
    desk = await createDesk(db());
    const rights = { isOwner: true, platformRole: "sudo", isDriver: true, memberId: desk.driverId } as const;
    session = await justSignedIn(sessionOf(desk, rights, desk.ownerId));
    examples = examplesOf(desk, await moreOf(db(), desk));
    tables = (await tableNames(db())).filter((table) => table in TOLD);
    expect(tables).toHaveLength(Object.keys(TOLD).length);
  });
  afterAll(forgetWorld);

  // @spec PC-4.099 PC-4.100 PC-4.101 PC-7.47 PC-7.42
  it.each(Object.keys(REGISTRY) as ActionName[])("by %s, to all tabs but the sender's", async (name) => {
    const tab = tabRoom(desk.ownerId, "own-socket");
    const heard: { model: Model; except: string | undefined }[] = [];
    recordChanges(({ model }, _room, except) => heard.push({ model, except }));
    const { rows, sums: before } = await kept.now(db());
    const files = [{ field: "photo", name: "a.png", key: "nowhere/a.png" }];
    // One that the example's world refuses changes nothing, or is seen to by tests of its own.
    await performAction(REGISTRY, session, name, examples[name], { files, tab }).catch(() => undefined);
    setPublisher(undefined);
    const written = changedTables(before, await sumsOf(db(), []));
    // The next action finds everything as this one did: a world for each takes three times as long.
    await putBack(db(), rows, written);
    const changed = tables.filter((table) => written.includes(table) && !ELSEWHERE[name]?.includes(table));
    const models = heard.map(({ model }) => model);
    const untold = changed.filter((table) => !TOLD[table]!.some((model) => models.includes(model)));
    expect(untold, "changed, and nobody hears of it").toEqual([]);
    // What super admins do to an account is told in the companies of its holder, where they have no tab.
    const toAll = heard.filter(
      ({ except, model }) => except !== tab && !(model === "User" && name.startsWith("user.")),
    );
    expect(toAll.map(({ model }) => model)).toEqual([]);
  });
});
