import { beforeEach, describe, expect, it } from "vitest";
import { openSession, sessionFromCookie } from "~/auth/session.server";
import { addRoadTask } from "~/db/repositories/road-tasks.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { addSeconds } from "~/domain/time/utc-text";
import { loadUsersPage } from "~/features/admin/queries/platform-lists.server";
import { loadUserProfile } from "~/features/profile/queries/profile-page.server";
import { erasePeople, erasingNow } from "~/features/rights/run/erasures.server";
import { createCompany, createMember, createUser, NOW } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { databases } from "../../helpers/databases";
import { reportDetails, reportTask } from "../../helpers/report-tasks";
import { sessionOf } from "../../helpers/sessions";
import { useErasures } from "./erasures-world";

describe.each(databases())("erasing and keeping on %s", (kind) => {
  const erasures = useErasures(kind);
  const { db, staff, act, rowOf, later, put, files } = erasures;
  let company: TestCompany;
  let superId: number;
  beforeEach(() => {
    company = erasures.company();
    superId = erasures.superId();
  });

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
      later(3600);
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
      const details = reportDetails({ says: { doneNote: "Street 4" }, visitName: customer.name });
      const report = (key: string, by: Pick<typeof details, "by" | "byId">) =>
        addRoadTask(db(), companyId, reportTask(key, { ...details, ...by }), NOW);
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
});
