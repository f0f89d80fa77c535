import { beforeEach, describe, expect, it } from "vitest";
import { insertAttachment } from "~/db/repositories/attachments.server";
import { countOldProofs } from "~/db/repositories/proofs.server";
import { addRoadTask } from "~/db/repositories/road-tasks.server";
import { addSeconds } from "~/domain/time/utc-text";
import { loadCompaniesPage } from "~/features/admin/queries/platform-lists.server";
import { COMPANY_ACTIONS } from "~/features/company/actions.server";
import { loadSettingsPage } from "~/features/company/queries/settings-page.server";
import { eraseClosedCompanies, erasePeople, erasingNow, removeOldProofs } from "~/features/rights/run/erasures.server";
import type { FileStorage } from "~/services/storage/storage";
import { createCompany, createMember, NOW } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { databases } from "../../helpers/databases";
import { submit } from "../../helpers/forms";
import { reportTask } from "../../helpers/report-tasks";
import { sessionOf } from "../../helpers/sessions";
import { useErasures } from "./erasures-world";

const DAY = 24 * 3600;

describe.each(databases())("erasing and keeping on %s", (kind) => {
  const erasures = useErasures(kind);
  const { db, staff, act, rowOf, later, put, files } = erasures;
  let company: TestCompany;
  let superId: number;
  let storage: FileStorage;
  beforeEach(() => {
    company = erasures.company();
    superId = erasures.superId();
    storage = erasures.storage();
  });

  describe("a company", () => {
    const close = () => db()("companies").where({ id: company.companyId }).update({ deleted_at: NOW });
    const other = { ownerId: 0 };
    beforeEach(async () => void (other.ownerId = (await createCompany(db())).ownerId));
    const closedIds = async () =>
      (await loadCompaniesPage(staff(), new Request("http://localhost/platform/admin/companies"))).closed.map(
        ({ id }) => id,
      );

    it("comes back for 30 days, by super admins alone", async () => {
      const input = { company_id: company.companyId };
      await expect(act("company.restore", input)).rejects.toMatchObject({ status: 409 });
      await close();
      expect(await closedIds()).toContain(company.companyId);
      const owner = sessionOf(company, { isOwner: true }, company.ownerId);
      await expect(act("company.restore", input, owner)).rejects.toMatchObject({ status: 403 });
      await expect(act("company.restore", { company_id: 999_999 })).rejects.toMatchObject({ status: 404 });
      later(30 * DAY - 1);
      await eraseClosedCompanies(erasingNow(db()));
      await act("company.restore", input);
      expect(
        (
          await db()("companies")
            .where(input.company_id ? { id: input.company_id } : {})
            .first()
        )?.deleted_at,
      ).toBeNull();
      expect(
        await db()("audit_log")
          .where({ company_id: company.companyId, action: "company.restore" })
          .pluck("by_platform"),
      ).toContain(1);
      expect(await db()("routing_visits").where({ company_id: company.companyId })).not.toEqual([]);
    });

    it("doesn't come back after that, and takes those along who are in no other", async () => {
      await close();
      const shared = await createMember(db(), company.companyId, { user_id: other.ownerId });
      await createMember(db(), company.companyId, { user_id: superId });
      later(30 * DAY);
      await expect(act("company.restore", { company_id: company.companyId })).rejects.toMatchObject({
        code: "company.erased",
      });
      expect(await closedIds()).not.toContain(company.companyId);
      await eraseClosedCompanies(erasingNow(db()));
      await erasePeople(erasingNow(db()));
      expect((await rowOf(company.ownerId)).name).toBe(`Person ${company.ownerId}`);
      expect((await rowOf(company.driverUserId)).name).toBe(`Person ${company.driverUserId}`);
      expect(await rowOf(other.ownerId)).toMatchObject({ name: "Olga", erase_at: null, deleted_at: null });
      expect(await rowOf(superId)).toMatchObject({ name: "Sue", erase_at: null });
      expect(await db()("company_members").where({ id: shared }).first()).toBeUndefined();
    });

    it("takes no file of another company along, whatever its rows name", async () => {
      const [{ companyId, visitIds }, another] = [company, await createCompany(db())];
      const theirs = `companies/${another.companyId}/visits/theirs.jpg`;
      // Ids that begin alike.
      const alike = `companies/${companyId}0/visits/alike.jpg`;
      for (const key of [theirs, `${theirs}.200.webp`, alike]) await put(key, "theirs");
      for (const name of ["kept", "left"]) await put(`companies/${companyId}/visits/${name}.jpg`, "own");
      await insertAttachment(
        db(),
        another.companyId,
        { visit_id: another.visitIds[0]!, path: theirs, type: "photo" },
        NOW,
      );
      await insertAttachment(db(), companyId, { visit_id: visitIds[0]!, path: theirs, type: "photo" }, NOW);
      const task = reportTask("report:1", {
        says: { doneNote: theirs },
        pictures: [
          { type: "photo", key: `companies/${companyId}/visits/kept.jpg` },
          { type: "photo", key: theirs },
        ],
      });
      await addRoadTask(db(), companyId, task, NOW);
      await close();
      later(30 * DAY);
      await eraseClosedCompanies(erasingNow(db()));
      expect(files()).toEqual(["alike.jpg", "theirs.jpg", "theirs.jpg.200.webp"]);
      expect(await db()("road_tasks").where({ company_id: companyId })).toEqual([]);
    });
  });

  it("lets the log forget names, and change or lose nothing else", async () => {
    const entry = {
      company_id: company.companyId,
      user_id: 7,
      who: "Ann",
      action: "a",
      outcome: "done",
      created_at: NOW,
    };
    const [id] = await db()("audit_log").insert({ ...entry, ip: "1.2.3.4", changes: "[]" });
    const change = (values: object) => db()("audit_log").where({ id }).update(values);
    for (const values of [{ action: "b" }, { who: "Bob" }, { who: "Person 8" }, { changes: "[1]" }, { ids: "[1]" }])
      await expect(change(values)).rejects.toThrow("The audit log is only added to.");
    await expect(change({ who: "Person 7", created_at: "2020-01-01 00:00:00" })).rejects.toThrow("only added to");
    await expect(db()("audit_log").where({ id }).delete()).rejects.toThrow("only added to");
    await change({ who: "Person 7", ip: null, changes: null });
    expect(await db()("audit_log").where({ id }).first()).toMatchObject({ ...entry, who: "Person 7", ip: null });
  });

  it("keeps proofs for as long as the company says, for good at first", async () => {
    const { companyId, visitIds } = company;
    const owner = sessionOf(company, { isOwner: true }, company.ownerId);
    const keep = (days: string) =>
      submit(COMPANY_ACTIONS["proofs.keep"], owner, { proofs_kept_days: days, confirmed: "1" });
    const shown = async () =>
      (await loadSettingsPage(owner, new Request("http://localhost/"))).settings?.proofsKeptDays;
    const seen = [await shown()];
    for (const days of ["30", "1", "99999", ""]) {
      await keep(days);
      seen.push(await shown());
    }
    expect(seen).toEqual([null, 30, 7, 3650, null]);

    const proof = async (name: string, daysOld: number, type: "photo" | "signature", of = company) => {
      const key = `companies/${of.companyId}/visits/${name}`;
      await put(key, name);
      await put(`${key}.200.webp`, name);
      const at = addSeconds(NOW, -daysOld * DAY);
      return insertAttachment(db(), of.companyId, { visit_id: of.visitIds[0]!, path: key, type }, at);
    };
    await db()("routing_visits").where({ id: visitIds[0]! }).update({ signature_name: "Rita" });
    await proof("old.jpg", 31, "photo");
    await proof("new.jpg", 29, "photo");
    const another = await createCompany(db());
    await proof("theirs.jpg", 400, "signature", another);
    expect(await removeOldProofs(erasingNow(db()))).toBe(0);
    // Asked first: nothing is stored, and the numbers are those of this company.
    const unconfirmed = { proofs_kept_days: "30" };
    const asked = await submit(COMPANY_ACTIONS["proofs.keep"], owner, unconfirmed);
    expect(asked).toEqual({ status: "confirm", photos: 1, signatures: 0 });
    expect(await shown()).toBeNull();
    await keep("30");
    expect(await removeOldProofs(erasingNow(db()))).toBe(1);
    expect(files()).toEqual(["new.jpg", "new.jpg.200.webp", "theirs.jpg", "theirs.jpg.200.webp"]);
    const signer = async () => (await db()("routing_visits").where({ id: visitIds[0]! }).first())?.signature_name;
    expect(await signer()).toBe("Rita");
    await proof("signed.png", 40, "signature");
    // A piece that was broken off is found again: its file is gone already.
    await storage.remove(`companies/${companyId}/visits/signed.png`);
    expect(await removeOldProofs(erasingNow(db()))).toBe(1);
    expect(await signer()).toBe("");
    expect(await db()("routing_visit_attachments").where({ company_id: companyId }).pluck("path")).toEqual([
      `companies/${companyId}/visits/new.jpg`,
    ]);
    // Those of reports that were refused go as well, and the reports stay.
    const report = (name: string, daysOld: number, of = company) => {
      const task = reportTask(`report:${name}`, {
        visitName: "Bakery",
        says: {
          doneNote: `"signatureName":"Rita" companies/${another.companyId}/visits/theirs.jpg`,
          signatureName: "Rita",
        },
        pictures: [{ type: "signature", key: `companies/${of.companyId}/visits/${name}` }],
      });
      return addRoadTask(db(), of.companyId, task, addSeconds(NOW, -daysOld * DAY));
    };
    for (const name of ["late.png", "late.png.200.webp", "fresh.png"])
      await put(`companies/${companyId}/visits/${name}`, name);
    await put(`companies/${another.companyId}/visits/kept.png`, "kept");
    await report("late.png", 31);
    await report("fresh.png", 29);
    await report("kept.png", 400, another);
    expect(await countOldProofs(db(), companyId, addSeconds(NOW, -30 * DAY))).toEqual({ photos: 0, signatures: 1 });
    expect(await removeOldProofs(erasingNow(db()))).toBe(1);
    const theirs = ["theirs.jpg", "theirs.jpg.200.webp"];
    const tasks = () => db()("road_tasks").whereIn("company_id", [companyId, another.companyId]);
    expect(files()).toEqual(["fresh.png", "kept.png", "new.jpg", "new.jpg.200.webp", ...theirs]);
    const [late, ...others] = ((await tasks().orderBy("id").pluck("details")) as string[]).map(
      (text) => JSON.parse(text) as { says: object; pictures: object[] },
    );
    expect(late).toMatchObject({ visitName: "Bakery", says: { doneNote: expect.any(String) as string }, pictures: [] });
    expect(late!.says).not.toHaveProperty("signatureName");
    for (const { says, pictures } of others)
      expect([says, pictures.length]).toEqual([expect.objectContaining({ signatureName: "Rita" }), 1]);
    expect(await removeOldProofs(erasingNow(db()))).toBe(0);
    // More than fit into one piece.
    for (let nth = 0; nth < 60; nth += 1) await proof(`p${nth}.jpg`, 50, "photo");
    expect(await removeOldProofs(erasingNow(db()))).toBe(60);
    expect(await removeOldProofs(erasingNow(db()))).toBe(0);
  });
});
