import { describe, expect, it } from "vitest";
import type { CompanySession } from "~/auth/session.server";
import { insertAttachment } from "~/db/repositories/attachments.server";
import { SheetState } from "~/domain/import/sheet-state";
import { erasingNow } from "~/features/rights/run/erasures.server";
import { eraseRecipients } from "~/features/rights/run/erase-recipients.server";
import { RIGHTS_ACTIONS } from "~/features/rights/actions.server";
import { loadDataPage } from "~/features/rights/queries/data-page.server";
import { REGISTRY } from "~/features/actions.server";
import { runHousekeeping } from "~/db/housekeeping.server";
import { performAction } from "~/http/actions/perform-action.server";
import { nowText } from "~/services/now.server";
import { createCompany, createPlan, createUser, createVisit, createVisits, NOW } from "../../factories/company";
import { databases } from "../../helpers/databases";
import { tablesOfSchema } from "../../helpers/table-schema";
import { justSignedIn, sessionOf } from "../../helpers/sessions";
import { useErasures } from "./erasures-world";

const EMAIL = "anna.muster@recipients.example";
/** Of one test: the others leave their rows behind. */
const ONCE = "wanda.once@recipients.example";
const PHONE = "+41 79 555 01 23";
const DAY_SEC = 24 * 3600;

interface Found {
  erasure_id: number;
  visits: number;
  removed_visits: number;
  pictures: number;
  messages: number;
  imports: number;
  blocker: string | null;
}

describe.each(databases())("a company erases a recipient on %s", (kind) => {
  const { db, company, later, put, files } = useErasures(kind);

  const owner = () => sessionOf(company(), { isOwner: true }, company().ownerId);
  const act = async (name: string, input: object, by: CompanySession = owner()) =>
    performAction(RIGHTS_ACTIONS, await justSignedIn(by), name, input);
  const lookFor = (contact: string, by?: CompanySession) =>
    act("recipient.look_for", { contact }, by) as Promise<Found>;
  const erase = (found: Found, contact: string, by?: CompanySession) =>
    act("recipient.erase", { erasure_id: found.erasure_id, contact }, by);
  const carryOut = () => eraseRecipients(erasingNow(db()));
  /** Served visits of a plan of the past. */
  const served = async (visits: Parameters<typeof createVisits>[2], of = company()) => {
    const planId = await createPlan(db(), of.companyId, { title: "Last week", service_date: "2026-11-12" });
    const common = { plan_id: planId, warehouse_id: of.warehouseId, status: 4 };
    return createVisits(
      db(),
      of.companyId,
      visits.map((visit) => ({ ...common, ...visit })),
    );
  };
  const visitOf = async (id: number) => (await db()("routing_visits").where({ id }).first())!;
  const namesOf = async (ids: readonly number[]) =>
    db()("routing_visits")
      .whereIn("id", [...ids])
      .orderBy("id")
      .pluck("name") as Promise<string[]>;

  describe("looking for them", () => {
    it("finds e-mails and numbers however they are written, removed visits too, in this company alone", async () => {
      const ids = await served([
        { recipient_email: EMAIL },
        { recipient_email: EMAIL, deleted_at: NOW },
        { recipient_phone: PHONE },
        { recipient_phone: "0041 (79) 555-01-23" },
        { recipient_phone: "+41 79 555 01 24" },
        { recipient_email: "other@recipients.example" },
      ]);
      const other = await createCompany(db());
      await served([{ recipient_email: EMAIL, recipient_phone: PHONE }], other);
      const path = `companies/${company().companyId}/visits/p.jpg`;
      await insertAttachment(db(), company().companyId, { visit_id: ids[0]!, path, type: "photo" }, NOW);

      expect(await lookFor(EMAIL.toUpperCase())).toMatchObject({
        visits: 1,
        removed_visits: 1,
        pictures: 1,
        blocker: null,
      });
      expect(await lookFor(PHONE)).toMatchObject({ visits: 2, removed_visits: 0, pictures: 0 });
      expect(await lookFor("nobody@recipients.example")).toMatchObject({ visits: 0, removed_visits: 0, blocker: null });
      await expect(lookFor("Anna")).rejects.toMatchObject({ code: "recipient.contact", status: 422 });
      // Nothing has happened, and whom it was about is sealed.
      expect(await carryOut()).toBe(0);
      const rows = await db()("recipient_erasures");
      expect(JSON.stringify(rows)).not.toContain("anna");
      expect(await namesOf(ids)).not.toContain("Erased recipient");
    });

    it("reads a number without a country code as those of the visit's warehouse do", async () => {
      const abroad = { warehouse_id: company().warehouseId, recipient_phone: "232 12 34" };
      const [id] = await served([abroad]);
      const found = await lookFor("+423 232 12 34");
      expect(found.visits).toBe(1);
      await erase(found, "+423 2321234");
      await carryOut();
      expect((await visitOf(id!)).recipient_phone).toBe("");
    });

    it("is for administrators", async () => {
      const dispatcher = sessionOf(company(), { isDispatcher: true }, company().driverUserId);
      await expect(lookFor(EMAIL, dispatcher)).rejects.toMatchObject({ status: 403 });
    });
  });

  describe("deciding", () => {
    it("is refused while somebody is on the way to them, or will be, with the names of the routes", async () => {
      const { companyId, planId, routeId, vehicleId, warehouseId } = company();
      await db()("vehicles").where({ id: vehicleId }).update({ title: "Van 1" });
      await db()("routing_plans").where({ id: planId }).update({ title: "Monday" });
      const place = { plan_id: planId, route_id: routeId, warehouse_id: warehouseId };
      const id = await createVisit(db(), companyId, { ...place, status: 2, recipient_email: EMAIL });
      const visit = (values: object) => db()("routing_visits").where({ id }).update(values);
      const route = (status: number) => db()("routing_routes").where({ id: routeId }).update({ status });
      const blockerNow = async () => (await lookFor(EMAIL)).blocker;

      expect(await blockerNow()).toBe("Still to be served: Van 1 (Monday). Report or remove these visits first.");
      await route(4);
      await visit({ status: 4 });
      expect(await blockerNow()).toBe("On the road: Van 1 (Monday). Finish it first.");
      const found = await lookFor(EMAIL);
      await expect(erase(found, EMAIL)).rejects.toMatchObject({ code: "recipient.ahead", status: 409 });
      await route(5);
      expect(await blockerNow()).toBeNull();
      await visit({ status: 1, plan_id: null, route_id: null });
      expect(await blockerNow()).toBe("Still to be served: waiting visits. Report or remove these visits first.");
      await visit({ deleted_at: NOW });
      expect(await blockerNow()).toBeNull();
      // What was never reported holds nobody up for ever.
      await visit({ deleted_at: null, plan_id: planId });
      later(4 * DAY_SEC);
      expect(await blockerNow()).toBeNull();
    });

    it("takes the contact again, a proof, and whoever looked, once and within the hour", async () => {
      const [id] = await served([{ recipient_email: EMAIL }]);
      const found = await lookFor(EMAIL);
      await expect(erase(found, "other@recipients.example")).rejects.toMatchObject({
        code: "recipient.other_contact",
        field: "contact",
      });
      await expect(
        performAction(RIGHTS_ACTIONS, owner(), "recipient.erase", { erasure_id: found.erasure_id, contact: EMAIL }),
      ).rejects.toMatchObject({ code: "proof.needed" });
      const admin = sessionOf(company(), { isAdmin: true }, await createUser(db()));
      await expect(erase(found, EMAIL, admin)).rejects.toMatchObject({ code: "recipient.gone" });
      const other = await createCompany(db());
      const foreigner = sessionOf(other, { isOwner: true }, company().ownerId);
      await expect(erase(found, EMAIL, foreigner)).rejects.toMatchObject({ code: "recipient.gone" });
      expect(await carryOut()).toBe(0);

      await erase(found, ` ${EMAIL.toUpperCase()} `);
      await expect(erase(found, EMAIL)).rejects.toMatchObject({ code: "recipient.gone" });
      expect(await carryOut()).toBe(1);
      expect((await visitOf(id!)).name).toBe("Erased recipient");

      const late = await lookFor(EMAIL);
      later(3601);
      await expect(erase(late, EMAIL)).rejects.toMatchObject({ code: "recipient.gone" });
      await runHousekeeping(db(), nowText());
      expect(await db()("recipient_erasures").where({ id: late.erasure_id })).toEqual([]);
      expect(await db()("recipient_erasures").where({ id: found.erasure_id })).toHaveLength(1);
    });

    it("is in the activity without whom it was about, and on the page", async () => {
      await served([{ recipient_email: EMAIL }, { recipient_email: EMAIL, deleted_at: NOW }]);
      const request = (query = "") => new Request(`http://localhost/platform/company/data${query}`);
      const found = await lookFor(EMAIL);
      const page = await loadDataPage(
        await justSignedIn(owner()),
        request(`?dialog=erase-recipient&erasure=${found.erasure_id}`),
      );
      expect(page.lookedFor).toMatchObject({ contact: EMAIL, blocker: null, proof: "nothing" });
      expect(page.erasures).toEqual([]);
      await erase(found, EMAIL);
      const states = async () =>
        (await loadDataPage(owner(), request())).erasures.map(({ visits, state }) => [visits, state]);
      expect(await states()).toEqual([[2, "erasing"]]);
      await carryOut();
      expect(await states()).toEqual([[2, "done"]]);
      const entries = await db()("audit_log").where({ company_id: company().companyId, action: "recipient.erase" });
      expect(entries).toMatchObject([{ outcome: "done", user_id: company().ownerId }]);
      expect(JSON.stringify(await db()("audit_log"))).not.toContain("anna.muster");
    });
  });

  describe("carrying it out", () => {
    it("leaves the contact nowhere, and later visits, other recipients and other companies as they are", async () => {
      const { companyId, warehouseId } = company();
      const [served1, removed, neighbour] = await served([
        { recipient_email: ONCE, recipient_name: "Wanda Once", recipient_phone: PHONE, lat: 47.15 },
        { recipient_email: ONCE, deleted_at: NOW },
        { recipient_email: "neighbour@recipients.example", recipient_note: `Or ask ${ONCE}`, recipient_name: "Nora" },
      ]);
      // Edited before, so that changes of the plan and the activity tell of it.
      const note = { visitId: served1, recipientNote: "Wanda Once has a dog" };
      const status = (value: number) => db()("routing_visits").where({ id: served1! }).update({ status: value });
      await status(1);
      await performAction(REGISTRY, owner(), "visit.update_fields", note);
      await status(4);
      await db()("recipient_messages").insert({
        ...{ company_id: companyId, visit_id: served1, kind: "delivered", channel: "mail", day: "2026-11-12" },
        ...{ state: "sent", contact: ONCE, uid: "m1", created_at: NOW, updated_at: NOW },
      });
      const found = await lookFor(ONCE);
      expect(found).toMatchObject({ visits: 1, removed_visits: 1, messages: 1 });
      await erase(found, ONCE);
      const common = { warehouse_id: warehouseId, recipient_email: ONCE, recipient_name: "Anna again" };
      const newer = await createVisit(db(), companyId, common);
      const other = await createCompany(db());
      const [foreign] = await served([{ recipient_email: ONCE, recipient_name: "Wanda Once" }], other);
      // Of the company itself, which somebody has typed for a customer: it is the company's.
      await db()("companies").where({ id: companyId }).update({ email: ONCE });

      expect(await carryOut()).toBe(1);
      expect(await visitOf(served1!)).toMatchObject({
        name: "Erased recipient",
        address: "",
        recipient_name: "",
        recipient_phone: "",
        recipient_email: "",
        recipient_note: null,
        lat: 47.15,
        status: 4,
      });
      expect(await visitOf(removed!)).toMatchObject({ name: "Erased recipient", recipient_email: "" });
      expect(await visitOf(neighbour!)).toMatchObject({ recipient_name: "Nora", recipient_note: "Or ask (erased)" });
      expect(await visitOf(newer)).toMatchObject(common);
      expect(await visitOf(foreign!)).toMatchObject({ recipient_email: ONCE, recipient_name: "Wanda Once" });
      expect((await db()("companies").where({ id: companyId }).first())?.email).toBe(ONCE);
      expect(await db()("recipient_messages").where({ company_id: companyId })).toEqual([]);
      await db()("companies").where({ id: companyId }).update({ email: null });
      await db()("routing_visits").whereIn("id", [newer, foreign!]).delete();
      for (const { name } of await tablesOfSchema(db())) {
        const rows = JSON.stringify(await db()(name));
        expect([name, rows.includes(ONCE), rows.includes("Wanda Once")]).toEqual([name, false, false]);
      }
    });

    it("brings nothing back by an undo", async () => {
      const [id] = await served([{ recipient_email: EMAIL, recipient_name: "Anna Muster", status: 1 }]);
      const { plan_id: planId } = await visitOf(id!);
      await performAction(REGISTRY, owner(), "visit.update_fields", { visitId: id, recipientName: "Anna Neu" });
      await erase(await lookFor(EMAIL), EMAIL);
      await carryOut();
      await performAction(REGISTRY, owner(), "plan.undo", { planId }).catch(() => undefined);
      expect((await visitOf(id!)).recipient_name).toBe("");
      expect(JSON.stringify(await db()("plan_changes"))).not.toContain("Anna");
    });

    it("removes uploaded spreadsheets that name them, and ends an import whose rows were not read yet", async () => {
      const { companyId } = company();
      const [id] = await served([{ recipient_phone: PHONE }]);
      const sheet = async (name: string, text: string, state: string = SheetState.Applied): Promise<number> => {
        const key = `companies/${companyId}/sheets/${name}.csv`;
        await put(key, text);
        const preview = [
          { row: 1, cells: ["Name", "Phone"] },
          { row: 2, cells: ["Anna", PHONE] },
        ];
        const book = JSON.stringify([{ name, headerRow: 0, headers: ["Name", "Phone"], preview }]);
        const stamps = { created_at: NOW, updated_at: NOW };
        const row = {
          company_id: companyId,
          title: name,
          file_name: `${name}.csv`,
          file_path: key,
          state,
          book,
          ...stamps,
        };
        return (await db()("routing_sheets").insert(row))[0] as number;
      };
      const row = (sheetId: number, nth: number, values: object) =>
        db()("routing_sheet_rows").insert({
          ...{ company_id: companyId, sheet_id: sheetId, sheet: 0, row: nth, entity: "visit", outcome: "created" },
          ...{ cells: JSON.stringify(["Otto", "+41 79 111 22 33"]), match_key: `k${nth}`, ...values },
        });
      const ids = [
        await sheet("national", "Name,Phone\nAnna,079 555 01 23\n"),
        await sheet("imported", "Name,Phone\nAnna Muster,\n"),
        await sheet("others", "Name,Phone\nOtto,+41 79 555 01 24\n"),
        await sheet("unread", "Name,Phone\nAnna,+41795550123\n", SheetState.Mapped),
      ];
      await row(ids[1]!, 2, { cells: '["Anna Muster",""]', visit_id: id });
      await row(ids[2]!, 2, {});
      await row(ids[2]!, 3, { cells: JSON.stringify(["Anna", PHONE]), outcome: "create" });

      await erase(await lookFor(PHONE), PHONE);
      await carryOut();
      expect(files()).toEqual(["others.csv"]);
      const left = await db()("routing_sheets").whereIn("id", ids).orderBy("id");
      expect(left.map(({ file_path, state }) => [file_path !== null, state])).toEqual([
        [false, SheetState.Applied],
        [false, SheetState.Applied],
        [true, SheetState.Applied],
        [false, SheetState.Failed],
      ]);
      expect(left[3]!.errors).toContain("names a recipient who was erased");
      for (const nth of [0, 1, 3]) expect(left[nth]!.book).not.toContain(PHONE);
      expect(left[0]!.book).toContain('"cells":["Name","Phone"]');
      const rows = await db()("routing_sheet_rows").orderBy("id").select("cells", "match_key", "outcome");
      expect(rows).toEqual([
        { cells: "[]", match_key: null, outcome: "created" },
        { cells: JSON.stringify(["Otto", "+41 79 111 22 33"]), match_key: "k2", outcome: "created" },
        { cells: "[]", match_key: null, outcome: "dropped" },
      ]);
    });

    it("waits while somebody is on the way after all, and ends where the secret is another", async () => {
      const [id] = await served([{ recipient_email: EMAIL }]);
      const { routeId } = company();
      const found = await lookFor(EMAIL);
      await erase(found, EMAIL);
      await db()("routing_visits").where({ id: id! }).update({ route_id: routeId });
      await db()("routing_routes").where({ id: routeId }).update({ status: 4 });
      expect(await carryOut()).toBe(0);
      expect((await visitOf(id!)).recipient_email).toBe(EMAIL);
      await db()("routing_routes").where({ id: routeId }).update({ status: 5 });
      await db()("recipient_erasures").where({ id: found.erasure_id }).update({ contact: "b3RoZXI=" });
      await carryOut();
      expect(await db()("recipient_erasures").where({ id: found.erasure_id }).first()).toMatchObject({
        outcome: "lost",
        contact: null,
      });
      expect((await visitOf(id!)).recipient_email).toBe(EMAIL);
    });
  });
});
