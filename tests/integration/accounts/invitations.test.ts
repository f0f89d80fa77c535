import type { LoaderFunctionArgs } from "@remix-run/node";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DEFAULT_TITLE, foundCompany } from "~/auth/found-company.server";
import { currentSession, openSession } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import { getUserAcrossCompanies, updateUser } from "~/db/repositories/users.server";
import { INVITATION_ENDED } from "~/domain/team/invitation";
import { RouteStatus } from "~/domain/route/route-status";
import { addSeconds } from "~/domain/time/utc-text";
import { answerLink, answerOwn } from "~/features/accounts/invitation-actions.server";
import { hasInvitations, loadInvitation, loadOwnInvitations } from "~/features/accounts/queries/invitation-page.server";
import { TEAM_ACTIONS } from "~/features/team/actions.server";
import { loadTeamPage } from "~/features/team/queries/members-page.server";
import type { ActionRefusal } from "~/lib/action-result";
import { loader as startPage } from "~/routes/_index/route";
import { loader as frame } from "~/routes/_main/route";
import { createCompany, createPlan, createRoute, createUser, createVehicle, NOW } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { beginAccounts, cookiesOf, endAccounts, queuedMails, sendForm, startAccounts } from "../../helpers/accounts";
import { databases, useTestDatabase } from "../../helpers/databases";
import { submit } from "../../helpers/forms";
import type { Posted } from "../../helpers/forms";
import { sessionOf } from "../../helpers/sessions";

const PASSWORD = "correct horse battery";
const DAY_SEC = 24 * 3600;

describe.each(databases())("invitations on %s", (kind) => {
  const database = useTestDatabase(kind);
  let company: TestCompany;
  let other: TestCompany;
  let admin: CompanySession;
  let email = "";
  let nth = 0;

  beforeEach(async () => {
    const { db } = database();
    await beginAccounts(db, NOW);
    company = await createCompany(db, `Red ${kind}`);
    other = await createCompany(db, `Blue ${kind}`);
    admin = sessionOf(company, { isOwner: true }, company.ownerId);
    email = `invited-${(nth += 1)}@test.example`;
  });
  afterEach(endAccounts);

  const add = (fields: Posted = {}, by = admin) =>
    submit(TEAM_ACTIONS["member.create"], by, { name: "Ines", surname: "Road", email, is_courier: "1", ...fields });
  const act = (name: "member.invite" | "member.withdraw" | "member.allow_account", id: number, by = admin) =>
    submit(TEAM_ACTIONS[name], by, { id });
  const member = async (id: number) => (await database().db("company_members").where({ id }).first())!;
  const lastToken = async (): Promise<string> =>
    /\/invitation\/([\w-]+)$/.exec((await queuedMails(database().db)).at(-1)!.link)![1]!;
  const answer = (token: string, fields: Record<string, string>, cookie = "") =>
    sendForm(answerLink, fields, { params: { token }, cookie });
  const own = (cookie: string, fields: Record<string, string>) => sendForm(answerOwn, fields, { cookie });
  const signIn = async (userId: number) =>
    (await openSession(await getUserAcrossCompanies(database().db, userId), new Headers())).split(";")[0]!;
  const session = (cookie: string) => currentSession(new Request("http://localhost/", { headers: { Cookie: cookie } }));
  const shown = async (token: string, cookie = "") => {
    const request = new Request("http://localhost/platform/invitation", { headers: { Cookie: cookie } });
    return (await (await loadInvitation({ request, params: { token } })).json()).invitation;
  };
  const refusal = async (response: Response) => [response.status, ((await response.json()) as ActionRefusal).message];
  const ENDED = [410, INVITATION_ENDED];
  const userOf = (address = email) => database().db("users").where({ email: address }).first();

  it("lets a driver in by the mail's link alone, once, however often it was only looked at", async () => {
    const id = await add({ phone: "+423 234 56 78" });
    const [mail] = await queuedMails(database().db);
    expect([mail?.to, mail?.subject]).toEqual([email, `Red ${kind} invites you`]);
    expect(mail?.text).toContain("Your role: Driver.");
    const token = await lastToken();
    // A program that looks at mails opens the link first.
    for (let look = 0; look < 3; look += 1) expect(await shown(token)).toMatchObject({ way: "start", email });
    expect(await userOf()).toBeUndefined();

    const started = await answer(token, { answer: "start" });
    expect([started.status, started.headers.get("Location")]).toEqual([303, "/"]);
    const opened = (await session(cookiesOf(started)))!;
    expect(opened.company?.id).toBe(company.companyId);
    expect([opened.actor.isDriver, opened.actor.isDispatcher, opened.memberId]).toEqual([true, false, id]);
    expect(await userOf()).toMatchObject({
      name: "Ines",
      surname: "Road",
      phone: "+423 234 56 78",
      is_completed: 1,
      password_hash: null,
      email_verified_at: NOW,
      current_company_id: company.companyId,
    });
    expect(await member(id)).toMatchObject({ invitation_type: 1, user_id: opened.user.id });
    expect(await refusal(await answer(token, { answer: "start" }))).toEqual(ENDED);
    expect(await shown(token)).toBeNull();
    const log = await database().db("audit_log").where({ company_id: company.companyId, action: "invitation.accept" });
    expect(log).toMatchObject([{ who: "Ines Road", user_id: opened.user.id, ids: `[${id}]` }]);
  });

  it("lets one of two in who open the same link at once", async () => {
    await add();
    const token = await lastToken();
    const both = await Promise.all([answer(token, { answer: "start" }), answer(token, { answer: "start" })]);
    expect(both.map(({ status }) => status).sort()).toEqual([303, 410]);
    expect(await database().db("users").where({ email })).toHaveLength(1);
  });

  it("asks others for a name and a password; what is wrong leaves the link as it was", async () => {
    const id = await add({ is_dispatcher: "1" });
    const token = await lastToken();
    expect(await shown(token)).toMatchObject({ way: "register", first: "Ines", roles: ["Dispatcher", "Driver"] });
    const form = { answer: "register", name: "Ines", surname: "Lane", password: PASSWORD };
    // The driver's way would open an account without a password.
    expect((await answer(token, { answer: "start" })).status).toBe(409);
    for (const [field, value] of [
      ["name", " "],
      ["password", "short"],
      ["password", "password123"],
    ] as const) {
      const refused = await answer(token, { ...form, [field]: value });
      expect(refused.status).toBe(422);
      expect(((await refused.json()) as ActionRefusal).fieldErrors).toHaveProperty(field);
    }
    expect(await userOf()).toBeUndefined();
    const joined = await answer(token, form);
    const opened = (await session(cookiesOf(joined)))!;
    expect([opened.user.name, opened.actor.isDispatcher, opened.held]).toEqual(["Ines Lane", true, undefined]);
    expect((await userOf())?.password_hash).toMatch(/^\$argon2id\$/);
    expect(await member(id)).toMatchObject({ invitation_type: 1, user_id: opened.user.id });
  });

  it("takes an account from whoever signed up with the e-mail and never showed that it is theirs", async () => {
    const { db } = database();
    const userId = await createUser(db, { email, email_verified_at: null, password_hash: "theirs", is_completed: 0 });
    const squatter = await signIn(userId);
    await add();
    const token = await lastToken();
    // Signed in without a verified e-mail is not signed in.
    expect((await answer(token, { answer: "accept" }, squatter)).status).toBe(401);
    const started = await answer(token, { answer: "start" });
    expect(started.status).toBe(303);
    expect(await userOf()).toMatchObject({ id: userId, password_hash: null, email_verified_at: NOW });
    expect(await session(squatter)).toBeNull();
    expect((await session(cookiesOf(started)))?.company?.id).toBe(company.companyId);
  });

  it("leaves an account as it is that its holder came into by another company's link", async () => {
    await add();
    const first = cookiesOf(await answer(await lastToken(), { answer: "start" }));
    await add({ name: "Somebody", surname: "Else" }, sessionOf(other, { isOwner: true }, other.ownerId));
    const second = await answer(await lastToken(), { answer: "start" });
    expect((await session(cookiesOf(second)))?.companies).toHaveLength(2);
    expect((await session(first))?.user.name).toBe("Ines Road");
  });

  it("never opens an account that has a password, nor one that is closed", async () => {
    const { db } = database();
    const userId = await createUser(db, { email, password_hash: "hash" });
    await add();
    const token = await lastToken();
    expect(await shown(token)).toMatchObject({ way: "sign_in" });
    for (const way of ["start", "register"])
      expect((await answer(token, { answer: way, name: "X", password: PASSWORD })).status).toBe(409);
    expect((await answer(token, { answer: "accept" })).status).toBe(401);
    await updateUser(db, userId, { status: "ban" }, NOW);
    expect(await shown(token)).toMatchObject({ way: "closed" });
    expect((await answer(token, { answer: "start" })).status).toBe(409);
    expect(await userOf()).toMatchObject({ password_hash: "hash" });
    await updateUser(db, userId, { status: "active" }, NOW);

    const cookie = await signIn(userId);
    expect(await shown(token, cookie)).toMatchObject({ way: "answer" });
    expect((await answer(token, { answer: "accept" }, cookie)).headers.get("Location")).toBe("/");
    expect((await session(cookie))?.company?.id).toBe(company.companyId);
  });

  it("lets an account with another e-mail in only when an admin allows it", async () => {
    const { db } = database();
    const id = await add();
    const cookie = await signIn(other.ownerId);
    const token = await lastToken();
    expect(await shown(token, cookie)).toMatchObject({ way: "other" });
    expect((await answer(token, { answer: "accept" }, cookie)).status).toBe(409);
    expect(await shown(token, cookie)).not.toBeNull();
    await answer(token, { answer: "ask" }, cookie);
    expect((await session(cookie))?.companies.map((one) => one.id)).toEqual([other.companyId]);
    expect(await refusal(await answer(token, { answer: "start" }))).toEqual(ENDED);

    const page = (by: CompanySession) =>
      loadTeamPage(by, new Request(`http://localhost/platform/company/team?dialog=allow-account&id=${id}`));
    const asked = await db("users").where({ id: other.ownerId }).first();
    expect((await page(admin)).item).toMatchObject({ askedEmail: asked?.email, isAsked: true });
    expect((await page(sessionOf(company, { isDispatcher: true }, company.ownerId))).item?.askedEmail).toBeNull();
    const stranger = sessionOf(other, { isOwner: true }, other.ownerId);
    await expect(act("member.allow_account", id, stranger)).rejects.toMatchObject({ status: 404 });
    await act("member.allow_account", id);
    expect((await session(cookie))?.companies.map((one) => one.id).sort()).toEqual(
      [company.companyId, other.companyId].sort(),
    );
    await expect(act("member.allow_account", id)).rejects.toMatchObject({ code: "invitation.not_asked" });
  });

  it("ends links: by a new one, when withdrawn, with another e-mail, when removed, and after seven days", async () => {
    const { db } = database();
    const id = await add();
    const first = await lastToken();
    await act("member.invite", id);
    const second = await lastToken();
    expect(await refusal(await answer(first, { answer: "start" }))).toEqual(ENDED);
    await act("member.withdraw", id);
    expect(await refusal(await answer(second, { answer: "start" }))).toEqual(ENDED);
    await expect(act("member.withdraw", id)).rejects.toMatchObject({ code: "invitation.not_waiting" });

    await act("member.invite", id);
    const third = await lastToken();
    await submit(TEAM_ACTIONS["member.update"], admin, { id, email: `else-${email}` });
    expect(await refusal(await answer(third, { answer: "start" }))).toEqual(ENDED);
    // Another one goes to the new address, by itself.
    expect((await queuedMails(db)).at(-1)?.to).toBe(`else-${email}`);
    const fourth = await lastToken();
    expect(await shown(fourth)).toMatchObject({ email: `else-${email}` });
    await submit(TEAM_ACTIONS["member.update"], admin, { id, surname: "Lane" });
    expect(await lastToken()).toBe(fourth);
    startAccounts(db, addSeconds(NOW, 7 * DAY_SEC - 1));
    expect(await shown(fourth)).not.toBeNull();
    startAccounts(db, addSeconds(NOW, 7 * DAY_SEC));
    expect(await refusal(await answer(fourth, { answer: "start" }))).toEqual(ENDED);
    startAccounts(db, NOW);
    await submit(TEAM_ACTIONS["member.remove"], admin, { id });
    expect(await refusal(await answer(fourth, { answer: "start" }))).toEqual(ENDED);
    // A token of another matter, and one that never was.
    for (const token of ["x".repeat(43), "x", ""]) expect((await answer(token, { answer: "start" })).status).toBe(410);
  });

  it.each([
    ["deleted", { deleted_at: NOW }, { deleted_at: null }],
    ["not active", { status: 0 }, { status: 1 }],
  ] as const)("lets nobody into a company that is %s", async (_what, closed, open) => {
    const { db } = database();
    const id = await add();
    const token = await lastToken();
    const cookie = await signIn(await createUser(db, { email: `else-${email}` }));
    const change = (values: typeof closed | typeof open) =>
      db("companies").where({ id: company.companyId }).update(values);
    const before = await member(id);
    await change(closed);
    expect(await shown(token)).toBeNull();
    const person = { name: "Ines", password: PASSWORD };
    for (const [way, by] of [["start"], ["register"], ["decline"], ["accept", cookie], ["ask", cookie]] as const)
      expect(await refusal(await answer(token, { answer: way, ...person }, by))).toEqual(ENDED);
    expect([await member(id), await userOf()]).toEqual([before, undefined]);
    // It is there again: so is the link, until its days are over.
    await change(open);
    expect((await answer(token, { answer: "start" })).status).toBe(303);
  });

  it.each(["decline by the link", "decline from the account"])("holds the team first: %s", async (way) => {
    const { db } = database();
    const id = await add();
    const token = await lastToken();
    const cookie = await signIn(await createUser(db, { email, password_hash: "hash" }));
    const asked: string[] = [];
    const hear = ({ sql }: { sql: string }) => void asked.push(sql.replaceAll(/[`"]/g, ""));
    db.on("query", hear);
    // Withdrawing takes the team and then the link: the other way round, the two would wait for each other.
    if (way.endsWith("link")) await answer(token, { answer: "decline" });
    else await own(cookie, { answer: "decline", id: String(id) });
    db.removeListener("query", hear);
    expect(await member(id)).toMatchObject({ invitation_type: 2 });
    const held = asked.findIndex((sql) => /^select user_id from companies where id = /.test(sql));
    const taken = asked.findIndex((sql) => /^(?:update|delete from) (?:tokens|company_members)\b/.test(sql));
    expect(held).toBeGreaterThan(-1);
    expect(taken).toBeGreaterThan(held);
  });

  it("is declined by the link or from the account; who declined can be invited again", async () => {
    const id = await add();
    // A vehicle may be given to somebody whose answer is still awaited.
    const vehicleId = await createVehicle(database().db, company.companyId, { driver_id: id });
    await answer(await lastToken(), { answer: "decline" });
    expect(await member(id)).toMatchObject({ invitation_type: 2, user_id: null });
    expect((await database().db("vehicles").where({ id: vehicleId }).first())?.driver_id).toBeNull();
    await act("member.invite", id);
    const userId = await createUser(database().db, { email, password_hash: "hash" });
    const cookie = await signIn(userId);
    expect(await hasInvitations((await session(cookie))!)).toBe(true);
    expect((await own(cookie, { answer: "decline", id: String(id) })).status).toBe(303);
    expect(await member(id)).toMatchObject({ invitation_type: 2 });
    expect(await hasInvitations((await session(cookie))!)).toBe(false);
    expect(await refusal(await own(cookie, { answer: "accept", id: String(id) }))).toEqual(ENDED);
  });

  it("gives a default title the name of its owner, who works for two companies now, and logs it there", async () => {
    const { db } = database();
    const userId = await createUser(db, { email, name: "Ines", surname: "Road" });
    const person = await getUserAcrossCompanies(db, userId);
    const [unnamed, named] = [
      await foundCompany(db, person, DEFAULT_TITLE),
      await foundCompany(db, person, "Own Deliveries"),
    ];
    const foreign = await foundCompany(db, await getUserAcrossCompanies(db, other.ownerId), DEFAULT_TITLE);
    await add();
    const titles = () => db("companies").whereIn("id", [unnamed, named, foreign]).orderBy("id").pluck("title");
    expect(await titles()).toEqual([DEFAULT_TITLE, "Own Deliveries", DEFAULT_TITLE]);
    const joined = await answer(await lastToken(), { answer: "accept" }, await signIn(userId));
    expect(joined.status).toBe(303);
    expect(await titles()).toEqual(["Company of Ines Road", "Own Deliveries", DEFAULT_TITLE]);
    const log = await db("audit_log").where({ company_id: unnamed, action: "company.update" });
    expect(log).toMatchObject([{ who: "Ines Road", user_id: userId, ids: `[${unnamed}]` }]);
    expect(JSON.stringify(await db("audit_log").where({ company_id: company.companyId }))).not.toContain(
      "Company of Ines Road",
    );
  });

  it("is accepted from the account that has the e-mail, and from no other", async () => {
    const { db } = database();
    const id = await add({ is_dispatcher: "1" });
    // Somebody who is invited to the same team, as somebody else.
    const neighbour = await createUser(db, { email: `next-${email}`, password_hash: "hash" });
    await add({ email: `next-${email}` });
    const stranger = await signIn(neighbour);
    expect(await refusal(await own(stranger, { answer: "accept", id: String(id) }))).toEqual(ENDED);
    expect((await own("", { answer: "accept", id: String(id) })).status).toBe(401);
    const cookie = await signIn(await createUser(db, { email, password_hash: "hash" }));
    const request = new Request("http://localhost/platform/invitations", { headers: { Cookie: cookie } });
    expect((await (await loadOwnInvitations({ request })).json()).invitations).toEqual([
      { id, company: `Red ${kind}`, roles: ["Dispatcher", "Driver"] },
    ]);
    await own(cookie, { answer: "accept", id: String(id) });
    expect((await session(cookie))?.company?.id).toBe(company.companyId);

    const vehicleId = await createVehicle(db, company.companyId, { driver_id: id });
    // Another's route is no reason to stay, and neither is one that isn't on the road.
    const planId = await createPlan(db, company.companyId);
    const driven = { driver_id: id, status: RouteStatus.OnRoute };
    const routeId = await createRoute(db, company.companyId, planId, driven);
    expect(await refusal(await own(cookie, { answer: "leave", id: String(company.companyId) }))).toEqual([
      409,
      "You are driving a route. Finish it first, or ask for another driver",
    ]);
    expect(await member(id)).toMatchObject({ invitation_type: 1 });
    await db("routing_routes").where({ id: routeId }).update({ driver_id: company.driverId });
    await createRoute(db, company.companyId, planId, { ...driven, status: RouteStatus.Completed });
    await own(cookie, { answer: "leave", id: String(company.companyId) });
    expect((await db("vehicles").where({ id: vehicleId }).first())?.driver_id).toBeNull();
    expect((await session(cookie))?.company).toBeNull();
    expect(await member(id)).toMatchObject({ invitation_type: 2 });
    expect((await own(cookie, { answer: "leave", id: String(company.companyId) })).status).toBe(410);
    expect((await own(cookie, { answer: "leave", id: String(other.companyId) })).status).toBe(404);
  });

  it("leads whoever belongs to no company to its page, where they add one, once", async () => {
    const { db } = database();
    const cookie = await signIn(await createUser(db, { email }));
    const led = async (loader: (args: LoaderFunctionArgs) => Promise<unknown>) => {
      const request = new Request("http://localhost/platform/profile", { headers: { Cookie: cookie } });
      const answer: unknown = await loader({ request, params: {}, context: { nonce: "", ip: "::1" } }).catch(
        (thrown: unknown) => thrown,
      );
      return (answer as Response).headers.get("Location");
    };
    expect([await led(startPage), await led(frame)]).toEqual(["/invitations", "/invitations"]);
    const request = new Request("http://localhost/platform/invitations", { headers: { Cookie: cookie } });
    const page = async () => (await loadOwnInvitations({ request })).json();
    expect(await page()).toMatchObject({ without: expect.anything() as unknown });
    const refused = await own(cookie, { answer: "add_company", title: " " });
    expect(refused.status).toBe(422);
    expect(((await refused.json()) as ActionRefusal).fieldErrors).toHaveProperty("title");

    const both = [1, 2].map(() => own(cookie, { answer: "add_company", title: "Own Deliveries" }));
    for (const answered of await Promise.all(both)) expect(answered.headers.get("Location")).toBe("/");
    const opened = (await session(cookie))!;
    expect(opened.companies.map(({ title }) => title)).toEqual(["Own Deliveries"]);
    expect([opened.actor.isOwner, await led(frame)]).toEqual([true, null]);
    expect(await page()).toMatchObject({ without: null });
    const log = await db("audit_log").where({ company_id: opened.company!.id, action: "company.create" });
    expect(log).toMatchObject([{ user_id: opened.user.id, ids: `[${opened.company!.id}]` }]);
  });

  it("belongs to admins of the company: no dispatcher, no other company, no second place in the team", async () => {
    const { db } = database();
    const id = await add();
    const token = await lastToken();
    const mails = (await queuedMails(db)).length;
    const before = await member(id);
    const theirs = sessionOf(other, { isOwner: true }, other.ownerId);
    const dispatcher = sessionOf(company, { isDispatcher: true }, company.ownerId);
    for (const name of ["member.invite", "member.withdraw"] as const) {
      await expect(act(name, id, theirs)).rejects.toMatchObject({ status: 404 });
      await expect(act(name, id, dispatcher)).rejects.toMatchObject({ status: 403 });
    }
    expect(await member(id)).toEqual(before);
    expect(await queuedMails(db)).toHaveLength(mails);
    const twice = await signIn(company.driverUserId);
    await updateUser(db, company.driverUserId, { email }, NOW);
    expect(await refusal(await answer(token, { answer: "accept" }, twice))).toEqual([
      409,
      "This account is in the team already",
    ]);
    expect(await shown(token, twice)).not.toBeNull();
  });

  it("mails nobody without end", async () => {
    const id = await add();
    for (let sent = 1; sent < 5; sent += 1) await act("member.invite", id);
    await expect(act("member.invite", id)).rejects.toMatchObject({ status: 429, code: "invitation.too_many" });
    expect(await queuedMails(database().db)).toHaveLength(5);
  });
});
