import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { io } from "socket.io-client";
import type { Socket } from "socket.io-client";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { changePassword } from "~/auth/new-password.server";
import { currentSession, openSession, signOut, switchCompany } from "~/auth/session.server";
import { useDatabase } from "~/db/database.server";
import { updateMember } from "~/db/repositories/members.server";
import { getUserAcrossCompanies, setPassword, updateUser } from "~/db/repositories/users.server";
import { withTransaction } from "~/db/transaction.server";
import { epochSec } from "~/domain/time/utc-text";
import { inProcessPublisher } from "~/realtime/in-process-publisher.server";
import { publishChange, publishProgress, setPublisher } from "~/realtime/publisher.server";
import { startLiveServer } from "~/realtime/socket.server";
import { setServices } from "~/services/container.server";
import { tabOf } from "~/http/action.server";
import { pause } from "~/lib/pause";
import { createCompany, createMember, createUser, NOW } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { testServices } from "../../helpers/services";
import { sessionOf } from "../../helpers/sessions";

const DAY_SEC = 24 * 3600;

describe.each(databases())("sockets on %s", (kind) => {
  const database = useTestDatabase(kind);
  let nowMs = 0;
  let company: TestCompany;
  const later = (sec: number) => {
    nowMs += sec * 1000;
  };
  const requestWith = (cookie: string) =>
    new Request("http://localhost/platform/planning", { headers: { Cookie: cookie } });
  /** What the browser sends back. */
  const signIn = async (userId: number) =>
    (await openSession(await getUserAcrossCompanies(database().db, userId), new Headers())).split(";")[0]!;

  const sockets: Socket[] = [];
  let url = "";
  /** the newest, whichever process took it */
  let announcement = 0;
  let close: () => Promise<void>;

  beforeEach(async () => {
    useDatabase(database().db);
    nowMs = epochSec(NOW) * 1000;
    setServices(testServices({ clock: { nowMs: () => nowMs } }));
    company = await createCompany(database().db);
    const server = createServer();
    setPublisher(inProcessPublisher());
    announcement = 3;
    const live = startLiveServer(server, "1", 50, () => Promise.resolve(announcement));
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    close = () => live.close();
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.close();
    await close();
    setPublisher(undefined);
    useDatabase(undefined);
    setServices(undefined);
  });

  /** @returns the socket, and how its opening ended */
  const connect = async (
    cookie: string,
    auth: object = {},
    hear: (event: string) => void = () => undefined,
    headers: Record<string, string> = {},
  ): Promise<[Socket, string]> => {
    const socket = io(url, {
      path: "/platform/socket.io",
      transports: ["websocket"],
      auth,
      extraHeaders: { Cookie: cookie, ...headers },
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
  const closed = (socket: Socket) => new Promise<string>((done) => socket.once("disconnect", (reason) => done(reason)));

  it("hear of an upgrade that another process has announced, and of none that was announced before", async () => {
    const heard: string[] = [];
    const known: number[] = [];
    const [socket] = await connect(await signIn(company.ownerId));
    socket.on("site", (version: string) => void heard.push(version));
    socket.on("announced", (id: number) => void known.push(id));
    await pause(150);
    expect(heard.filter((version) => version !== "1")).toEqual([]);
    announcement = 4;
    await expect.poll(() => heard).toContain("announced-4");
    await pause(150);
    expect(heard.filter((version) => version === "announced-4")).toHaveLength(1);
    // A page whose line was cut meanwhile compares.
    socket.disconnect().connect();
    await expect.poll(() => known.at(-1)).toBe(4);
  });

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
    ["another role", () => updateMember(database().db, company.companyId, company.driverId, { is_dispatcher: 1 }, NOW)],
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

  // @spec AA-7.41 PC-7.49
  // @spec AA-7.27
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

  // @spec PC-4.102
  // @spec AA-4.23
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

  // @spec AA-4.22
  // @spec PC-7.48
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

  it("are opened by no page of another site, though its browser sends the cookie", async () => {
    const cookie = await signIn(company.ownerId);
    const from = async (origin: string) => (await connect(cookie, {}, undefined, { Origin: origin }))[1];
    expect(await from(url)).toBe("open");
    for (const origin of ["https://evil.example", `${url}0`, `http://evil.${url.slice("http://".length)}`, "null"])
      expect(await from(origin), origin).toBe("websocket error");
  });

  it("are closed when they send more than a page of ours says", async () => {
    const [socket] = await connect(await signIn(company.ownerId));
    socket.emit("anything", "x".repeat(9_000));
    const [other] = await connect(await signIn(company.ownerId));
    const gone = closed(other);
    other.emit("anything", "x".repeat(11_000));
    expect(await gone).toBe("transport close");
    expect(socket.connected).toBe(true);
  });
});
