import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSession, requireCompany } from "~/auth/session.server";
import { getUserAcrossCompanies, setPassword, updateUser } from "~/db/repositories/users.server";
import { epochSec } from "~/domain/time/utc-text";
import { changeSecurity } from "~/features/accounts/security.server";
import { answerOwn } from "~/features/accounts/invitation-actions.server";
import { loadOwnInvitations } from "~/features/accounts/queries/invitation-page.server";
import { loadSecurity } from "~/features/accounts/queries/security-page.server";
import { setServices } from "~/services/container.server";
import { hashPassword, verifyPassword } from "~/services/password.server";
import { createMember, createUser, NOW } from "../../factories/company";
import { sendForm } from "../../helpers/accounts";
import { databases, useTestDatabase } from "../../helpers/databases";
import { testServices } from "../../helpers/services";
import { createDesk, forgetWorld, setWorld } from "../planning/desk";
import type { Desk } from "../planning/desk";
import { askApi, get, post } from "./api-world";

const OLD = "correct horse 1";
const NEXT = "battery staple 2";
type Person = { headers: Record<string, string> };

const VISITORS = ["the owner of an inactive company", "an inactive member", "somebody without a company"] as const;
type Visitor = (typeof VISITORS)[number];

describe.each(databases())("people who have no active company on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let desk: Desk;
  let title: string;
  let minute = 0;

  beforeEach(async () => {
    setWorld(db());
    // What the log counts of refusals begins anew with each minute.
    minute += 1;
    setServices(testServices({ clock: { nowMs: () => (epochSec(NOW) + minute * 60) * 1000 } }));
    desk = await createDesk(db());
    title = (await db()("companies").where({ id: desk.companyId }).first())!.title;
  });
  afterEach(forgetWorld);

  const user = (id: number) => getUserAcrossCompanies(db(), id);
  async function signedIn(id: number): Promise<Person> {
    const cookie = await openSession(await user(id), new Headers());
    return { headers: { Cookie: cookie.split(";")[0]! } };
  }
  /** Signed in before the company or the membership is switched off. */
  async function visit(visitor: Visitor): Promise<{ id: number; who: Person }> {
    const id = visitor === "the owner of an inactive company" ? desk.ownerId : await createUser(db());
    if (visitor === "an inactive member")
      await createMember(db(), desk.companyId, { user_id: id, is_admin: 1, is_dispatcher: 1, is_courier: 1 });
    await setPassword(db(), id, await hashPassword(OLD), NOW);
    const who = await signedIn(id);
    if (visitor === "the owner of an inactive company")
      await db()("companies").where({ id: desk.companyId }).update({ status: 0 });
    await db()("company_members").where({ user_id: id }).update({ status: 0 });
    return { id, who };
  }
  const companyRows = async () => [
    await db()("companies").orderBy("id"),
    await db()("company_members").orderBy("id"),
    await db()("vehicles").orderBy("id"),
  ];
  const page = ({ headers }: Person, path: string) => new Request(`http://localhost/platform/${path}`, { headers });

  describe.each(VISITORS)("%s", (visitor) => {
    it("changes their own password, with the old one", async () => {
      const { id, who } = await visit(visitor);
      const change = (old_password: string, new_password: string) =>
        post(who, "users/update", { old_password, new_password });
      expect((await change("wrong horse 1", NEXT)).status).toBe(422);
      expect((await change(OLD, "")).body.message).toBe("Fill both fields!");
      const { status, body } = await change(OLD, NEXT);
      expect([status, body.data]).toMatchObject([200, { id }]);
      expect(await verifyPassword((await user(id)).password_hash, NEXT)).toBe(true);
      const log = await db()("audit_log").where({ action: "profile.password", outcome: "done", user_id: id });
      expect(log).toMatchObject([{ user_id: id, company_id: null, ids: `[${id}]` }]);
    });

    it("changes their own password on the page for sign-in and security", async () => {
      const { id, who } = await visit(visitor);
      const { Cookie: cookie = "" } = who.headers;
      expect(await (await loadSecurity({ request: page(who, "profile/security") })).json()).toMatchObject({
        hasCompany: false,
        proofs: { password: true },
      });
      const send = (old_password: string, new_password: string) =>
        sendForm(changeSecurity, { answer: "password", old_password, new_password }, { cookie });
      const refused = await send("wrong horse 1", NEXT);
      expect([refused.status, await refused.json()]).toMatchObject([
        422,
        { fieldErrors: { old_password: "Old password is not correct" } },
      ]);
      const done = await send(OLD, NEXT);
      expect([done.status, done.headers.get("Location")]).toEqual([303, "/profile/security"]);
      expect(await verifyPassword((await user(id)).password_hash, NEXT)).toBe(true);
      const log = await db()("audit_log").where({ action: "profile.password", outcome: "done", user_id: id });
      expect(log).toMatchObject([{ user_id: id, company_id: null, ids: `[${id}]` }]);
    });

    it("chooses what they prefer", async () => {
      const { id, who } = await visit(visitor);
      const save = (settings: object) => post(who, "user/save-settings", { settings: JSON.stringify(settings) });
      const told = (await get(who, "user/get-data")).body.data as { user: { settings: string } };
      const saved = await save({ ...(JSON.parse(told.user.settings) as object), map: "openstreetmap", company_id: 0 });
      expect([saved.status, saved.body.data]).toEqual([200, { settings: '{"map":"openstreetmap"}' }]);
      expect(JSON.parse((await user(id)).settings ?? "")).toEqual({ map: "openstreetmap" });
      // Neither into a company nor, with its right, the time of one.
      expect((await save({ company_id: desk.companyId })).status).toBe(404);
      await updateUser(db(), id, { platform_role: "dev_team" }, NOW);
      expect((await save({ dev_custom_time: true, dev_start_time: NOW })).status).toBe(403);
      expect(JSON.parse((await user(id)).settings ?? "")).toEqual({ map: "openstreetmap" });
    });

    it("changes their own name, surname, country and phone, once for a key", async () => {
      const { id, who } = await visit(visitor);
      const country = (await db()("countries").where({ code: "AT" }).first())!.id as number;
      for (const [field, value] of [
        ["name", "Ulla"],
        ["surname", "Beck"],
        ["country_id", country],
        ["phone", "+41 44 668 18 00"],
      ] as const) {
        const { status, body } = await post(who, "users/update-field", { field, value });
        expect([field, status, body.data]).toMatchObject([field, 200, { id, [field]: value }]);
      }
      const again = () =>
        askApi(who, "users/update-field", {
          json: { bulk: { [id]: { name: "Uta" } } },
          headers: { "Idempotency-Key": `own-${id}` },
        });
      const first = await again();
      await updateUser(db(), id, { name: "Since" }, NOW);
      const second = await again();
      expect([first.status, second.body, second.headers.get("Idempotent-Replayed")]).toEqual([200, first.body, "true"]);
      expect((await user(id)).name).toBe("Since");
    });

    it("sees and changes nothing of a company, and no other account", async () => {
      const { id, who } = await visit(visitor);
      const before = [await companyRows(), await user(desk.driverUserId), await user(id)];
      const other = { id: desk.driverUserId };
      for (const [status, path, input] of [
        [404, "users/update-field", { ...other, field: "name", value: "Eve" }],
        [404, "users/update-field", { bulk: { [desk.driverUserId]: { name: "Eve" } } }],
        [404, "users/update", { ...other, new_password: NEXT }],
        [403, "users/update-field", { field: "status", value: "active" }],
        [403, "users/update-field", { field: "email_verified_at", value: NOW }],
        // Their page, or their program, was made for the company.
        [404, "users/update-field", { field: "name", value: "Eve", company_id: desk.companyId }],
        [403, "company/update-field", { field: "title", value: "Eve" }],
        [403, "company/item", {}],
        [403, "company-members/list", {}],
        [403, "vehicle/store", { title: "Van" }],
        [403, "users/list", {}],
        [403, "users/destroy", { id }],
      ] as const) {
        const asked = /list$|item$/.test(path) ? await get(who, path, input) : await post(who, path, input);
        expect([path, input, asked.status]).toEqual([path, input, status]);
      }
      const stamped = { ...who.headers, "X-Page-Company": String(desk.companyId) };
      expect((await post({ headers: stamped }, "users/update-field", { field: "name", value: "Eve" })).status).toBe(
        404,
      );
      expect([await companyRows(), await user(desk.driverUserId), await user(id)]).toEqual(before);
    });

    it("is told what is the matter, by calls, pages and the page that they are led to", async () => {
      const { id, who } = await visit(visitor);
      const [code, why] = {
        "the owner of an inactive company": ["company.inactive", `${title} is not active. Ask a platform admin.`],
        "an inactive member": [
          "member.inactive",
          `You are not active in ${title}. Ask an administrator of the company.`,
        ],
        "somebody without a company": [
          "company.none",
          "Your account belongs to no company. Ask an administrator of your company to invite you.",
        ],
      }[visitor];
      const { status, body } = await get(who, "company/item");
      expect([status, body.message]).toEqual([403, why]);
      await expect(requireCompany(page(who, "planning"))).rejects.toMatchObject({ code, message: why, status: 403 });
      const shown = await (await loadOwnInvitations({ request: page(who, "invitations") })).json();
      const isOwner = visitor === "the owner of an inactive company";
      expect(shown.without).toEqual({ why, isNone: code === "company.none", mayAdd: !isOwner });
      const added = await sendForm(
        answerOwn,
        { answer: "add_company", title: "Another" },
        { cookie: who.headers.Cookie! },
      );
      expect([added.status, (await db()("companies").where({ user_id: id, title: "Another" })).length]).toEqual(
        isOwner ? [403, 0] : [303, 1],
      );
    });
  });

  it("whose e-mail is not verified are told so, and change nothing", async () => {
    const { ownerId: id } = desk;
    await setPassword(db(), id, await hashPassword(OLD), NOW);
    const who = await signedIn(id);
    await updateUser(db(), id, { email_verified_at: null }, NOW);
    const before = await user(id);
    for (const answer of [
      await get(who, "company/item"),
      await post(who, "users/update", { old_password: OLD, new_password: NEXT }),
      await post(who, "users/update-field", { field: "name", value: "Eve" }),
      await post(who, "user/save-settings", { settings: '{"map":"google"}' }),
    ])
      expect([answer.status, answer.body.message]).toEqual([403, "Verify your e-mail first."]);
    expect(await user(id)).toEqual(before);
    const noted = await db()("audit_log").where({ user_id: id, outcome: "email.unverified" }).pluck("action");
    expect(noted).toContain("api users/update-field");
  });

  it("are counted: nobody asks without end", async () => {
    const { who } = await visit("somebody without a company");
    const ask = () => post(who, "users/update-field", { field: "name", value: "Ulla" });
    await db()("limits").delete();
    for (let nth = 0; nth < 600; nth += 60) await Promise.all(Array.from({ length: 60 }, ask));
    expect((await ask()).status).toBe(429);
  });
});
