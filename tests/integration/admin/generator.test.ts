import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CompanySession } from "~/auth/session.server";
import { claimRun } from "~/db/repositories/generator-runs.server";
import { addSeconds, epochSec } from "~/domain/time/utc-text";
import { ADMIN_ACTIONS } from "~/features/admin/actions.server";
import { loadGeneratorPage, loadRuns } from "~/features/admin/queries/generator-page.server";
import { continueRuns } from "~/features/admin/run/generator.server";
import { performAction } from "~/http/actions/perform-action.server";
import { toRefusal } from "~/http/action.server";
import { setServices } from "~/services/container.server";
import { createCompany, NOW } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { testServices } from "../../helpers/services";
import { sessionOf } from "../../helpers/sessions";
import { tableNames } from "../../helpers/stored";
import { forgetWorld, setWorld } from "../planning/desk";

const RUN = { title: "Training", companies: 2, plans: 2, vehicles: 3, visits: 20, lat: 47.14, lng: 9.52, radius_km: 5 };

describe.each(databases())("the generator on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let home: TestCompany;
  let sudo: CompanySession;

  const start = (input: object = RUN, by = sudo) => performAction(ADMIN_ACTIONS, by, "generator.start", input);
  const remove = (runId: unknown, by = sudo) => performAction(ADMIN_ACTIONS, by, "generator.remove", { run_id: runId });
  const runAll = async () => {
    let steps = 0;
    while (await continueRuns(db())) steps += 1;
    return steps;
  };
  const rows = async () => {
    const counts: Record<string, number> = {};
    for (const table of await tableNames(db())) {
      const [row] = (await db()(table).count({ total: "*" })) as { total: number | string }[];
      counts[table] = Number(row?.total ?? 0);
    }
    return { ...counts, audit_log: 0 };
  };

  beforeEach(async () => {
    setWorld(db());
    setServices(testServices({ clock: { nowMs: () => epochSec(NOW) * 1000 } }));
    home = await createCompany(db());
    sudo = sessionOf(home, { platformRole: "sudo", isOwner: true }, home.ownerId);
  });
  afterEach(async () => {
    await db()("generator_runs").delete();
    forgetWorld();
  });

  it("makes companies one after the other, says how far it is, and takes all of it away again", async () => {
    const before = await rows();
    const runId = (await start()) as number;
    expect(await loadRuns(sudo)).toMatchObject([{ id: runId, status: "making", made: 0, companies: 2, visits: 80 }]);
    await continueRuns(db());
    expect(await loadGeneratorPage(sudo)).toMatchObject({ isGenerating: true, runs: [{ status: "making", made: 1 }] });
    expect(await runAll()).toBe(1);
    expect(await loadGeneratorPage(sudo)).toMatchObject({ isGenerating: false, runs: [{ status: "done", made: 2 }] });
    const companies = (await db()("companies").where("title", "like", "Training %").orderBy("id")) as { id: number }[];
    for (const { id } of companies) {
      const count = async (table: string) => (await db()(table).where({ company_id: id }).pluck("id")).length;
      expect([await count("routing_plans"), await count("vehicles"), await count("company_members")]).toEqual([
        2, 3, 3,
      ]);
      expect([await count("routing_visits"), await count("routing_routes")]).toEqual([40, 6]);
    }
    const plan = await db()("routing_plans").where({ company_id: companies[0]?.id }).orderBy("id", "desc").first();
    expect(plan?.service_date).toBe("2026-11-22");
    await remove(runId);
    await remove(runId);
    expect(await loadGeneratorPage(sudo)).toMatchObject({ isGenerating: true, runs: [{ status: "removing" }] });
    expect(await runAll()).toBe(3);
    expect(await rows()).toEqual(before);
    await expect(remove(runId)).rejects.toMatchObject({ status: 404 });
  });

  it("can be told to stop while it makes them", async () => {
    const before = await rows();
    const runId = await start({ ...RUN, companies: 50 });
    await continueRuns(db());
    await remove(runId);
    await runAll();
    expect(await rows()).toEqual(before);
  });

  it("is worked on by one process at a time, and goes on when that one has died", async () => {
    await start();
    const until = addSeconds(NOW, 300);
    expect(await claimRun(db(), NOW, until)).not.toBeNull();
    expect([await claimRun(db(), NOW, until), await continueRuns(db())]).toEqual([null, false]);
    expect(await claimRun(db(), until, addSeconds(until, 300))).not.toBeNull();
  });

  it("says what went wrong, and removes what was made until then", async () => {
    const runId = await start();
    await continueRuns(db());
    await db()("generator_runs").update({ options: "{}" });
    const silent = console.error;
    console.error = () => undefined;
    await runAll();
    console.error = silent;
    expect(await loadRuns(sudo)).toMatchObject([
      { status: "failed", made: 1, failure: "A fault of the program stopped it." },
    ]);
    await remove(runId);
    await runAll();
    expect(await loadRuns(sudo)).toEqual([]);
  });

  it("refuses what is too much by its field, and stores nothing", async () => {
    const fieldOf = async (input: object) => {
      const error: unknown = await start({ ...RUN, ...input }).catch((thrown: unknown) => thrown);
      return Object.entries(toRefusal(error)[0].fieldErrors ?? {});
    };
    expect(await fieldOf({ plans: 31, visits: 1000 })).toEqual([["visits", "At most 10,000 visits in a company"]]);
    expect(await fieldOf({ companies: 50, plans: 10, visits: 1000 })).toEqual([
      ["visits", "At most 200,000 visits in all"],
    ]);
    expect(await fieldOf({ companies: 51 })).toEqual([["companies", "Companies must be at most 50"]]);
    expect(await fieldOf({ lat: null })).toEqual([["lat", "Latitude is required"]]);
    expect(await loadRuns(sudo)).toEqual([]);
  });

  it("is for sudo admins alone", async () => {
    const admin = sessionOf(home, { hasAdminFlag: true, isOwner: true, platformRole: "dev" }, home.ownerId);
    await expect(start(RUN, admin)).rejects.toMatchObject({ status: 403 });
    await expect(remove(1, admin)).rejects.toMatchObject({ status: 403 });
    await expect(loadRuns(admin)).rejects.toMatchObject({ status: 403 });
  });
});
