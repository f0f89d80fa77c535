import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { authorOf, noteInLog } from "~/audit/note-in-log.server";
import { useDatabase } from "~/db/database.server";
import { loadLogPage, logFile } from "~/features/company/queries/log-page.server";
import { setServices } from "~/services/container.server";
import { createCompany, NOW } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
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
      by: authorOf(admin()),
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
      changes: ["title: Old → Plan 51"],
    });
    const older = await loadLogPage(admin(), asked(`before=${page.older}`));
    expect([older.entries.map(({ changes }) => changes), older.older]).toEqual([[["title: Old → Plan 1"]], null]);
    const other = await createCompany(database().db);
    expect((await loadLogPage(admin(other), asked())).entries).toEqual([]);
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
    const by = authorOf(admin());
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
