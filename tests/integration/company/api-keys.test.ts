import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sessionOfKey } from "~/auth/api-key.server";
import type { CompanySession } from "~/auth/session.server";
import { openSession, sessionFromCookie } from "~/auth/session.server";
import { findMainKey } from "~/db/repositories/api-keys.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { runHousekeeping } from "~/db/housekeeping.server";
import { addSeconds, epochSec } from "~/domain/time/utc-text";
import { API_KEY_ACTIONS } from "~/features/company/actions.server";
import { loadApiPage } from "~/features/company/queries/api-page.server";
import { performAction } from "~/http/actions/perform-action.server";
import { withRequestContext } from "~/lib/request-context.server";
import type { RequestContext } from "~/lib/request-context.server";
import { setLimits } from "~/services/limits/limits.server";
import { setServices } from "~/services/container.server";
import { createCompany, createMember, createUser, NOW } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { testServices } from "../../helpers/services";
import { sessionOf } from "../../helpers/sessions";
import { post } from "../api/api-world";
import { forgetWorld, setWorld } from "../planning/desk";

describe.each(databases())("a company's API keys on %s", (kind) => {
  const database = useTestDatabase(kind);
  let nowMs = 0;
  let company: TestCompany;
  let admin: CompanySession;

  beforeEach(async () => {
    setWorld(database().db);
    nowMs = epochSec(NOW) * 1000;
    setServices(testServices({ clock: { nowMs: () => nowMs } }));
    setLimits(undefined);
    company = await createCompany(database().db);
    admin = sessionOf(company, { isOwner: true }, company.ownerId);
  });
  afterEach(forgetWorld);

  const act = (name: string, input: object, by = admin) => performAction(API_KEY_ACTIONS, by, name, input);
  const page = (query = "", by = admin) =>
    loadApiPage(by, new Request(`http://localhost/platform/company/api${query}`));
  const opens = (key: string) =>
    sessionOfKey({ headers: new Headers({ "X-Api-Key": key }) }).then(
      (session) => session?.company.id,
      (error: { status: number }) => error.status,
    );
  const rows = () => database().db("company_api_keys").where({ company_id: company.companyId }).orderBy("id");

  it("begin with none; the first is shown to administrators again and again, and opens all", async () => {
    expect((await page()).main).toBeNull();
    await act("api_key.regenerate", {});
    const key = (await page()).main!.value!;
    expect(key).toMatch(/^[A-Za-z0-9]{32}$/);
    expect((await page()).main!.value).toBe(key);
    expect(await opens(key)).toBe(company.companyId);
    expect(JSON.stringify(await rows())).not.toContain(key);
    expect((await rows())[0]).toMatchObject({ scopes: "read,plan,drive", hint: key.slice(-4) });
  });

  it("are 20 at most, also when they are made at once", async () => {
    const many = Array.from({ length: 25 }, (_, nth) => act("api_key.create", { name: `Program ${nth}`, read: true }));
    const refused = (await Promise.allSettled(many)).filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(5);
    expect(refused[0]).toMatchObject({ reason: { status: 409, code: "api_key.too_many" } });
    expect(await rows()).toHaveLength(20);
  });

  it("are made anew: the one before opens nothing from then on", async () => {
    await act("api_key.regenerate", {});
    const before = (await page()).main!.value!;
    await act("api_key.regenerate", {});
    const after = (await page()).main!.value!;
    expect(after).not.toBe(before);
    expect([await opens(before), await opens(after)]).toEqual([401, company.companyId]);
    expect((await rows())[0]).toMatchObject({ main_of: null, value: null, revoked_at: NOW });
  });

  it("for programs are shown to their maker for ten minutes, and to nobody else", async () => {
    const id = (await act("api_key.create", { name: "Web shop", read: true, drive: true })) as number;
    const query = `?dialog=api-key-made&id=${id}`;
    const key = (await page(query)).made!.value!;
    expect(await opens(key)).toBe(company.companyId);
    expect((await page()).made).toBeNull();
    const other = sessionOf(company, { isAdmin: true, memberId: 1 }, company.driverUserId);
    expect((await page(query, other)).made).toBeNull();
    expect((await page(query)).keys).toMatchObject([
      { name: "Web shop", scopes: ["Read", "Drive"], lastUse: expect.any(String) },
    ]);
    nowMs += 600_000;
    expect((await page(query)).made?.value).toBe(key);
    nowMs += 1000;
    expect((await page(query)).made).toBeNull();
    await runHousekeeping(database().db, addSeconds(NOW, 602));
    expect((await rows()).at(-1)).toMatchObject({ id, value: null });
    expect(await opens(key)).toBe(company.companyId);
  });

  it("are named in lines of the log, as people are, by ids alone", async () => {
    const { db } = database();
    const senderOf = async (ask: () => Promise<unknown>) => {
      const context: RequestContext = { id: randomUUID(), ip: "", userAgent: "" };
      await withRequestContext(context, ask);
      return context.sender;
    };
    await act("api_key.regenerate", {});
    const { value } = (await page()).main!;
    const { companyId, ownerId } = company;
    const { id: keyId } = (await findMainKey(db, companyId))!;
    const headers = new Headers({ "X-Api-Key": value! });
    expect(await senderOf(() => sessionOfKey({ headers }))).toEqual({ userId: null, companyId, keyId });
    const cookie = (await openSession(await getUserAcrossCompanies(db, ownerId), new Headers())).split(";")[0];
    expect(await senderOf(() => sessionFromCookie(cookie))).toEqual({ userId: ownerId, companyId, keyId: null });
    expect(await senderOf(() => sessionFromCookie(null))).toBeUndefined();
  });

  it("are told by a call to their maker alone, for ten minutes, and the log says so", async () => {
    const { db } = database();
    const cookieOf = async (userId: number) =>
      (await openSession(await getUserAcrossCompanies(db, userId), new Headers())).split(";")[0]!;
    const ask = (cookie: string, id: number, headers: Record<string, string> = {}) =>
      // From an address of its own: what the log takes of one in a minute is bounded, also between two databases.
      withRequestContext({ id: randomUUID(), ip: `${kind}.test`, userAgent: "" }, () =>
        post({ headers: { ...(cookie === "" ? {} : { Cookie: cookie }), ...headers } }, "api_key/value", { id }),
      );
    const person = async (role: { is_admin?: 1; is_dispatcher?: 1 }) => {
      const userId = await createUser(db, { current_company_id: company.companyId });
      await createMember(db, company.companyId, { user_id: userId, ...role });
      return cookieOf(userId);
    };
    const owner = await cookieOf(company.ownerId);
    const id = (await act("api_key.create", { name: "Web shop", read: true })) as number;
    const main = (await act("api_key.regenerate", {}), await page()).main!.value!;
    const told = await ask(owner, id);
    const { value } = told.body.data as { value: string };
    expect([told.status, await opens(value)]).toEqual([200, company.companyId]);
    const entries = () => db("audit_log").where({ company_id: company.companyId }).orderBy("id");
    expect((await entries()).at(-1)).toMatchObject({
      action: "api_key.value",
      outcome: "done",
      user_id: company.ownerId,
    });
    expect(JSON.stringify(await entries())).not.toContain(value);

    const stranger = await cookieOf((await createCompany(db)).ownerId);
    for (const [who, cookie, headers, status] of [
      ["another administrator", await person({ is_admin: 1 }), {}, 404],
      ["the owner of another company", stranger, {}, 404],
      ["a dispatcher", await person({ is_dispatcher: 1 }), {}, 403],
      ["a driver", await cookieOf(company.driverUserId), {}, 403],
      ["a program with the first key", "", { "X-Api-Key": main }, 403],
      ["a program with the key itself", "", { "X-Api-Key": value }, 403],
      ["nobody", "", {}, 401],
    ] as const) {
      const answer = await ask(cookie, id, headers);
      expect([who, answer.status]).toEqual([who, status]);
      expect(JSON.stringify(answer.body)).not.toContain(value);
    }
    const refused = await db("audit_log").where({ company_id: company.companyId, action: "api api_key/value" });
    expect(refused.length).toBeGreaterThanOrEqual(3);
    const mainId = (await rows()).find((row) => row.main_of !== null)!.id;
    expect((await ask(owner, mainId)).status).toBe(404);
    nowMs += 601_000;
    expect((await ask(owner, id)).status).toBe(404);
  });

  it("are revoked one by one, and not another company's", async () => {
    const id = (await act("api_key.create", { name: "Till", plan: true })) as number;
    const key = (await page(`?dialog=api-key-made&id=${id}`)).made!.value!;
    const other = await createCompany(database().db);
    const stranger = sessionOf(other, { isOwner: true }, other.ownerId);
    await expect(act("api_key.revoke", { id }, stranger)).rejects.toMatchObject({ status: 404 });
    expect(await opens(key)).toBe(company.companyId);
    expect(await act("api_key.revoke", { id })).toBe("Till");
    expect([await opens(key), (await page()).keys]).toEqual([401, []]);
    await expect(act("api_key.revoke", { id })).rejects.toMatchObject({ status: 404 });
  });

  it("need a name and a right, and twenty are enough", async () => {
    await expect(act("api_key.create", { name: "", read: true })).rejects.toThrow("Name is required");
    await expect(act("api_key.create", { name: "Nothing" })).rejects.toThrow("Choose at least one right");
    for (let made = 0; made < 20; made += 1) await act("api_key.create", { name: `Key ${made}`, read: true });
    await expect(act("api_key.create", { name: "One more", read: true })).rejects.toMatchObject({ status: 409 });
  });

  it("are an administrator's: a dispatcher and a key itself see and make none", async () => {
    const dispatcher = sessionOf(company, { isDispatcher: true, memberId: 1 }, company.ownerId);
    await expect(page("", dispatcher)).rejects.toMatchObject({ status: 403 });
    await act("api_key.regenerate", {});
    const key = (await page()).main!.value!;
    const program = (await sessionOfKey({ headers: new Headers({ "X-Api-Key": key }) }))!;
    await expect(act("api_key.create", { name: "Itself", read: true }, program)).rejects.toMatchObject({ status: 403 });
  });
});
