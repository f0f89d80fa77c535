import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSession } from "~/auth/session.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { epochSec } from "~/domain/time/utc-text";
import { setServices } from "~/services/container.server";
import { createMember, createUser, NOW } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { testServices } from "../../helpers/services";
import { createDesk, forgetWorld, setWorld } from "../planning/desk";
import type { Desk } from "../planning/desk";
import { post } from "./api-world";

const BEFORE = "2026-11-01 06:00:00";
type Person = { headers: Record<string, string> };

describe.each(databases())("times and e-mails of accounts by calls on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let desk: Desk;
  let superAdmin: Person;
  let adminId: number;
  let userId: number;
  let email: string;

  beforeEach(async () => {
    setWorld(db());
    setServices(testServices({ clock: { nowMs: () => epochSec(NOW) * 1000 } }));
    desk = await createDesk(db());
    adminId = await createUser(db(), { is_admin: 1 });
    await createMember(db(), desk.companyId, { user_id: adminId, is_dispatcher: 1 });
    userId = await createUser(db(), { email_verified_at: BEFORE });
    // Whoever is verified for the first time gets a company, which would keep the account from being removed.
    await createMember(db(), desk.companyId, { user_id: userId });
    ({ email } = await user());
    const cookie = await openSession(await user(adminId), new Headers());
    superAdmin = { headers: { Cookie: cookie.split(";")[0]! } };
  });
  afterEach(forgetWorld);

  const user = (id = userId) => getUserAcrossCompanies(db(), id);
  const change = (fields: object, id = userId) => post(superAdmin, "users/update-field", { bulk: { [id]: fields } });
  const field = (name: string, value: unknown, id = userId) =>
    post(superAdmin, "users/update-field", { id, field: name, value });
  const mailsTo = async (recipient: string) => (await db()("mails").where({ recipient })).length;
  const all = () => db()("users").orderBy("id");

  describe.each([
    ["one field", (name: string, value: unknown) => field(name, value), ""],
    ["a bulk", (name: string, value: unknown) => change({ [name]: value }), "bulk."],
  ] as const)("by %s", (_what, send, place) => {
    it.each([null, "", 0, "0"])("%j says that the e-mail is not verified", async (none) => {
      expect((await send("email_verified_at", none)).status).toBe(200);
      expect([(await user()).email_verified_at, await mailsTo(email)]).toEqual([null, 1]);
    });

    it("a time says that the e-mail is verified, and keeps the stamp that is there", async () => {
      expect((await send("email_verified_at", "2020-01-01 00:00:00")).status).toBe(200);
      expect((await user()).email_verified_at).toBe(BEFORE);
      await db()("users").where({ id: userId }).update({ email_verified_at: null });
      expect((await send("email_verified_at", "2020-01-01T00:00:00Z")).status).toBe(200);
      expect([(await user()).email_verified_at, await mailsTo(email)]).toEqual([NOW, 0]);
    });

    // "0000-00-00 00:00:00" is what MySQL makes of no time.
    it.each(["banana", "0000-00-00 00:00:00", "2026-02-31 00:00:00", 1, -1, 20261121])(
      "%j is no time: nothing is verified or removed",
      async (value) => {
        await db()("users").where({ id: userId }).update({ email_verified_at: null });
        const before = await all();
        for (const name of ["email_verified_at", "deleted_at"]) {
          const { status, body } = await send(name, value);
          const at = place === "" ? name : `${place}${userId}.${name}`;
          expect([status, body.data]).toEqual([422, { [at]: `${name} is not correct` }]);
        }
        expect(await all()).toEqual(before);
      },
    );

    it.each([null, "", 0, "0"])("%j removes no account, and brings none back", async (none) => {
      const { status, body } = await send("deleted_at", none);
      expect([status, body.message]).toEqual([422, "deleted_at is not correct"]);
      expect((await user()).deleted_at).toBeNull();
    });

    it("the e-mail that the account has changes nothing and mails nothing", async () => {
      const before = await user();
      expect((await send("email", ` ${email.toUpperCase()} `)).status).toBe(200);
      expect([await user(), await mailsTo(email)]).toEqual([before, 0]);
    });
  });

  it("somebody is active at a time alone", async () => {
    for (const value of [0, "0", "banana"]) expect((await field("active_at", value, adminId)).status).toBe(422);
    expect((await user(adminId)).active_at).toBe(NOW);
    expect((await field("active_at", NOW, adminId)).status).toBe(200);
  });

  describe("an e-mail and whether it is verified are one change", () => {
    const next = () => `next-${userId}@test.example`;

    it("verified: it is stamped where it was not, and the old one alone gets a mail", async () => {
      expect((await change({ email: next(), email_verified_at: NOW })).status).toBe(200);
      expect(await user()).toMatchObject({ email: next(), email_verified_at: BEFORE });
      await db()("users").where({ id: userId }).update({ email_verified_at: null });
      expect((await change({ email: next(), email_verified_at: NOW })).status).toBe(200);
      expect((await user()).email_verified_at).toBe(NOW);
      expect([await mailsTo(next()), await mailsTo(email)]).toEqual([0, 1]);
    });

    it.each([{ email_verified_at: null }, { email_verified_at: 0 }, {}])(
      "not verified, as %j says: one mail to the new one, and one to the old",
      async (stamp) => {
        expect((await change({ email: next(), ...stamp })).status).toBe(200);
        expect(await user()).toMatchObject({ email: next(), email_verified_at: null });
        expect([await mailsTo(next()), await mailsTo(email)]).toEqual([1, 1]);
      },
    );

    it("nothing of it is done where one of them is not correct", async () => {
      const before = await all();
      expect((await change({ email: next(), email_verified_at: "banana" })).status).toBe(422);
      expect((await change({ email: "banana", email_verified_at: NOW })).status).toBe(422);
      expect([await all(), await mailsTo(next())]).toEqual([before, 0]);
    });
  });

  describe("one's own e-mail", () => {
    it("is not left unverified by a super admin, whom it would keep out", async () => {
      const before = await all();
      const own = (await user(adminId)).email;
      for (const fields of [
        { email: "typo@test.example" },
        { email: "typo@test.example", email_verified_at: null },
        { email_verified_at: "" },
      ]) {
        const { status, body } = await change(fields, adminId);
        expect([status, body.message]).toEqual([409, expect.stringMatching(/^Your own e-mail would keep you out/)]);
      }
      expect([await all(), await mailsTo(own), await mailsTo("typo@test.example")]).toEqual([before, 0, 0]);
    });

    it("is changed by them as verified, and by a sudo admin in any way", async () => {
      const next = `own-${adminId}@test.example`;
      expect((await change({ email: next, email_verified_at: NOW }, adminId)).status).toBe(200);
      expect(await user(adminId)).toMatchObject({ email: next, email_verified_at: NOW });
      await db()("users").where({ id: adminId }).update({ platform_role: "sudo" });
      const otherId = await createUser(db(), { is_admin: 1 });
      expect((await change({ email: `other-${otherId}@test.example` }, otherId)).status).toBe(200);
      expect((await user(otherId)).email_verified_at).toBeNull();
    });
  });
});
