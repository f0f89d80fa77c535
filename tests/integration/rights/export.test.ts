import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CompanySession } from "~/auth/session.server";
import { insertAttachment } from "~/db/repositories/attachments.server";
import { addRoadTask } from "~/db/repositories/road-tasks.server";
import { COLUMN_USES, columnsOf, TABLE_NAMES, TABLE_USES } from "~/db/rights/table-uses";
import type { TableName } from "~/db/rights/table-uses";
import { addSeconds, epochSec } from "~/domain/time/utc-text";
import { loadDataPage } from "~/features/rights/queries/data-page.server";
import { exportCompany } from "~/features/rights/queries/export-company.server";
import { setServices } from "~/services/container.server";
import { unpack, WORKBOOK_LIMITS } from "~/services/spreadsheet/unzip";
import { localDiskStorage } from "~/services/storage/local-disk.server";
import type { FileStorage } from "~/services/storage/storage";
import { createCompany, createMember, createUser, createVisits, NOW } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { forCaller } from "../../helpers/caller";
import { databases, useTestDatabase } from "../../helpers/databases";
import { plantRows } from "../../helpers/planted-rows";
import { reportTask } from "../../helpers/report-tasks";
import { testServices } from "../../helpers/services";
import { sessionOf } from "../../helpers/sessions";
import { tablesOfSchema } from "../../helpers/table-schema";
import { forgetWorld, setWorld } from "../planning/desk";

const root = mkdtempSync(path.join(tmpdir(), "route-platform-export-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe.each(databases())("the export of a company on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let company: TestCompany;
  let other: TestCompany;
  let storage: FileStorage;
  let nowMs = 0;

  const admin = (of = company): CompanySession => sessionOf(of, { isAdmin: true }, of.ownerId);
  const request = (init: RequestInit = {}) => new Request("http://localhost/platform/company/data/export", init);
  const put = (key: string, text: string) =>
    storage.write(
      key,
      (async function* () {
        yield Buffer.from(text);
      })(),
    );
  async function exported(session = admin()): Promise<Map<string, Buffer>> {
    const answer = await exportCompany(session, request());
    const archive = Buffer.from(await answer.arrayBuffer());
    return unpack(archive, () => true, { ...WORKBOOK_LIMITS, ratio: 10_000 });
  }
  const jsonOf = (files: Map<string, Buffer>, name: string) =>
    JSON.parse(files.get(`${name}.json`)!.toString()) as Record<string, unknown>[];
  const lastExport = () =>
    db()("company_exports").where({ company_id: company.companyId }).orderBy("id", "desc").first();
  const until = (isSo: () => Promise<boolean>) => expect.poll(isSo).toBe(true);

  beforeEach(async () => {
    setWorld(db());
    storage = localDiskStorage(mkdtempSync(path.join(root, "files-")));
    nowMs = epochSec(NOW) * 1000;
    setServices(testServices({ storage, clock: { nowMs: () => nowMs } }));
    [company, other] = [await createCompany(db()), await createCompany(db())];
  });
  afterEach(forgetWorld);

  it("has each kind of records twice, the files, and a word on all that isn't in it", async () => {
    const { companyId, visitIds, planId } = company;
    await db()("routing_visits")
      .where({ id: visitIds[0]! })
      .update({ recipient_name: '=cmd("x"), Ünal\nline', unserved_reason: '["late"]' });
    await put(`companies/${companyId}/visits/p.jpg`, "photo");
    const photo = { visit_id: visitIds[0]!, path: `companies/${companyId}/visits/p.jpg`, type: "photo" } as const;
    const photoId = await insertAttachment(db(), companyId, photo, NOW);
    await insertAttachment(db(), companyId, { ...photo, path: "companies/x/gone.jpg", type: "signature" }, NOW);
    await put(`companies/${companyId}/visits/r.png`, "refused");
    await db()("road_tasks").insert({
      ...{ company_id: companyId, kind: "report", task_key: "k", created_at: NOW, updated_at: NOW },
      details: JSON.stringify({ pictures: [{ type: "photo", key: `companies/${companyId}/visits/r.png` }] }),
    });
    await put("users/face.png", "face");
    const memberId = await createMember(db(), companyId, {
      user_id: await createUser(db(), { image: "users/face.png", name: "Faye", phone: "+4232345678" }),
      ...{ name: "", surname: "" },
    });
    // Who has left, was only invited, or is switched off has a picture of their own, and no longer one of the team's.
    await put("users/private.png", "private");
    for (const state of [{ invitation_type: 2 }, { invitation_type: 0 }, { status: 0 }] as const)
      await createMember(db(), companyId, {
        ...state,
        user_id: await createUser(db(), { image: "users/private.png" }),
      });
    // The owner is of the team, whatever is noted.
    await put("users/owner.png", "owner");
    await db()("users").where({ id: company.ownerId }).update({ image: "users/owner.png" });
    const ownMemberId = await createMember(db(), companyId, { user_id: company.ownerId, invitation_type: 2 });
    await put(`companies/${other.companyId}/visits/o.jpg`, "other");
    await insertAttachment(
      db(),
      other.companyId,
      { visit_id: other.visitIds[0]!, path: `companies/${other.companyId}/visits/o.jpg`, type: "photo" },
      NOW,
    );
    // More than one piece.
    await createVisits(
      db(),
      companyId,
      Array.from({ length: 30 }, (_, nth) => ({ plan_id: planId, name: `More ${nth}` })),
    );

    const files = await exported();
    const kinds = TABLE_NAMES.flatMap((name) => TABLE_USES[name].exported ?? []);
    expect([...files.keys()].filter((name) => !name.startsWith("files/")).sort()).toEqual(
      ["README.txt", ...kinds.flatMap((name) => [`${name}.csv`, `${name}.json`])].sort(),
    );
    expect(
      [...files].filter(([name]) => name.startsWith("files/")).map(([name, content]) => [name, content.toString()]),
    ).toEqual([
      [`files/visits/${visitIds[0]}/photo-${photoId}.jpg`, "photo"],
      [expect.stringMatching(/^files\/tasks\/\d+\/r\.png$/), "refused"],
      [`files/members/${memberId}.png`, "face"],
      [`files/members/${ownMemberId}.png`, "owner"],
    ]);
    const visits = jsonOf(files, "visits");
    const rows = await db()("routing_visits").where({ company_id: companyId }).orderBy("id");
    expect(visits.map(({ id, name }) => [id, name])).toEqual(rows.map(({ id, name }) => [id, name]));
    expect(visits[0]).toMatchObject({ recipient_name: '=cmd("x"), Ünal\nline', unserved_reason: ["late"] });
    expect(jsonOf(files, "photos-and-signatures")[0]).toMatchObject({
      path: `files/visits/${visitIds[0]}/photo-${photoId}.jpg`,
    });
    // As the page of the team shows them, whose own words are empty here.
    const found = (name: string) => jsonOf(files, name).find(({ id }) => id === memberId);
    expect(found("members")).toMatchObject({ name: "Faye", phone: "+4232345678" });
    const csv = files.get("visits.csv")!.toString();
    expect(csv.split("\r\n")[0]).toMatch(/^\uFEFF"id","uid","company_id","plan_id"/);
    expect(csv.split("\r\n").filter((line) => /^\d+,/.test(line))).toHaveLength(rows.length);
    // No spreadsheet takes a text for a formula.
    expect(csv).toContain(`"'=cmd(""x""), Ünal`);
    expect(jsonOf(files, "company")).toEqual([expect.objectContaining({ id: companyId })]);
    expect(files.get("README.txt")!.toString()).toContain("push subscriptions: addresses of browsers, with their keys");
  });

  it("holds no file of another company, whatever its records name", async () => {
    const { companyId, visitIds } = company;
    const theirs = `companies/${other.companyId}/visits/o.jpg`;
    await put(theirs, "other");
    await put(`companies/${companyId}/visits/typed.jpg`, "of nothing");
    await insertAttachment(db(), companyId, { visit_id: visitIds[0]!, path: theirs, type: "photo" }, NOW);
    const task = reportTask("report:1", {
      says: { doneNote: `${theirs} companies/${companyId}/visits/typed.jpg` },
      pictures: [{ type: "photo", key: theirs }],
    });
    await addRoadTask(db(), companyId, task, NOW);
    const files = await exported();
    expect([...files.keys()].filter((name) => name.startsWith("files/"))).toEqual([]);
    expect(jsonOf(files, "tasks")).toHaveLength(1);
  });

  it("holds no secret and nothing of another company, whatever a column is called", async () => {
    const schema = await tablesOfSchema(db());
    const marks = (whose: string, companyId: number, userId: number) =>
      plantRows(db(), schema, {
        // A file that isn't there any more is left out.
        text: (table, column) =>
          TABLE_USES[table as TableName].columns.file?.includes(column) === true
            ? `gone/${whose}`
            : `¤${whose}${table}.${column}`,
        known: { companies: companyId, users: userId },
        seed: companyId * 1000,
        tables: ({ name }) => !["company_billings", "eta_widths", "sample_days"].includes(name),
      });
    await marks("a", company.companyId, company.ownerId);
    await marks("b", other.companyId, other.ownerId);
    const all = [...(await exported()).values()].join("\n");
    expect(all).not.toContain("¤b");
    const told = new Set([...all.matchAll(/¤a([a-z_]+\.[a-z_0-9]+)/g)].map(([, place]) => place!));
    expect(told).toContain("vehicles.plate");
    for (const name of TABLE_NAMES) {
      const { exported: title, columns } = TABLE_USES[name];
      for (const column of columnsOf(TABLE_USES[name], ...COLUMN_USES)) {
        const isTold =
          title !== null && !["secret", "inner", "file"].some((use) => columns[use as "file"]?.includes(column));
        if (!isTold) expect([name, column, told.has(`${name}.${column}`)]).toEqual([name, column, false]);
      }
    }
  });

  it("is for administrators, is noted, and shows on the page", async () => {
    for (const roles of [{ isDispatcher: true }, { isDriver: true }]) {
      const session = sessionOf(company, roles, company.driverId);
      await expect(exportCompany(session, request())).rejects.toMatchObject({ status: 403 });
      await expect(loadDataPage(session)).rejects.toMatchObject({ status: 403 });
    }
    expect(await lastExport()).toBeUndefined();
    const head = await exportCompany(admin(), request({ method: "HEAD" }));
    expect([head.status, head.headers.get("Content-Type"), await lastExport()]).toEqual([
      200,
      "application/zip",
      undefined,
    ]);
    await exported();
    await until(async () => (await lastExport())?.outcome === "done");
    const page = await loadDataPage(admin());
    expect(page.exports).toEqual([expect.objectContaining({ state: "done", bytes: expect.any(Number) as number })]);
    expect(page.exports[0]!.bytes).toBeGreaterThan(1000);
    expect(page).toMatchObject({ isBusy: false, mayRemove: true });
    expect(
      await db()("audit_log").where({ company_id: company.companyId, action: "company.export" }).select("user_id"),
    ).toEqual([{ user_id: company.ownerId }]);
  });

  it("is sent once at a time, and ends when its reader goes away or the process has died", async () => {
    const gone = new AbortController();
    const first = await forCaller(gone.signal, () => exportCompany(admin(), request()));
    await expect(exportCompany(admin(), request())).rejects.toMatchObject({ code: "export.busy", status: 409 });
    expect((await loadDataPage(admin())).isBusy).toBe(true);
    // Another company doesn't wait for it.
    expect((await exported(admin(other))).size).toBeGreaterThan(10);
    gone.abort();
    await until(async () => (await lastExport())?.outcome === "broken");
    await expect(first.arrayBuffer()).rejects.toThrow();

    const second = await exportCompany(admin(), request());
    const reader = second.body!.getReader();
    await reader.read();
    await reader.cancel();
    await until(async () => (await lastExport())?.ended_at !== null);
    expect((await lastExport())?.outcome).toBe("broken");

    const dead = { company_id: company.companyId, busy_until: addSeconds(NOW, 60), created_at: NOW };
    await db()("company_exports").insert(dead);
    await expect(exportCompany(admin(), request())).rejects.toMatchObject({ status: 409 });
    nowMs += 61_000;
    expect((await loadDataPage(admin())).exports[0]).toMatchObject({ state: "broken" });
    expect((await exported()).size).toBeGreaterThan(10);
  });

  it("ends at once when its reader left before it began, or takes nothing of it", async () => {
    const answer = await forCaller(AbortSignal.abort(), () => exportCompany(admin(), request()));
    await until(async () => !(await loadDataPage(admin())).isBusy);
    expect((await lastExport())?.outcome).toBe("broken");
    await expect(answer.arrayBuffer()).rejects.toThrow();

    await (await exportCompany(admin(), request())).body!.cancel();
    await until(async () => !(await loadDataPage(admin())).isBusy);
    expect((await exported()).size).toBeGreaterThan(10);
  });

  it("breaks off when a file can't be read, so that nobody takes it for the whole", async () => {
    const photo = {
      visit_id: company.visitIds[0]!,
      path: `companies/${company.companyId}/visits/p.jpg`,
      type: "photo",
    } as const;
    await insertAttachment(db(), company.companyId, photo, NOW);
    const broken: FileStorage = { ...storage, open: () => Promise.reject(new Error("the disk is broken")) };
    setServices(testServices({ storage: broken, clock: { nowMs: () => nowMs } }));
    await expect(exported()).rejects.toThrow("the disk is broken");
    await until(async () => (await lastExport())?.outcome === "broken");

    // Nobody reads this one: its error must not end the process.
    const unread = await exportCompany(admin(), request());
    await until(async () => (await lastExport())?.ended_at !== null);
    await expect(unread.arrayBuffer()).rejects.toThrow("the disk is broken");
  });
});
