import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import type { Dirent } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSession, sessionFromCookie } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import { insertAttachment } from "~/db/repositories/attachments.server";
import { countOldProofs } from "~/db/repositories/proofs.server";
import { addRoadTask } from "~/db/repositories/road-tasks.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { addSeconds, epochSec } from "~/domain/time/utc-text";
import { ADMIN_ACTIONS } from "~/features/admin/actions.server";
import { loadCompaniesPage, loadUsersPage } from "~/features/admin/queries/platform-lists.server";
import { COMPANY_ACTIONS } from "~/features/company/actions.server";
import { loadSettingsPage } from "~/features/company/queries/settings-page.server";
import { PROFILE_ACTIONS } from "~/features/profile/actions.server";
import { loadUserProfile } from "~/features/profile/queries/profile-page.server";
import { eraseClosedCompanies, erasePeople, erasingNow, removeOldProofs } from "~/features/rights/run/erasures.server";
import { performAction } from "~/http/actions/perform-action.server";
import { setServices } from "~/services/container.server";
import { convertFile } from "~/services/spreadsheet/convert";
import { readRows } from "~/services/spreadsheet/rows-file";
import { localDiskStorage } from "~/services/storage/local-disk.server";
import type { FileStorage } from "~/services/storage/storage";
import { createCompany, createMember, createUser, NOW } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { submit } from "../../helpers/forms";
import { testServices } from "../../helpers/services";
import { sessionOf } from "../../helpers/sessions";
import { forgetWorld, setWorld } from "../planning/desk";

const DAY = 24 * 3600;
const root = mkdtempSync(path.join(tmpdir(), "route-platform-erase-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe.each(databases())("erasing and keeping on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let company: TestCompany;
  let superId = 0;
  let folder = "";
  let storage: FileStorage;
  let nowMs = 0;

  const staff = (): CompanySession => sessionOf(company, { platformRole: "sudo", memberId: null }, superId);
  const act = (name: string, input: object, by = staff()) =>
    performAction({ ...PROFILE_ACTIONS, ...ADMIN_ACTIONS }, by, name, input);
  const rowOf = async (userId: number) => (await db()("users").where({ id: userId }).first())!;
  const later = (seconds: number): void => void (nowMs += seconds * 1000);
  const put = (key: string, text: string) =>
    storage.write(
      key,
      (async function* () {
        yield Buffer.from(text);
      })(),
    );
  const files = (): string[] =>
    (readdirSync(folder, { recursive: true, withFileTypes: true }) as Dirent[])
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name)
      .sort();

  beforeEach(async () => {
    setWorld(db());
    folder = mkdtempSync(path.join(root, "files-"));
    storage = localDiskStorage(folder);
    nowMs = epochSec(NOW) * 1000;
    const spreadsheets = {
      convert: (file: string, name: string, target: string) =>
        Promise.resolve(convertFile(readFileSync(file), name, target)),
      rows: readRows,
      close: () => Promise.resolve(),
    };
    setServices(testServices({ storage, spreadsheets, clock: { nowMs: () => nowMs } }));
    company = await createCompany(db());
    superId = await createUser(db(), { name: "Sue", surname: "Super", platform_role: "sudo" });
  });
  afterEach(forgetWorld);

  describe("a user", () => {
    it("is closed at once and erased within the hour; the log tells who did it and not what was erased", async () => {
      const { driverUserId, driverId } = company;
      const cookie = (await openSession(await getUserAcrossCompanies(db(), driverUserId), new Headers())).split(
        ";",
      )[0]!;
      expect(await sessionFromCookie(cookie)).not.toBeNull();
      await expect(act("user.erase", { user_id: driverUserId, title: "Dora" })).rejects.toMatchObject({
        code: "account.other_title",
        status: 422,
        field: "title",
      });
      expect((await rowOf(driverUserId)).erase_at).toBeNull();
      expect(await act("user.erase", { user_id: driverUserId, title: "Dora Driver" })).toBe("Dora Driver");
      expect(await sessionFromCookie(cookie)).toBeNull();
      expect(await rowOf(driverUserId)).toMatchObject({ name: "Dora", erase_at: NOW, deleted_at: NOW });
      expect(await erasePeople(erasingNow(db()))).toBe(1);
      expect(await rowOf(driverUserId)).toMatchObject({ name: `Person ${driverUserId}`, surname: "", erased_at: NOW });
      expect(await db()("company_members").where({ id: driverId }).first()).toMatchObject({
        name: `Person ${driverUserId}`,
        email: null,
      });
      expect((await db()("vehicles").where({ id: company.vehicleId }).first())?.driver_id).toBeNull();
      expect((await db()("routing_routes").where({ id: company.routeId }).first())?.driver_id).toBe(driverId);
      const entries = await db()("audit_log").where({ action: "user.erase", outcome: "done" });
      expect(entries).toEqual([
        expect.objectContaining({ user_id: superId, ids: `[${driverUserId}]`, changes: null, company_id: null }),
      ]);
    });

    it("may have been removed before, when they are in the list of those alone, and keep the day of that", async () => {
      const listed = async (status: string) => {
        const request = new Request(`http://localhost/platform/admin/users${status}`);
        return (await loadUsersPage(staff(), request)).list.rows.filter(({ id }) => id === company.driverUserId);
      };
      await act("user.remove", { user_id: company.driverUserId });
      expect(await listed("")).toEqual([]);
      expect(await listed("?status=removed")).toMatchObject([{ title: "Dora Driver", isRemoved: true }]);
      nowMs += 3_600_000;
      await act("user.erase", { user_id: company.driverUserId, title: "Dora Driver" });
      expect(await rowOf(company.driverUserId)).toMatchObject({ erase_at: addSeconds(NOW, 3600), deleted_at: NOW });
      expect(await listed("?status=removed")).toEqual([]);
      expect(await erasePeople(erasingNow(db()))).toBe(1);
      expect(await rowOf(company.driverUserId)).toMatchObject({ name: `Person ${company.driverUserId}`, surname: "" });
      await expect(act("user.erase", { user_id: company.driverUserId, title: "x" })).rejects.toMatchObject({
        status: 404,
      });
    });

    it("waits while nobody else could manage their companies", async () => {
      const { title } = (await db()("companies").where({ id: company.companyId }).first())!;
      const input = { user_id: company.ownerId, title: "Olga Owner" };
      const blocker =
        `Nobody else could manage ${title}. ` +
        "Make somebody else an administrator there, or delete the company, first.";
      await expect(act("user.erase", input)).rejects.toMatchObject({ status: 409, message: blocker });
      expect((await loadUserProfile(staff(), company.ownerId)).erasureBlocker).toBe(blocker);
      // Neither a member who has only been invited, nor one whose account is gone, could manage it.
      const helperId = await createUser(db(), { deleted_at: NOW });
      const member = await createMember(db(), company.companyId, { user_id: helperId, is_admin: 1 });
      await expect(act("user.erase", input)).rejects.toMatchObject({ status: 409 });
      await db()("users").where({ id: helperId }).update({ deleted_at: null });
      await db()("company_members").where({ id: member }).update({ invitation_type: 0 });
      await expect(act("user.erase", input)).rejects.toMatchObject({ status: 409 });
      await db()("company_members").where({ id: member }).update({ invitation_type: 1 });
      expect((await loadUserProfile(staff(), company.ownerId)).erasureBlocker).toBeNull();
      await act("user.erase", input);
      expect((await rowOf(company.ownerId)).erase_at).toBe(NOW);
    });

    it("is nobody else: not oneself, not for others, and no customer of the same name", async () => {
      await expect(act("user.erase", { user_id: superId, title: "Sue Super" })).rejects.toMatchObject({ status: 409 });
      const owner = sessionOf(company, { isOwner: true }, company.ownerId);
      const input = { user_id: company.driverUserId, title: "Dora Driver" };
      await expect(act("user.erase", input, owner)).rejects.toMatchObject({ status: 403 });
      await expect(act("user.erase", { ...input, user_id: 999_999 })).rejects.toMatchObject({ status: 404 });
      const { email } = await rowOf(company.driverUserId);
      const [one, two] = company.visitIds;
      const named = { recipient_name: "Dora Driver" };
      await db()("routing_visits").where({ id: one! }).update(named);
      await db()("routing_visits")
        .where({ id: two! })
        .update({ ...named, recipient_email: email, recipient_note: `Dora Driver <${email}>` });
      await db()("vehicles").where({ id: company.vehicleId }).update({ title: "Van of dora DRIVER" });
      await act("user.erase", input);
      await erasePeople(erasingNow(db()));
      const visit = async (id: number) => (await db()("routing_visits").where({ id }).first())!;
      expect((await visit(one!)).recipient_name).toBe("Dora Driver");
      const person = `Person ${company.driverUserId}`;
      // The e-mail is theirs; who else the row is about, nobody knows.
      expect(await visit(two!)).toMatchObject({
        recipient_name: "Dora Driver",
        recipient_email: "",
        recipient_note: `Dora Driver <${person}>`,
      });
      expect((await db()("vehicles").where({ id: company.vehicleId }).first())?.title).toBe(`Van of ${person}`);
    });

    it("is nobody who was let in with a link that was sent to them", async () => {
      const { driverUserId } = company;
      const { email } = await rowOf(driverUserId);
      const third = await createCompany(db());
      const letIn = await createUser(db(), { name: "Yves", surname: "Young", email: "yves@test.example" });
      const row = {
        email,
        user_id: letIn,
        is_admin: 1,
        is_dispatcher: 1,
        name: "Yves",
        phone: "+41791112233",
      } as const;
      const member = await createMember(db(), third.companyId, row);
      await db()("vehicles").where({ id: third.vehicleId }).update({ driver_id: member });
      // Where somebody else of the team has that e-mail, there is none.
      await createMember(db(), company.companyId, { email: "yves@test.example" });
      const double = await createMember(db(), company.companyId, { email, user_id: letIn });
      const waiting = await createMember(db(), (await createCompany(db())).companyId, { email, invitation_type: 0 });
      await act("user.erase", { user_id: driverUserId, title: "Dora Driver" });
      await erasePeople(erasingNow(db()));
      const memberOf = async (id: number) => (await db()("company_members").where({ id }).first())!;
      expect(await memberOf(member)).toMatchObject({ ...row, status: 1, email: "yves@test.example" });
      expect(await memberOf(double)).toMatchObject({ user_id: letIn, status: 1, name: "Max", email: null });
      expect((await db()("vehicles").where({ id: third.vehicleId }).first())?.driver_id).toBe(member);
      expect(await memberOf(waiting)).toMatchObject({ name: `Person ${driverUserId}`, email: null, status: 0 });
    });

    it("is no member with an e-mail that they have not proven to be theirs", async () => {
      const userId = await createUser(db(), { email: "claimed@test.example", email_verified_at: null });
      const member = await createMember(db(), company.companyId, { email: "claimed@test.example" });
      await db()("users").where({ id: userId }).update({ erase_at: NOW, deleted_at: NOW });
      await erasePeople(erasingNow(db()));
      expect((await rowOf(userId)).erased_at).toBe(NOW);
      expect(await db()("company_members").where({ id: member }).first()).toMatchObject({
        name: "Max",
        email: "claimed@test.example",
        status: 1,
      });
    });

    it("goes from uploaded spreadsheets with the file; other files stay", async () => {
      const { companyId } = company;
      const sheet = async (name: string, text: string): Promise<number> => {
        await put(`companies/${companyId}/sheets/${name}`, text);
        const row = { company_id: companyId, title: name, file_name: name, created_at: NOW, updated_at: NOW };
        const [id] = await db()("routing_sheets").insert({
          ...row,
          file_path: `companies/${companyId}/sheets/${name}`,
        });
        return id as number;
      };
      const { email } = await rowOf(company.driverUserId);
      const ids = [
        await sheet("a.csv", `Plate,Who\nFL 1,${email}\n`),
        // Customers may be called like this.
        await sheet("b.csv", "Name,Phone\nDora Driver,+41 79 555 01 23\n"),
        await sheet("c.csv", "Plate,Driver\nFL 3,Rita Rider\n"),
        await sheet("d.csv", ""),
      ];
      await db()("users").where({ id: company.driverUserId }).update({ phone: "+41795550123" });
      await act("user.erase", { user_id: company.driverUserId, title: "Dora Driver" });
      await erasePeople(erasingNow(db()));
      expect(files()).toEqual(["b.csv", "c.csv"]);
      const left = await db()("routing_sheets").whereIn("id", ids).orderBy("id").pluck("file_path");
      const kept = ["b", "c"].map((name) => `companies/${companyId}/sheets/${name}.csv`);
      expect(left).toEqual([null, ...kept, null]);
    });

    it("takes nothing of customers along, whatever name and phone their profile has", async () => {
      const { companyId, driverUserId, driverId, vehicleId, visitIds } = company;
      const { email } = await rowOf(driverUserId);
      const profile = { name: "Street", surname: "4", phone: "+41 79 555 01 23" };
      await db()("users").where({ id: driverUserId }).update(profile);
      const customer = {
        name: "Bakery, Street 4",
        address: "Street 4, Vaduz",
        recipient_name: "Street 4",
        recipient_phone: "+41795550123",
        recipient_note: `Street 4, ring 079 555 01 23`,
        delivery_note: "Not Street 4",
      };
      const visit = () => db()("routing_visits").where({ id: visitIds[0]! });
      await visit().update({ ...customer, recipient_email: email });
      await db()("vehicles").where({ id: vehicleId }).update({ park_location_address: "Street 4, Vaduz" });
      const details = { says: { doneNote: "Street 4" }, visitName: customer.name, pictures: [] };
      const report = async (key: string, by: object) => {
        const task = { key, kind: "report", planId: null, routeId: null, visitId: null };
        await addRoadTask(db(), companyId, { ...task, details: { ...details, ...by } }, NOW);
      };
      await report("theirs", { by: "Dora", byId: driverUserId });
      await report("earlier", { by: "Street 4" });
      await report("another's", { by: "Street 4", byId: company.ownerId });
      const entry = { company_id: companyId, action: "x", outcome: "done", created_at: NOW };
      const changes = JSON.stringify([
        { model: "Visit", id: visitIds[0], fields: { recipient_phone: [null, "0795550123"] } },
      ]);
      await db()("audit_log").insert([
        { ...entry, user_id: driverUserId, who: "Street 4", model: "Visit", changes },
        { ...entry, user_id: company.ownerId, who: "Street 4", model: "Visit", changes },
      ]);
      await db()("users").where({ id: driverUserId }).update({ erase_at: NOW, deleted_at: NOW });
      await erasePeople(erasingNow(db()));
      const person = `Person ${driverUserId}`;
      expect(await visit().first()).toMatchObject({ ...customer, recipient_email: "" });
      expect((await db()("vehicles").where({ id: vehicleId }).first())?.park_location_address).toBe("Street 4, Vaduz");
      const tasks = (await db()("road_tasks")
        .where({ company_id: companyId })
        .orderBy("id")
        .pluck("details")) as string[];
      expect(tasks.map((text) => JSON.parse(text) as object)).toEqual([
        { ...details, by: person, byId: driverUserId },
        { ...details, by: person },
        { ...details, by: "Street 4", byId: company.ownerId },
      ]);
      const log = await db()("audit_log").where({ company_id: companyId, action: "x" }).orderBy("id");
      expect(log.map(({ who, changes: told }) => [who, told])).toEqual([
        [person, changes],
        ["Street 4", changes],
      ]);
      expect((await db()("company_members").where({ id: driverId }).first())?.name).toBe(person);
    });

    it("takes nothing along for an e-mail that nobody has proven", async () => {
      const { companyId, driverUserId, visitIds } = company;
      const { email } = await rowOf(driverUserId);
      const key = `companies/${companyId}/sheets/a.csv`;
      await put(key, `Name,E-mail\nBakery,${email}\n`);
      const stamps = { created_at: NOW, updated_at: NOW };
      const sheet = { company_id: companyId, title: "a", file_name: "a.csv", file_path: key, ...stamps };
      await db()("routing_sheets").insert(sheet);
      await db()("routing_visits").where({ id: visitIds[0]! }).update({ recipient_email: email });
      const gone = { email_verified_at: null, erase_at: NOW, deleted_at: NOW };
      await db()("users").where({ id: driverUserId }).update(gone);
      await erasePeople(erasingNow(db()));
      expect((await rowOf(driverUserId)).name).toBe(`Person ${driverUserId}`);
      expect((await db()("routing_visits").where({ id: visitIds[0]! }).first())?.recipient_email).toBe(email);
      expect(files()).toEqual(["a.csv"]);
    });
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
      const details = {
        says: { doneNote: theirs },
        pictures: [
          { type: "photo", key: `companies/${companyId}/visits/kept.jpg` },
          { type: "photo", key: theirs },
        ],
      };
      const task = { key: "report:1", kind: "report", planId: null, routeId: null, visitId: null, details };
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
      const details = {
        visitName: "Bakery",
        says: {
          doneNote: `"signatureName":"Rita" companies/${another.companyId}/visits/theirs.jpg`,
          signatureName: "Rita",
        },
        pictures: [{ type: "signature", key: `companies/${of.companyId}/visits/${name}` }],
      };
      const task = { key: `report:${name}`, kind: "report", planId: null, routeId: null, visitId: null, details };
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
