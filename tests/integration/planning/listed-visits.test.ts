import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSession } from "~/auth/session.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { changeListedVisits, removeListedVisits } from "~/features/planning/commands/listed-visits.server";
import { undoPlanChange } from "~/features/planning/commands/undo-plan-change.server";
import { moveVisit } from "~/features/planning/commands/visit-commands.server";
import { loadVisitsPage } from "~/features/planning/visits-list/visits-page.server";
import { visitsListAction } from "~/features/page-actions.server";
import { createPlan, createRoute, createUser, createVisit } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { sessionOf } from "../../helpers/sessions";
import { postForm } from "../../helpers/forms";
import { createDesk, forgetWorld, listen, setWorld } from "./desk";
import type { Desk } from "./desk";

const NO_VERSIONS: ReadonlyMap<number, number> = new Map();
const LOCKED = "The route is locked. Unlock it first.";

describe.each(databases())("several rows of the list of visits on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  beforeEach(() => setWorld(db()));
  afterEach(forgetWorld);

  /** Besides the desk's plan another one with a visit on a locked route, and a visit that waits. */
  async function createRows() {
    const desk = await createDesk(db());
    const planId = await createPlan(db(), desk.companyId, { title: "Other", warehouse_id: desk.warehouseId });
    const routeId = await createRoute(db(), desk.companyId, planId, {
      vehicle_id: desk.vehicleId,
      warehouse_id: desk.warehouseId,
      status: 3,
      is_locked: 1,
    });
    const inPlan = { plan_id: planId, warehouse_id: desk.warehouseId };
    const locked = await createVisit(db(), desk.companyId, {
      ...inPlan,
      name: "Locked",
      route_id: routeId,
      status: 2,
      position: 1,
    });
    const open = await createVisit(db(), desk.companyId, { ...inPlan, name: "Open" });
    const waiting = await createVisit(db(), desk.companyId, { name: "Waiting", plan_id: null });
    const kinds = async (plan: number) =>
      ((await db()("plan_changes").where({ plan_id: plan }).orderBy("id")) as { kind: string }[]).map(
        (change) => change.kind,
      );
    return { desk, planId, locked, open, waiting, kinds };
  }
  const gone = async (desk: Desk, id: number) => (await desk.visit(id)).deleted_at !== null;

  it("get the same values, by one change of each plan; what is locked is left out by name", async () => {
    const { desk, planId, locked, open, waiting, kinds } = await createRows();
    const published = listen();
    const outcome = await changeListedVisits(desk.dispatcher, {
      ids: [desk.a, desk.b, desk.loose, locked, open, waiting],
      versions: NO_VERSIONS,
      fields: { serviceTime: 30, packageLoad: 12 },
      tab: "tab:1:t",
    });
    expect(outcome).toEqual({ done: 5, leftOut: [{ name: "Locked", why: LOCKED }] });
    for (const id of [desk.a, desk.b, desk.loose, open, waiting])
      expect(await desk.visit(id)).toMatchObject({ service_time: 30, package_load: 12 });
    expect(await desk.visit(locked)).toMatchObject({ service_time: 5 });
    expect([await kinds(desk.planId), await kinds(planId)]).toEqual([["visits.update"], ["visits.update"]]);
    const [logged] = (await db()("plan_changes").where({ plan_id: planId })) as { about: string }[];
    expect(JSON.parse(logged!.about)).toMatchObject({ names: ["Open"], visits: 1 });
    // Half an hour at each of two stops: the third comes so much later.
    expect((await desk.visit(desk.c)).arrival_time! > "2026-11-23 09:15:00").toBe(true);
    expect(published.map(({ model, ids, except }) => [model, ids, except])).toEqual([
      ["RoutingPlan", [desk.planId], "tab:1:t"],
      ["RoutingPlan", [planId], "tab:1:t"],
      ["RoutingVisit", [waiting], "tab:1:t"],
    ]);
  });

  it("are removed, but for those on locked routes; undo brings them back to their places", async () => {
    const { desk, planId, locked, open, waiting, kinds } = await createRows();
    const outcome = await removeListedVisits(desk.dispatcher, {
      ids: [desk.a, desk.d, locked, open, waiting],
      versions: NO_VERSIONS,
      choice: "delete",
    });
    expect(outcome).toEqual({ done: 4, leftOut: [{ name: "Locked", why: LOCKED }] });
    for (const id of [desk.a, desk.d, open, waiting]) expect(await gone(desk, id)).toBe(true);
    expect(await gone(desk, locked)).toBe(false);
    expect([await kinds(desk.planId), await kinds(planId)]).toEqual([["visits.remove"], ["visits.remove"]]);
    await undoPlanChange(desk.dispatcher, { planId: desk.planId });
    expect([await desk.order(desk.first), await desk.order(desk.second)]).toEqual([[desk.a, desk.b, desk.c], [desk.d]]);
    await undoPlanChange(desk.dispatcher, { planId });
    expect(await gone(desk, open)).toBe(false);
  });

  it("are taken out of their plans, where waiting ones are already", async () => {
    const { desk, locked, waiting } = await createRows();
    expect(
      await removeListedVisits(desk.dispatcher, {
        ids: [desk.a, locked, waiting],
        versions: NO_VERSIONS,
        choice: "detach",
      }),
    ).toEqual({ done: 1, leftOut: [{ name: "Locked", why: LOCKED }] });
    expect(await desk.visit(desk.a)).toMatchObject({ plan_id: null, route_id: null, deleted_at: null });
    expect(await gone(desk, waiting)).toBe(false);
  });

  it("stay as they are if a colleague changed one since the list was loaded; other plans change", async () => {
    const { desk, planId, open } = await createRows();
    const versions = new Map([
      [desk.planId, (await desk.plan()).version],
      [planId, 1],
    ]);
    const colleague = sessionOf(desk, { isDispatcher: true }, await createUser(db(), { name: "Anna" }));
    await moveVisit(colleague, { visitId: desk.a, toRouteId: desk.second }, {});
    const outcome = await removeListedVisits(desk.dispatcher, {
      ids: [desk.a, desk.loose, open],
      versions,
      choice: "delete",
    });
    expect(outcome.done).toBe(1);
    expect(outcome.leftOut.map(({ name }) => name)).toEqual(["Stop A", "Loose"]);
    expect(outcome.leftOut[0]!.why).toContain("moved the visit “Stop A” in the meantime");
    expect([await gone(desk, desk.a), await gone(desk, desk.loose), await gone(desk, open)]).toEqual([
      false,
      false,
      true,
    ]);
  });

  it("are those of the company alone, in the dialogs too", async () => {
    const { desk, planId, locked, waiting } = await createRows();
    const other = await createDesk(db());
    const page = (dialog: string) =>
      loadVisitsPage(
        desk.dispatcher,
        new Request(
          `http://localhost/platform/company/visits?dialog=${dialog}&ids=${other.a}&ids=${locked}&ids=${waiting}&ids=x`,
        ),
      );
    const { version } = (await db()("routing_plans").where({ id: planId }).first()) as { version: number };
    expect((await page("edit-visits")).chosen).toEqual({
      visits: [
        { id: waiting, name: "Waiting", isPlanned: false },
        { id: locked, name: "Locked", isPlanned: true },
      ],
      versions: `${planId}:${version}`,
    });
    expect((await page("edit-visit")).chosen).toEqual({ visits: [], versions: "" });
  });

  describe("as forms", () => {
    const signedIn = async (desk: Desk) => ({
      companyId: desk.companyId,
      cookie: (await openSession(await getUserAcrossCompanies(db(), desk.ownerId), new Headers())).split(";")[0]!,
    });
    const post = async (desk: Desk, fields: Record<string, string>, plain = false) =>
      postForm(
        (request) => visitsListAction({ request, params: {} }),
        "company/visits?dialog=remove-visits&ids=1&q=stop",
        await signedIn(desk),
        fields,
        {
          plain,
        },
      );

    it("have one effect and one answer when they come twice", async () => {
      const { desk, planId, locked, open, kinds } = await createRows();
      const form = {
        intent: "listed_visits.remove",
        ids: `${open},${locked}`,
        choice: "delete",
        versions: `${planId}:1`,
        submitId: "twice-0001",
      };
      const [first, second] = [await post(desk, form), await post(desk, form)];
      const answer = {
        ok: true,
        message: "The selection has been deleted!",
        detail: "1 visit removed.",
        data: { leftOut: [{ name: "Locked", why: LOCKED }] },
      };
      expect([await first.json(), await second.json()]).toEqual([answer, answer]);
      expect(await kinds(planId)).toEqual(["visits.remove"]);
    });

    it("close the list's dialog, and without a script say what was left out on the page that follows", async () => {
      const { desk, locked, open } = await createRows();
      const done = await post(desk, { intent: "listed_visits.update", ids: String(open), serviceTime: "8" });
      expect([done.status, done.headers.get("Location")]).toEqual([303, "/company/visits?q=stop"]);
      const plain = await post(
        desk,
        { intent: "listed_visits.update", ids: `${open},${locked}`, packageLoad: "3" },
        true,
      );
      expect([plain.status, plain.headers.get("Location")]).toEqual([303, "/company/visits?q=stop"]);
      const logged = JSON.parse(
        Buffer.from(
          decodeURIComponent(/platform_flash=([^;]+)/.exec(plain.headers.get("Set-Cookie") ?? "")![1]!),
          "base64",
        ).toString(),
      ) as { detail: string };
      expect(logged.detail).toBe(`1 visit changed. Left as they are: Locked (${LOCKED})`);
    });

    it.each([
      ["no visit", { ids: "" }, 422, "Choose at least one visit"],
      [
        "too many",
        { ids: Array.from({ length: 501 }, (_, index) => index + 1).join(",") },
        422,
        "Choose at most 500 visits at once",
      ],
      ["no field", {}, 422, "Fill in at least one field."],
      ["half a window", { startTime: "09:00" }, 422, "Window to is required"],
      [
        "a window that ends before it begins",
        { startTime: "09:00", endTime: "08:00" },
        422,
        "Start time must be less than end time",
      ],
      ["a load that is none", { packageLoad: "much" }, 422, "Load must be a number, not “much”"],
    ])("refuse %s and change nothing", async (_what, fields, status, message) => {
      const { desk, open } = await createRows();
      const answer = await post(desk, { intent: "listed_visits.update", ids: String(open), ...fields });
      expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([status, message]);
      expect(await desk.visit(open)).toMatchObject({
        service_time: 5,
        start_time: (await desk.visit(desk.loose)).start_time,
      });
    });

    it("refuse when nothing could be done, and say why", async () => {
      const { desk, locked, waiting } = await createRows();
      const answer = await post(desk, { intent: "listed_visits.remove", ids: String(locked) });
      expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([
        409,
        `Left as they are: Locked (${LOCKED})`,
      ]);
      expect(
        (await post(desk, { intent: "listed_visits.remove", ids: String(waiting), choice: "detach" })).status,
      ).toBe(409);
    });
  });
});
