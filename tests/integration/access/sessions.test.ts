import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { io } from "socket.io-client";
import type { Socket } from "socket.io-client";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { changePassword } from "~/auth/new-password.server";
import { clearedCookie } from "~/auth/session-cookie.server";
import { currentSession, openSession, requireCompany, signOut, switchCompany } from "~/auth/session.server";
import { useDatabase } from "~/db/database.server";
import { runHousekeeping } from "~/db/housekeeping.server";
import { updateMember } from "~/db/repositories/members.server";
import { endSessions } from "~/db/repositories/sessions.server";
import { getUserAcrossCompanies, setPassword, updateUser } from "~/db/repositories/users.server";
import { withTransaction } from "~/db/transaction.server";
import { addSeconds, epochSec } from "~/domain/time/utc-text";
import { removeTeamMember } from "~/features/team/commands/remove-member.server";
import { TEAM_ACTIONS } from "~/features/team/actions.server";
import type { CompanySession } from "~/auth/session.server";
import { submit } from "../../helpers/forms";
import type { Posted } from "../../helpers/forms";
import { tabOf } from "~/http/action.server";
import { inProcessPublisher } from "~/realtime/in-process-publisher.server";
import { publishChange, publishProgress, setPublisher } from "~/realtime/publisher.server";
import { startLiveServer } from "~/realtime/socket.server";
import { setServices } from "~/services/container.server";
import { createCompany, createMember, createUser, NOW } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { testServices } from "../../helpers/services";
import { sessionOf } from "../../helpers/sessions";

const editCourier = (session: CompanySession, id: number, fields: Posted) =>
  submit(TEAM_ACTIONS["member.update"], session, { ...fields, id: String(id) });

const DAY_SEC = 24 * 3600;

describe.each(databases())("sessions on %s", (kind) => {
  const database = useTestDatabase(kind);
  let nowMs = 0;
  let company: TestCompany;
  const later = (sec: number) => {
    nowMs += sec * 1000;
  };
  const requestWith = (cookie: string) =>
    new Request("http://localhost/platform/planning", { headers: { Cookie: cookie } });
  /** What the browser sends back. */
  const signIn = async (userId: number, before?: string, userAgent = "Test") => {
    const headers = new Headers({ "User-Agent": userAgent, ...(before ? { Cookie: before } : {}) });
    return (await openSession(await getUserAcrossCompanies(database().db, userId), headers)).split(";")[0]!;
  };
  const userOf = async (cookie: string) => (await currentSession(requestWith(cookie)))?.user.id ?? null;

  beforeEach(async () => {
    useDatabase(database().db);
    nowMs = epochSec(NOW) * 1000;
    setServices(testServices({ clock: { nowMs: () => nowMs } }));
    company = await createCompany(database().db);
  });
  afterEach(() => {
    useDatabase(undefined);
    setServices(undefined);
  });

  it("are made anew by every sign-in: another cookie, and the one before has ended", async () => {
    const first = await signIn(company.ownerId, undefined, `Phone ${"x".repeat(400)}`);
    const elsewhere = await signIn(company.ownerId);
    expect(elsewhere).not.toBe(first);
    expect([await userOf(first), await userOf(elsewhere)]).toEqual([company.ownerId, company.ownerId]);
    const again = await signIn(company.ownerId, first);
    expect([await userOf(first), await userOf(elsewhere), await userOf(again)]).toEqual([
      null,
      company.ownerId,
      company.ownerId,
    ]);
    const rows = await database().db("sessions").where({ user_id: company.ownerId });
    expect(rows).toHaveLength(2);
    expect(rows.every((row) => row.hash.length === 64 && !first.includes(row.hash))).toBe(true);
  });

  it("keep what the browser calls itself, cut to what the column holds, and end one by one or all", async () => {
    const { db } = database();
    const cookies = [
      await signIn(company.ownerId, undefined, `Phone ${"x".repeat(400)}`),
      await signIn(company.ownerId),
      await signIn(company.ownerId),
    ];
    const rows = await db("sessions").where({ user_id: company.ownerId }).orderBy("id", "desc");
    expect(rows.at(-1)?.user_agent).toHaveLength(255);
    const ids = await Promise.all(cookies.map(async (cookie) => (await currentSession(requestWith(cookie)))?.id));
    expect(await endSessions(db, company.driverUserId, { id: ids[0]! })).toBe(0);
    expect(await endSessions(db, company.ownerId, { id: ids[0]! })).toBe(1);
    expect(await Promise.all(cookies.map(userOf))).toEqual([null, company.ownerId, company.ownerId]);
    expect(await endSessions(db, company.ownerId, { exceptId: ids[2]! })).toBe(1);
    expect(await Promise.all(cookies.map(userOf))).toEqual([null, null, company.ownerId]);
  });

  it("end on the server when somebody signs out, and an unsigned or emptied cookie is none", async () => {
    const cookie = await signIn(company.ownerId);
    const answer = await signOut(requestWith(cookie));
    expect(answer.headers.get("Location")).toBe("/login?signedOut=1");
    expect(answer.headers.get("Clear-Site-Data")).toBe('"cache"');
    expect(answer.headers.get("Set-Cookie")).toMatch(/Max-Age=0/);
    expect(await userOf(cookie)).toBeNull();
    const other = await signIn(company.ownerId);
    expect(await userOf(other.replace(/\.[^.]*$/, ".forged"))).toBeNull();
    expect(await userOf((await clearedCookie()).split(";")[0]!)).toBeNull();
    expect(await userOf(other)).toBe(company.ownerId);
  });

  it("end after 30 days without use and after 90 in all; a use is written at most once a minute", async () => {
    const { db } = database();
    const idle = await signIn(company.ownerId);
    const used = await signIn(company.driverUserId);
    const row = () => db("sessions").where({ user_id: company.driverUserId }).first();
    later(59);
    expect(await userOf(used)).toBe(company.driverUserId);
    expect((await row())?.last_used_at).toBe(NOW);
    later(1);
    expect(await userOf(used)).toBe(company.driverUserId);
    expect((await row())?.last_used_at).toBe(addSeconds(NOW, 60));
    later(29 * DAY_SEC);
    expect(await userOf(used)).toBe(company.driverUserId);
    later(DAY_SEC - 60);
    expect([await userOf(idle), await userOf(used)]).toEqual([null, company.driverUserId]);
    for (let day = 31; day < 90; day += 1) {
      later(DAY_SEC);
      expect(await userOf(used)).toBe(company.driverUserId);
    }
    later(DAY_SEC);
    expect(await userOf(used)).toBeNull();
    expect(await db("sessions").where({ user_id: company.driverUserId })).toHaveLength(1);
    await runHousekeeping(db, addSeconds(NOW, 90 * DAY_SEC));
    expect(await db("sessions").whereIn("user_id", [company.ownerId, company.driverUserId])).toEqual([]);
  });

  it.each([
    ["a new password", (userId: number) => setPassword(database().db, userId, "argon", NOW)],
    ["a ban", (userId: number) => updateUser(database().db, userId, { status: "ban" }, NOW)],
    ["the account's removal", (userId: number) => updateUser(database().db, userId, { deleted_at: NOW }, NOW)],
  ])("end with %s", async (_what, change) => {
    const [theirs, others] = [await signIn(company.driverUserId), await signIn(company.ownerId)];
    expect(await userOf(theirs)).toBe(company.driverUserId);
    await change(company.driverUserId);
    expect([await userOf(theirs), await userOf(others)]).toEqual([null, company.ownerId]);
  });

  it("end when rights are taken in the company that they work for, and with nothing less", async () => {
    const { db } = database();
    const admin = sessionOf(company, { isOwner: true }, company.ownerId);
    const elsewhere = await createCompany(db);
    const fields = {
      name: "Dora",
      surname: "Driver",
      email: "",
      phone: "",
      status: "1",
      is_courier: "1",
      is_dispatcher: "0",
      is_admin: "0",
      password: "",
    };
    await createMember(db, elsewhere.companyId, { user_id: company.driverUserId, is_courier: 1 });
    const [here, there] = [await signIn(company.driverUserId), await signIn(company.driverUserId)];
    await switchCompany((await currentSession(requestWith(there)))!, elsewhere.companyId);
    await editCourier(admin, company.driverId, { ...fields, phone: "+4232345678" });
    expect(await userOf(here)).toBe(company.driverUserId);
    await editCourier(admin, company.driverId, { ...fields, is_dispatcher: "1" });
    expect(await userOf(here)).toBe(company.driverUserId);
    await editCourier(admin, company.driverId, { ...fields, is_dispatcher: "0" });
    expect([await userOf(here), await userOf(there)]).toEqual([null, company.driverUserId]);
    const userId = await createUser(db);
    const id = await createMember(db, company.companyId, { user_id: userId, is_courier: 1 });
    const last = await signIn(userId);
    await removeTeamMember(admin, id);
    expect(await userOf(last)).toBeNull();
  });

  it("work for one company each: a switch in one browser leaves the others where they are", async () => {
    const { db } = database();
    const second = await createCompany(db);
    await createMember(db, second.companyId, { user_id: company.ownerId, is_dispatcher: 1 });
    const [desk, phone] = [await signIn(company.ownerId), await signIn(company.ownerId)];
    const companyOf = async (cookie: string) => (await requireCompany(requestWith(cookie))).company.id;
    await expect(switchCompany((await currentSession(requestWith(desk)))!, 999_999)).rejects.toMatchObject({
      status: 404,
    });
    await switchCompany((await currentSession(requestWith(desk)))!, second.companyId);
    expect([await companyOf(desk), await companyOf(phone)]).toEqual([second.companyId, company.companyId]);
    expect(await companyOf(await signIn(company.ownerId))).toBe(second.companyId);
    const member = await db("company_members")
      .where({ company_id: second.companyId, user_id: company.ownerId })
      .first();
    await updateMember(db, second.companyId, member!.id, { status: 0 }, NOW);
    expect(await companyOf(desk)).toBe(company.companyId);
  });

  it("refuse who belongs to no company, by name", async () => {
    const cookie = await signIn(await createUser(database().db));
    await expect(requireCompany(requestWith(cookie))).rejects.toMatchObject({ code: "company.none", status: 403 });
    await expect(requireCompany(requestWith(""))).rejects.toMatchObject({ status: 302 });
  });

  describe("and their sockets", () => {
    const sockets: Socket[] = [];
    let url = "";
    let close: () => Promise<void>;

    beforeEach(async () => {
      const server = createServer();
      setPublisher(inProcessPublisher());
      const live = startLiveServer(server, "1", 50);
      await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      close = () => live.close();
    });
    afterEach(async () => {
      for (const socket of sockets.splice(0)) socket.close();
      await close();
      setPublisher(undefined);
    });

    /** @returns the socket, and how its opening ended */
    const connect = async (
      cookie: string,
      auth: object = {},
      hear: (event: string) => void = () => undefined,
    ): Promise<[Socket, string]> => {
      const socket = io(url, {
        path: "/platform/socket.io",
        transports: ["websocket"],
        auth,
        extraHeaders: { Cookie: cookie },
        reconnection: false,
        forceNew: true,
      });
      sockets.push(socket);
      socket.onAny(hear);
      return [
        socket,
        await new Promise<string>((done) => {
          socket.once("connect", () => done("open"));
          socket.once("connect_error", (error) => done(error.message));
        }),
      ];
    };
    const opening = async (cookie: string) => (await connect(cookie))[1];
    const closed = (socket: Socket) =>
      new Promise<string>((done) => socket.once("disconnect", (reason) => done(reason)));

    it("are refused without a session, after its end, and without a company", async () => {
      expect(await opening("")).toBe("not_authorized");
      expect(await opening(await signIn(await createUser(database().db)))).toBe("not_authorized");
      const cookie = await signIn(company.ownerId);
      expect(await opening(cookie)).toBe("open");
      await signOut(requestWith(cookie));
      expect(await opening(cookie)).toBe("not_authorized");
    });

    it.each([
      ["the sign-out", (cookie: string) => signOut(requestWith(cookie))],
      ["a new password", () => setPassword(database().db, company.driverUserId, "argon", NOW)],
      [
        "a password that was reset",
        () => withTransaction(database().db, (trx) => changePassword(trx, company.driverUserId, "argon")),
      ],
      [
        "an e-mail that has to be verified again",
        () => updateUser(database().db, company.driverUserId, { email_verified_at: null }, NOW),
      ],
      ["a ban", () => updateUser(database().db, company.driverUserId, { status: "ban" }, NOW)],
      [
        "the member's deactivation",
        () => updateMember(database().db, company.companyId, company.driverId, { status: 0 }, NOW),
      ],
      [
        "another role",
        () => updateMember(database().db, company.companyId, company.driverId, { is_dispatcher: 1 }, NOW),
      ],
    ])("are closed with %s; others stay", async (_what, change) => {
      const cookie = await signIn(company.driverUserId);
      const [theirs] = await connect(cookie);
      const [others] = await connect(await signIn(company.ownerId));
      const gone = closed(theirs);
      await change(cookie);
      expect(await gone).toBe("io server disconnect");
      expect(others.connected).toBe(true);
    });

    it.each([
      [
        "the company's deactivation",
        () => database().db("companies").where({ id: company.companyId }).update({ status: 0 }),
      ],
      ["the end of their time", () => Promise.resolve(later(31 * DAY_SEC))],
    ])("are closed with %s", async (_what, change) => {
      const [socket] = await connect(await signIn(company.driverUserId));
      const gone = closed(socket);
      await change();
      expect(await gone).toBe("io server disconnect");
    });

    it("of drivers hear nothing of the company's changes and calculations; those of dispatchers do", async () => {
      const [driver] = await connect(await signIn(company.driverUserId));
      const [owner] = await connect(await signIn(company.ownerId));
      const heard: string[] = [];
      driver.onAny((name: string) => heard.push(`driver: ${name}`));
      const progress = new Promise<void>((done) => owner.on("progress", () => done()));
      owner.onAny((name: string) => heard.push(`owner: ${name}`));
      publishChange(
        company.companyId,
        { model: "RoutingPlan", action: "update", ids: [company.planId] },
        `company:${company.companyId}`,
      );
      publishProgress(company.companyId, {
        queryId: 1,
        planId: company.planId,
        status: "running",
        share: 0.5,
        cost: 100,
        unassigned: 0,
      });
      await progress;
      expect(heard.filter((one) => !one.endsWith(": site"))).toEqual(["owner: change", "owner: progress"]);
    });

    it("leave out the tab that made a change; another user's tab still gets it, even if named", async () => {
      const heard: string[] = [];
      const colleagueId = await createUser(database().db);
      await createMember(database().db, company.companyId, { user_id: colleagueId, is_dispatcher: 1 });
      const listen = async (who: string, userId: number): Promise<Socket> => {
        const [socket] = await connect(await signIn(userId));
        socket.on("change", ({ ids }) => heard.push(`${who} ${ids}`));
        return socket;
      };
      const mine = await listen("mine", company.ownerId);
      const myOther = await listen("my other", company.ownerId);
      const colleagues = await listen("colleague's", colleagueId);
      const heardBy = (id: number) =>
        heard
          .filter((one) => one.endsWith(` ${id}`))
          .map((one) => one.slice(0, -String(id).length - 1))
          .sort();
      /** As an action does it with the form's field; the last news is for everybody, and comes after it. */
      const say = async (id: number, tab: string) => {
        publishChange(
          company.companyId,
          { model: "RoutingPlan", action: "update", ids: [id] },
          tabOf(sessionOf(company, {}, company.ownerId), { tab }),
        );
        publishChange(company.companyId, { model: "RoutingPlan", action: "update", ids: [id * 100] });
        await expect.poll(() => heardBy(id * 100)).toHaveLength(3);
        return heardBy(id);
      };
      expect(await say(1, mine.id!)).toEqual(["colleague's", "my other"]);
      expect(await say(2, myOther.id!)).toEqual(["colleague's", "mine"]);
      for (const [index, tab] of [
        colleagues.id!,
        "",
        `${colleagueId}:${colleagues.id}`,
        `../tab:${colleagueId}:${colleagues.id}`,
      ].entries()) {
        expect(await say(3 + index, tab), tab).toEqual(["colleague's", "mine", "my other"]);
      }
    });

    it("of a page that was made for another company are refused", async () => {
      const cookie = await signIn(company.ownerId);
      expect((await connect(cookie, { companyId: company.companyId }))[1]).toBe("open");
      expect((await connect(cookie, { companyId: company.companyId + 1 }))[1]).toBe("other_company");
    });

    it("are told when the person's companies have changed, and stay open; nobody else's are", async () => {
      const [socket] = await connect(await signIn(company.ownerId));
      const [driver] = await connect(await signIn(company.driverUserId));
      const told: string[] = [];
      for (const [who, one] of Object.entries({ owner: socket, driver })) one.on("companies", () => told.push(who));
      const { companyId } = await createCompany(database().db);
      await createMember(database().db, companyId, { user_id: company.ownerId, is_dispatcher: 1 });
      await expect.poll(() => told).toEqual(["owner"]);
      await database().db("companies").where({ id: companyId }).update({ title: "Another name" });
      await expect.poll(() => told).toEqual(["owner", "owner"]);
      expect([socket.connected, driver.connected]).toEqual([true, true]);
    });

    it("are told at once when the page was made before its person's companies changed", async () => {
      const cookie = await signIn(company.ownerId);
      const told: string[] = [];
      for (const companies of [`${company.companyId}`, `${company.companyId},${company.companyId + 1}`])
        await connect(cookie, { companies }, (event) => told.push(`${event} ${companies}`));
      await expect.poll(() => told).toContain(`companies ${company.companyId},${company.companyId + 1}`);
      expect(told).not.toContain(`companies ${company.companyId}`);
    });

    it("are closed with a switch of company, at once", async () => {
      const second = await createCompany(database().db);
      await createMember(database().db, second.companyId, { user_id: company.ownerId, is_dispatcher: 1 });
      const cookie = await signIn(company.ownerId);
      const [socket] = await connect(cookie);
      const gone = closed(socket);
      await switchCompany((await currentSession(requestWith(cookie)))!, second.companyId);
      expect(await gone).toBe("io server disconnect");
    });
  });
});
