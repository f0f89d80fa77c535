import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { logAuthorOf, noteInLog } from "~/audit/note-in-log.server";
import { useDatabase } from "~/db/database.server";
import { insertMany } from "~/db/dialect.server";
import { addSeconds } from "~/domain/time/utc-text";
import { platformLogFile } from "~/features/admin/queries/log-page.server";
import { loadLogPage, logFile } from "~/features/company/queries/log-page.server";
import { setServices } from "~/services/container.server";
import { createCompany, NOW } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { asked as statementsOf } from "../../helpers/explained";
import { testServices } from "../../helpers/services";
import { sessionOf } from "../../helpers/sessions";

describe.each(databases())("the company's activity on %s", (kind) => {
  const database = useTestDatabase(kind);
  let company: TestCompany;
  beforeEach(async () => {
    useDatabase(database().db);
    setServices(testServices({ clock: { nowMs: () => Date.parse(`${NOW.replace(" ", "T")}Z`) } }));
    company = await createCompany(database().db);
  });
  afterEach(() => {
    useDatabase(undefined);
    setServices(undefined);
  });

  const admin = (of = company) => sessionOf(of, { isAdmin: true, memberId: 1 }, of.ownerId);
  const asked = (query = "") => new Request(`http://localhost/platform/company/log?${query}`);
  const note = (title: string, refusal?: string) =>
    noteInLog(database().db, {
      by: logAuthorOf(admin()),
      companyId: company.companyId,
      action: "plan.rename",
      refusal,
      subject: { model: "Plan", ids: [company.planId] },
      changes: refusal === undefined ? [{ model: "Plan", id: company.planId, fields: { title: ["Old", title] } }] : [],
    });

  it("shows administrators their own company's entries, fifty at a time", async () => {
    for (let nth = 1; nth <= 51; nth += 1) await note(`Plan ${nth}`);
    const page = await loadLogPage(admin(), asked());
    expect(page.entries).toHaveLength(50);
    expect(page.entries[0]).toMatchObject({
      action: "plan.rename",
      subject: `Plan ${company.planId}`,
      changes: ["Title: Old → Plan 51"],
    });
    const older = await loadLogPage(admin(), asked(`before=${page.older}`));
    expect([older.entries.map(({ changes }) => changes), older.older]).toEqual([[["Title: Old → Plan 1"]], null]);
    const other = await createCompany(database().db);
    expect((await loadLogPage(admin(other), asked())).entries).toEqual([]);
  });

  it("calls a break a break, whatever name it is stored under", async () => {
    const { db } = database();
    const stop = (await db("routing_visits").where({ plan_id: company.planId, type: "D" }).first())!;
    await db("routing_visits").where({ id: stop.id }).update({ type: "B", name: "launch" });
    await noteInLog(db, {
      by: logAuthorOf(admin()),
      companyId: company.companyId,
      action: "visit.done",
      subject: { model: "Visit", ids: [stop.id] },
      changes: [{ model: "Visit", id: stop.id, fields: { status: [3, 4] } }],
    });
    const [entry] = (await loadLogPage(admin(), asked())).entries;
    expect(entry?.records.map(({ name }) => name)).toEqual(["Break"]);
  });

  it("names records, leads to them while they exist, and words codes and fields as forms do", async () => {
    const { db } = database();
    const { companyId, planId } = company;
    const visit = (await db("routing_visits").where({ plan_id: planId, type: "D" }).first())!;
    const route = (await db("routing_routes").where({ plan_id: planId }).first())!;
    const vehicle = (await db("vehicles").where({ id: route.vehicle_id! }).first())!;
    const plan = (await db("routing_plans").where({ id: planId }).first())!;
    const noted = (model: string, id: number, fields: Record<string, readonly [unknown, unknown]>) =>
      noteInLog(db, {
        by: logAuthorOf(admin()),
        companyId,
        action: "x.change",
        subject: { model, ids: [id] },
        changes: [{ model, id, fields }],
      });
    await noted("Visit", visit.id, { status: [3, 5], plan_id: [planId, null], fail_reason_id: [null, 2] });
    await noted("Route", route.id, { status: [2, 3], vehicle_id: [null, vehicle.id], is_locked: [0, 1] });
    await noted("Vehicle", 999_999, { work_hour_start: ["08:00", "07:30"], driver_id: [5_000_000, null] });
    const [unknown, ofRoute, ofVisit] = (await loadLogPage(admin(), asked())).entries;
    expect(ofVisit).toMatchObject({
      kind: "Visit",
      records: [{ name: visit.name, to: `/planning/plan/${planId}?visit=${visit.id}` }],
      changes: ["Status: On Route → Failed", `Plan: ${plan.title} → –`, "Reason: – → No answer to the call"],
    });
    expect(ofRoute).toMatchObject({
      kind: "Route",
      records: [{ name: `${vehicle.title} · ${plan.title}`, to: `/planning/route/${route.id}` }],
      changes: ["Status: Planning → Scheduled", `Vehicle: – → ${vehicle.title}`, "Locked: no → yes"],
    });
    expect(unknown).toMatchObject({
      kind: null,
      subject: "Vehicle 999999",
      changes: ["Working hours start: 08:00 → 07:30", "Driver: #5000000 → –"],
    });
    await db("routing_visits").where({ id: visit.id }).update({ deleted_at: NOW });
    const [, , removed] = (await loadLogPage(admin(), asked())).entries;
    expect(removed?.records).toMatchObject([{ name: visit.name, to: null }]);
    const csv = [...((await logFile(admin(), asked(), "csv")) as Iterable<string>)].join("");
    expect(csv).toContain("Status: On Route → Failed");
  });

  it("names nothing of another company, whatever an entry says", async () => {
    const other = await createCompany(database().db);
    await noteInLog(database().db, {
      by: logAuthorOf(admin()),
      companyId: company.companyId,
      action: "plan.rename",
      subject: { model: "Plan", ids: [other.planId] },
    });
    const [entry] = (await loadLogPage(admin(), asked())).entries;
    expect(entry).toMatchObject({ kind: null, records: [], subject: `Plan ${other.planId}` });
  });

  it("narrows by person, subject, outcome and day, and takes nothing that it can't read", async () => {
    await note("Done");
    await note("", "forbidden");
    const found = async (query: string) => (await loadLogPage(admin(), asked(query))).entries.map((one) => one.refused);
    expect(await found("refused=1")).toEqual(["forbidden"]);
    expect(await found(`person=${company.ownerId}&subject=Plan`)).toEqual(["forbidden", null]);
    expect(await found(`person=${company.driverUserId}`)).toEqual([]);
    expect(await found("subject=Vehicle")).toEqual([]);
    expect(await found(`from=${NOW.slice(0, 10)}&to=${NOW.slice(0, 10)}`)).toEqual(["forbidden", null]);
    expect(await found("to=2020-01-01")).toEqual([]);
    expect(await found("person=x&before=-1&from=tomorrow&refused=maybe")).toEqual(["forbidden", null]);
  });

  it("offers each action of the company once, and lists it alone, on the page and in the file", async () => {
    await note("Done");
    await note("Again");
    await note("", "forbidden");
    const by = logAuthorOf(admin());
    const door = "page /planning/plan/:id";
    await noteInLog(database().db, { by, companyId: company.companyId, action: door, refusal: "forbidden" });
    const other = await createCompany(database().db);
    await noteInLog(database().db, { by: null, companyId: other.companyId, action: "session.sign_in" });
    expect((await loadLogPage(admin(), asked())).actions).toEqual([door, "plan.rename"]);
    expect((await loadLogPage(admin(await createCompany(database().db)), asked())).actions).toEqual([]);
    const query = `action=${encodeURIComponent(door)}`;
    expect((await loadLogPage(admin(), asked(query))).entries.map(({ action }) => action)).toEqual([door]);
    const csv = [...((await logFile(admin(), asked(query), "csv")) as Iterable<string>)].join("");
    expect(csv).toContain(door);
    expect(csv).not.toContain("plan.rename");
  });

  describe("of a thousand entries", () => {
    const DAY = NOW.slice(0, 10);
    /** Two of each minute, and the first of them last, as a long action is noted when it ends. */
    beforeEach(async () => {
      const entries = Array.from({ length: 1010 }, (_, nth) => ({
        ...{ company_id: company.companyId, user_id: company.ownerId, api_key_id: null, who: "Somebody" },
        ...{ by_platform: 0 as const, action: "plan.rename", outcome: "done", times: 1, model: null, ids: null },
        ...{ changes: null, ip: null, user_agent: null, request_id: `request-${nth}` },
        created_at: addSeconds(`${DAY} 00:00:00`, 60 * Math.floor(((nth + 2) % 1010) / 2)),
      }));
      await insertMany(database().db, "audit_log", entries);
    });
    const requestsOf = (csv: string) => [...csv.matchAll(/request-(\d+)/g)].map((match) => Number(match[1]));

    it.each([
      ["all", "", [1009, 1008, 1007], [2, 1, 0]],
      ["of some days, by their times", `from=${DAY}&to=${DAY}`, [1007, 1006, 1005], [0, 1009, 1008]],
    ])("reads and words %s for a file 500 at a time", async (_, query, first, last) => {
      let csv = "";
      const statements = await statementsOf(database().db, "audit_log", async () => {
        csv = [...((await logFile(admin(), asked(query), "csv")) as Iterable<string>)].join("");
      });
      const found = requestsOf(csv);
      expect([found.length, new Set(found).size]).toEqual([1010, 1010]);
      expect([found.slice(0, 3), found.slice(-3)]).toEqual([first, last]);
      const limited = statements.filter(({ sql }) => /limit/i.test(sql) && !/`created_at` from/.test(sql));
      expect(limited.map(({ bindings }) => bindings.at(-1))).toEqual([500, 500, 500]);
      const ofCompany = `${query}&company=${company.companyId}`;
      const platform = await platformLogFile(
        sessionOf(company, { platformRole: "sudo" }, company.ownerId),
        asked(ofCompany),
        "csv",
      );
      expect([...(platform as Iterable<string>)].length).toBe(1011);
    });

    it("turns the pages of some days in the order of their times", async () => {
      const page = await loadLogPage(admin(), asked(`from=${DAY}&to=${DAY}`));
      const older = await loadLogPage(admin(), asked(`from=${DAY}&to=${DAY}&before=${page.older}`));
      const found = [...page.entries, ...older.entries].map(({ requestId }) => Number(requestId.slice(8)));
      expect(found).toEqual(Array.from({ length: 100 }, (_, nth) => 1007 - nth));
    });
  });

  it("is a file whose texts are no formulas, and nothing for people who don't manage the company", async () => {
    await note("=1+1");
    await noteInLog(database().db, {
      by: { userId: null, apiKeyId: null, name: "=HYPERLINK(1)", byPlatform: false },
      companyId: company.companyId,
      action: "plan.rename",
    });
    const csv = [...((await logFile(admin(), asked(), "csv")) as Iterable<string>)].join("");
    expect(csv).toContain("'=HYPERLINK(1)");
    expect(csv).not.toMatch(/(?:^|[;,])"?=/m);
    const dispatcher = sessionOf(company, { isDispatcher: true, memberId: 1 }, company.ownerId);
    await expect(loadLogPage(dispatcher, asked())).rejects.toMatchObject({ status: 403 });
    await expect(logFile(dispatcher, asked(), "csv")).rejects.toMatchObject({ status: 403 });
  });
});
