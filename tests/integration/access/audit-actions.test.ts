import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MODELS, subjectsOf } from "~/audit/subjects";
import type { LoggedTable } from "~/audit/subjects";
import { isShown } from "~/audit/row-changes.server";
import { NOTED_PER_MINUTE } from "~/audit/note-refusal.server";
import { revokeApiKey } from "~/db/repositories/api-keys.server";
import { API } from "~/features/api.server";
import { createApiKey } from "../../factories/api-keys";
import { askDocumented } from "../../helpers/documented";
import { justSignedIn, sessionOf } from "../../helpers/sessions";
import { allOrNothing } from "~/db/database.server";
import { listLogEntries } from "~/db/repositories/audit-log.server";
import { PERMISSIONS } from "~/domain/access/permissions";
import type { Action } from "~/domain/access/permissions";
import { scopeOf } from "~/domain/access/scopes";
import { REGISTRY } from "~/features/actions.server";
import { performAction } from "~/http/actions/perform-action.server";
import { withRequestContext } from "~/lib/request-context.server";
import { setServices } from "~/services/container.server";
import { testRouting } from "../../helpers/routing";
import { databases, useTestDatabase } from "../../helpers/databases";
import { testServices } from "../../helpers/services";
import { examplesOf } from "../actions/examples";
import { moreOf } from "../actions/world";
import { createDesk, forgetWorld, setWorld } from "../planning/desk";
import type { Desk } from "../planning/desk";

/** What they change is of no company, or is told by what follows. */
const WITHOUT_RECORD = [
  // Of the platform.
  "generator.remove",
  "generator.start",
  "public_page.restore",
  "public_page.save",
  "site.announce",
  "sample_day.load",
  "sample_day.remove",
  "plan.export_columns",
  "visit.debug",
];

describe.each(databases())("what actions leave in the audit log on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let desk: Desk;
  let minute = 0;

  beforeAll(() => setWorld(db()));
  afterAll(forgetWorld);
  beforeEach(async () => {
    minute += 1;
    const nowMs = Date.parse("2026-11-23T06:00:00Z") + minute * 60_000;
    setServices(testServices({ clock: { nowMs: () => nowMs }, routing: testRouting() }));
    desk = await createDesk(db());
  });

  const run = (name: string, input: object, session = desk.dispatcher) => performAction(REGISTRY, session, name, input);
  const entries = async () =>
    (await listLogEntries(db(), desk.companyId, {}, 100)).map(({ action, outcome, model, ids, changes }) => ({
      action,
      outcome,
      model,
      ids: JSON.parse(ids ?? "[]") as number[],
      changes: JSON.parse(changes ?? "[]") as { id: number; fields: Record<string, unknown[]> }[],
    }));

  it("every action that changes something says what it is about", async () => {
    const examples = examplesOf(desk, await moreOf(db(), desk));
    const unknown = Object.entries(REGISTRY).filter(
      ([name, definition]: [string, { permission: Action; readsOnly?: boolean }]) =>
        scopeOf(definition.permission) !== "read" &&
        definition.readsOnly !== true &&
        !WITHOUT_RECORD.includes(name) &&
        subjectsOf(name, examples[name as keyof typeof examples], { companyId: desk.companyId, userId: desk.ownerId })
          .length === 0,
    );
    expect(
      unknown.map(([name]) => name),
      "Say in app/audit/subjects.ts which records these actions change",
    ).toEqual([]);
  });

  it("no action that changes something is open to keys that may only read", () => {
    const open = Object.entries(REGISTRY).filter(
      ([, { permission, readsOnly }]: [string, { permission: Action; readsOnly?: boolean }]) =>
        readsOnly === false &&
        scopeOf(permission) === "read" &&
        (PERMISSIONS[permission] as readonly string[]).includes("api"),
    );
    expect(open.map(([name]) => name)).toEqual([]);
  });

  it("no password, token or key of any table of the log", async () => {
    for (const table of Object.keys(MODELS) as LoggedTable[]) {
      const columns = Object.keys(await db()(table).columnInfo()).filter((column) => isShown(column, table));
      expect(columns.filter((column) => /passw|token|secret|hash|api_key$|_path$|session/.test(column))).toEqual([]);
    }
    expect(
      ["password_hash", "api_key", "hash", "file_path", "value", "reported_lat", "reported_lng", "title"].filter(
        (name) => isShown(name),
      ),
    ).toEqual(["title"]);
  });

  it("a change: the record, and its fields before and after", async () => {
    await run("plan.rename", { planId: desk.planId, title: "Renamed" });
    expect(await entries()).toMatchObject([
      {
        action: "plan.rename",
        outcome: "done",
        model: "Plan",
        ids: [desk.planId],
        changes: [{ model: "Plan", id: desk.planId, fields: { title: ["Plan", "Renamed"] } }],
      },
    ]);
  });

  it("a new record with its id, a removed one, and several at once", async () => {
    const { id } = (await run("vehicle.create", { title: "Van", plate: "FL 1" })) as { id: number };
    const made =
      id ?? Number((await db()("vehicles").where({ plate: "FL 1", company_id: desk.companyId }).first())!.id);
    await run("vehicle.remove", { id: made });
    await run("visits.update", { visitIds: [desk.a, desk.b], packageLoad: 7 });
    const [several, removed, added] = await entries();
    expect(added).toMatchObject({
      action: "vehicle.create",
      ids: [made],
      changes: [{ fields: { title: [null, "Van"] } }],
    });
    expect(removed!.changes[0]!.fields.deleted_at).toEqual([null, expect.any(String)]);
    expect(several).toMatchObject({ action: "visits.update", model: "Visit", ids: [desk.a, desk.b] });
    expect(several!.changes.map((change) => change.fields.package_load)).toEqual([
      [0, 7],
      [0, 7],
    ]);
  });

  it("an account: its fields before and after, of no company where it is another person's", async () => {
    const admin = await justSignedIn(sessionOf(desk, { platformRole: "sudo" }, desk.ownerId));
    const before = (await db()("users").where({ id: desk.driverUserId }).first())!;
    const act = (name: string, input: object) => run(name, { user_id: desk.driverUserId, ...input }, admin);
    await act("user.update", { name: "Ann", country_id: 1, phone: "+423 232 12 34" });
    await act("user.change_email", { email: `ann-${desk.driverUserId}@test.example`, verified: true });
    await act("user.set_password", { new_password: "several other words" });
    await act("user.ban", {});
    await run("profile.update", { surname: "Beck" }, admin);
    const rows = await db()("audit_log").where({ model: "User", user_id: desk.ownerId }).orderBy("id", "desc").limit(5);
    const fields = (changes: string | null) => (JSON.parse(changes ?? "[{}]") as { fields?: object }[])[0]!.fields;
    expect(rows.map((row) => [row.action, row.company_id, row.by_platform, row.ids, fields(row.changes)])).toEqual([
      ["profile.update", desk.companyId, 1, `[${desk.ownerId}]`, { surname: [expect.any(String), "Beck"] }],
      ["user.ban", null, 1, `[${desk.driverUserId}]`, { status: ["active", "ban"] }],
      ["user.set_password", null, 1, `[${desk.driverUserId}]`, undefined],
      [
        "user.change_email",
        null,
        1,
        `[${desk.driverUserId}]`,
        { email: [before.email, `ann-${desk.driverUserId}@test.example`] },
      ],
      [
        "user.update",
        null,
        1,
        `[${desk.driverUserId}]`,
        { name: [before.name, "Ann"], country_id: [before.country_id, 1], phone: [before.phone, "+423 232 12 34"] },
      ],
    ]);
    expect((await entries()).map(({ action }) => action)).toEqual(["profile.update"]);
  });

  it("a person at one door: once a minute, and how often besides; others and other doors by themselves", async () => {
    const { headers } = await createApiKey(db(), desk.companyId, { scopes: ["read"] });
    const ask = (path: string, more: HeadersInit = headers) =>
      askDocumented(new Request(`http://localhost/platform/api/${path}`, { method: "POST", headers: more }), path, "");
    const other = await createApiKey(db(), desk.companyId, { scopes: ["read"] });
    const from = { id: "door", ip: "192.0.2.77", userAgent: "" };
    await withRequestContext(from, async () => {
      for (let nth = 0; nth < 5; nth += 1) expect((await ask("vehicle/store")).status).toBe(403);
      await ask("warehouse/store");
      await ask("vehicle/store", other.headers);
      await ask("vehicle/no-such-call");
    });
    const seen = async () => (await entries()).map(({ action, outcome }) => `${action} ${outcome}`);
    const [vehicle, warehouse] = ["api vehicle/store forbidden", "api warehouse/store forbidden"];
    expect(await seen()).toEqual([vehicle, warehouse, vehicle]);
    const nowMs = Date.parse("2026-11-24T06:00:00Z") + minute * 60_000;
    setServices(testServices({ clock: { nowMs: () => nowMs }, routing: testRouting() }));
    await withRequestContext(from, () => ask("vehicle/store"));
    const rows = await listLogEntries(db(), desk.companyId, {}, 2);
    expect(rows.map(({ action, times }) => [action, times]).sort()).toEqual([
      ["api vehicle/store", 1],
      ["api vehicle/store", 4],
    ]);
  });

  it("an address with many doors, no more often than any other", async () => {
    const { headers } = await createApiKey(db(), desk.companyId, { scopes: ["read"] });
    const posts = [...API.values()].filter(
      (call) => "permission" in call && call.methods.includes("POST") && scopeOf(call.permission) === "plan",
    );
    expect(posts.length).toBeGreaterThan(NOTED_PER_MINUTE);
    const from = { id: "doors", ip: "192.0.2.78", userAgent: "" };
    await withRequestContext(from, async () => {
      for (const { path } of posts)
        await askDocumented(
          new Request(`http://localhost/platform/api/${path}`, { method: "POST", headers }),
          path,
          "",
        );
    });
    expect(await entries()).toHaveLength(NOTED_PER_MINUTE);
  });

  it("a key that was revoked, in the log of its company, and nothing of a key that is none", async () => {
    const key = await createApiKey(db(), desk.companyId);
    await revokeApiKey(db(), desk.companyId, key.id, "2026-11-23 06:00:00");
    const ask = (headers: HeadersInit) =>
      askDocumented(new Request("http://localhost/platform/api/vehicle/list", { headers }), "vehicle/list", "");
    expect((await ask(key.headers)).status).toBe(401);
    expect((await ask({ "X-Api-Key": "x".repeat(32) })).status).toBe(401);
    expect(await listLogEntries(db(), desk.companyId, {}, 5)).toMatchObject([
      { action: "api_key.use", outcome: "not_authorized", api_key_id: key.id },
    ]);
  });

  it("a move: where the visit was and is", async () => {
    await run("visit.move", { visitId: desk.a, toRouteId: desk.second, position: 1 });
    const [moved] = await entries();
    expect(moved).toMatchObject({ action: "visit.move", ids: [desk.a] });
    expect(moved!.changes[0]!.fields.route_id).toEqual([desk.first, desk.second]);
  });

  it("nothing of what is rolled back, and nothing of reads and questions", async () => {
    await expect(
      allOrNothing(async () => {
        await run("plan.rename", { planId: desk.planId, title: "Renamed" });
        throw new Error("all or nothing");
      }),
    ).rejects.toThrow("all or nothing");
    await run("country.list", {});
    expect(await entries()).toEqual([]);
    await allOrNothing(async () => {
      await run("plan.rename", { planId: desk.planId, title: "One" });
      await run("vehicle.update_fields", { id: desk.vehicleId, max_load: 9 });
    });
    expect((await entries()).map(({ action, changes }) => [action, changes.length])).toEqual([
      ["vehicle.update_fields", 1],
      ["plan.rename", 1],
    ]);
  });

  it("a refusal among several changes: none of them is done, and it is noted", async () => {
    const changes = allOrNothing(async () => {
      await run("plan.rename", { planId: desk.planId, title: "Renamed" });
      await run("plan.remove", { planId: desk.planId }, desk.driver);
    });
    await expect(changes).rejects.toMatchObject({ status: 403 });
    expect((await desk.plan()).title).not.toBe("Renamed");
    expect(await entries()).toMatchObject([{ action: "plan.remove", outcome: "forbidden" }]);
  });

  it("what was done already, once and without changes", async () => {
    await run("plan.rename", { planId: desk.planId, title: "Plan" });
    expect(await entries()).toMatchObject([{ action: "plan.rename", outcome: "done", changes: [] }]);
  });

  it("who was refused, and not which fields were wrong", async () => {
    const other = await createDesk(db());
    await expect(run("plan.rename", { planId: other.planId, title: "X" })).rejects.toMatchObject({ status: 404 });
    await expect(run("plan.rename", { planId: desk.planId, title: "X" }, desk.driver)).rejects.toMatchObject({
      status: 403,
    });
    await expect(run("plan.rename", { planId: desk.planId, title: "" })).rejects.toThrow();
    expect(await entries()).toMatchObject([
      { action: "plan.rename", outcome: "forbidden" },
      { action: "plan.rename", outcome: "not_found", ids: [other.planId] },
    ]);
    expect(await listLogEntries(db(), other.companyId, {}, 10)).toEqual([]);
  });

  it("so many refusals of an address in a minute; the rest is counted", async () => {
    const nobody = { ...desk.driver };
    const refused = () => run("plan.remove", { planId: desk.planId }, nobody).catch(() => undefined);
    const from = { id: "x", ip: "192.0.2.9", userAgent: "" };
    await withRequestContext(from, async () => {
      for (let i = 0; i < NOTED_PER_MINUTE + 7; i += 1) await refused();
    });
    expect(await entries()).toHaveLength(NOTED_PER_MINUTE);
    const nowMs = Date.parse("2026-11-23T12:00:00Z") + minute * 60_000;
    setServices(testServices({ clock: { nowMs: () => nowMs }, routing: testRouting() }));
    await withRequestContext(from, refused);
    const [after, counted] = await listLogEntries(db(), desk.companyId, {}, 2);
    expect([counted!.times, after!.times].sort()).toEqual([1, 7]);
  });
});
