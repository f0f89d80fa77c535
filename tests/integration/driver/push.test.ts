import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openSession, sessionFromCookie } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import { listSubscriptions } from "~/db/repositories/push.server";
import { endSessions } from "~/db/repositories/sessions.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { insertVisits } from "~/db/repositories/visits.server";
import { leaveTeam } from "~/features/accounts/commands/own-invitations.server";
import { DRIVER_ACTIONS } from "~/features/driver/actions.server";
import { markVisitDone } from "~/features/driver/commands/mark-visit-done.server";
import { Bursts, startPush } from "~/features/driver/push/start-push.server";
import { tellNews } from "~/features/driver/push/tell-news.server";
import { driverHomeAction } from "~/features/page-actions.server";
import { performAction } from "~/http/actions/perform-action.server";
import { OWNER_HEADER } from "~/lib/report-answer";
import { inProcessPublisher } from "~/realtime/in-process-publisher.server";
import { setPublisher } from "~/realtime/publisher.server";
import { setServices } from "~/services/container.server";
import { pushSender } from "~/services/push/push-sender.server";
import { VAPID_SEED_BYTES, vapidKeyOf } from "~/services/push/vapid";
import { createRoute, NOW } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { browserSubscription, startPushService } from "../../helpers/push-service";
import type { BrowserSubscription, PushService } from "../../helpers/push-service";
import { testRouting } from "../../helpers/routing";
import { testServices } from "../../helpers/services";
import { at, createRoad, forgetWorld, setWorld } from "./road";
import type { Road } from "./road";

const KEY = vapidKeyOf(Buffer.alloc(VAPID_SEED_BYTES, 1));

describe.each(databases())("what drivers' browsers are told, on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let service: PushService;
  let nowMs = 0;

  beforeAll(async () => void (service = await startPushService()));
  afterAll(() => service.close());
  beforeEach(() => {
    nowMs = Date.parse("2026-11-23T07:00:00Z");
    setWorld(db(), at("07:00"));
    const nowSec = () => Math.floor(nowMs / 1000);
    const push = pushSender({ key: () => KEY, contact: "mailto:a@b.example", nowSec, post: service.post });
    setServices(testServices({ clock: { nowMs: () => nowMs }, routing: testRouting(), push }));
    service.received.length = 0;
    service.status = 201;
  });
  afterEach(forgetWorld);

  async function signIn(road: Road): Promise<CompanySession> {
    const user = await getUserAcrossCompanies(db(), road.driverUserId);
    const cookie = (await openSession(user, new Headers())).split(";")[0]!;
    const session = (await sessionFromCookie(cookie))!;
    return { ...session, company: session.company! };
  }

  let browsers = 0;
  const newBrowser = () => browserSubscription(`https://push.example/send/${kind}-${(browsers += 1)}`);
  const subscribe = (session: CompanySession, { target }: BrowserSubscription) =>
    performAction(DRIVER_ACTIONS, session, "push.subscribe", target, {});

  /** A driver whose browser knows their approved route. */
  async function listening(routeStatus = 3) {
    const road = await createRoad(db(), { routeStatus });
    const session = await signIn(road);
    const browser = newBrowser();
    await subscribe(session, browser);
    const tell = async () => {
      service.received.length = 0;
      await tellNews(db(), road.companyId);
      return service.received.map(({ body }) => JSON.parse(browser.read(body)) as Record<string, string>);
    };
    const change = (values: object, index = 0) =>
      db()("routing_visits").where({ id: road.stops[index] }).update(values);
    const rows = () => db()("push_subscriptions").where({ company_id: road.companyId });
    return { road, session, browser, tell, change, rows };
  }

  it("is switched on by nobody's page but that of whoever is signed in", async () => {
    const road = await createRoad(db());
    const user = await getUserAcrossCompanies(db(), road.driverUserId);
    const cookie = (await openSession(user, new Headers())).split(";")[0]!;
    const press = (intent: string, owner: string) => {
      const fields = { intent, pageCompany: String(road.companyId), ...newBrowser().target };
      const headers = { Cookie: cookie, Accept: "application/json", [OWNER_HEADER]: owner };
      const address = "http://localhost/platform/driver?index&_data=routes/driver._index";
      const request = new Request(address, { method: "POST", headers, body: new URLSearchParams(fields) });
      return driverHomeAction({ request, params: {} }).catch((answer: Response) => answer);
    };
    const subscriptions = () => listSubscriptions(db(), road.companyId, at("07:00"));
    const [own, other] = [user.id, user.id + 1].map((id) => `${road.companyId}.${id}`) as [string, string];
    expect((await press("push.subscribe", other)).status).toBe(302);
    expect(await subscriptions()).toEqual([]);
    expect((await press("push.subscribe", own)).status).toBe(200);
    expect((await press("push.unsubscribe", other)).status).toBe(302);
    expect(await subscriptions()).toHaveLength(1);
  });

  it("is nothing about what was on the list already", async () => {
    const { tell } = await listening();
    expect(await tell()).toEqual([]);
  });

  it("is a new route, once, so that nobody but the browser can read it", async () => {
    const { road, tell } = await listening();
    const { companyId, planId, driverId } = road;
    const routeId = await createRoute(db(), companyId, planId, { driver_id: driverId, status: 2 });
    expect(await tell(), "not approved").toEqual([]);
    await db()("routing_routes").where({ id: routeId }).update({ status: 3 });
    expect(await tell()).toEqual([
      {
        title: "You have a new route",
        body: expect.stringMatching(/^Mon 23 Nov · .+ · 0 stops$/) as string,
        path: `/platform/driver/route/${routeId}`,
      },
    ]);
    const [{ headers, body } = { headers: {}, body: Buffer.of() }] = service.received;
    expect(headers).toMatchObject({
      "content-encoding": "aes128gcm",
      ttl: "43200",
      urgency: "high",
      authorization: expect.stringMatching(/^vapid t=[\w.-]+, k=/) as string,
      topic: expect.stringMatching(/^[\w-]{32}$/) as string,
    });
    expect(body.includes("route")).toBe(false);
    expect(await tell()).toEqual([]);
  });

  it("is one message for a burst of changes, and none for the driver's own reports", async () => {
    const { road, session, tell, change } = await listening(4);
    await change({ delivery_note: "Ring twice" }, 0);
    await change({ delivery_note: "Behind the house" }, 1);
    await insertVisits(
      db(),
      road.companyId,
      [{ plan_id: road.planId, route_id: road.routeId, name: "Stop D", status: 3, position: 4, lat: 47.2, lng: 9.5 }],
      NOW,
    );
    expect((await tell()).map(({ body }) => body)).toEqual([
      expect.stringMatching(/: 1 stop added, 2 stops changed$/) as string,
    ]);
    nowMs = Date.parse("2026-11-23T08:30:00Z");
    // The second of the stops, out of turn.
    await markVisitDone(session, { visitId: road.stops[1], confirmed: true });
    expect(await tell()).toEqual([]);
    await db()("routing_visits").where({ id: road.stops[2] }).update({ route_id: null, status: 1 });
    expect((await tell()).map(({ body }) => body)).toEqual([expect.stringMatching(/: 1 stop removed$/) as string]);
  });

  it("is that a route was taken back, and nothing when its day is over", async () => {
    const { road, tell } = await listening();
    await db()("routing_routes").where({ id: road.routeId }).update({ status: 2 });
    expect(await tell()).toEqual([
      { title: "A route was taken back", body: expect.any(String) as string, path: "/platform/driver" },
    ]);
    await db()("routing_routes").where({ id: road.routeId }).update({ status: 3 });
    expect((await tell()).map(({ title }) => title)).toEqual(["You have a new route"]);
    nowMs += 3 * 24 * 3600_000;
    expect(await tell()).toEqual([]);
  });

  it("is tried again later with what is true by then, and given up in the end", async () => {
    const { tell, change } = await listening();
    vi.spyOn(console, "warn").mockReturnValue();
    service.status = 503;
    await change({ delivery_note: "One" });
    expect(await tell()).toHaveLength(1);
    expect(await tell(), "not before its time").toHaveLength(0);
    service.status = 201;
    await change({ delivery_note: "Two" }, 1);
    nowMs += 61_000;
    expect((await tell()).map(({ body }) => body)).toEqual([expect.stringMatching(/: 2 stops changed$/) as string]);
    expect(await tell()).toEqual([]);

    service.status = 503;
    await change({ delivery_note: "Three" });
    let tries = 0;
    for (let hour = 0; hour < 12; hour += 1) {
      tries += (await tell()).length;
      nowMs += 3600_000;
    }
    expect(tries).toBe(5);
    service.status = 201;
    expect(await tell()).toEqual([]);
    vi.restoreAllMocks();
  });

  it("is sent once by two processes at the same time", async () => {
    const { road, change } = await listening();
    await change({ delivery_note: "Twice?" });
    await Promise.all([tellNews(db(), road.companyId), tellNews(db(), road.companyId)]);
    expect(service.received).toHaveLength(1);
  });

  it.each([404, 410])("ends when the push service answers with %d", async (status) => {
    const { tell, change, rows } = await listening();
    service.status = status;
    await change({ delivery_note: "Gone" });
    expect(await tell()).toHaveLength(1);
    expect(await rows()).toEqual([]);
    await change({ delivery_note: "Gone again" });
    expect(await tell()).toEqual([]);
  });

  it("ends with the tap, with the session, and with the right to drive", async () => {
    const off = await listening();
    await performAction(DRIVER_ACTIONS, off.session, "push.unsubscribe", {}, {});
    expect(await off.rows()).toEqual([]);

    const out = await listening();
    await endSessions(db(), out.road.driverUserId, { id: out.session.id! });
    expect(await out.rows()).toEqual([]);

    const dismissed = await listening();
    const of = (road: Road) => listSubscriptions(db(), road.companyId, at("07:00"));
    expect(await of(dismissed.road)).toHaveLength(1);
    await db()("company_members").where({ id: dismissed.road.driverId }).update({ is_courier: 0 });
    expect(await of(dismissed.road)).toEqual([]);
    await db()("company_members").where({ id: dismissed.road.driverId }).update({ is_courier: 1 });
    await db()("users").where({ id: dismissed.road.driverUserId }).update({ session_version: 7 });
    expect(await of(dismissed.road)).toEqual([]);
  });

  it("ends with the driver's place in the team, and is for companies that work alone", async () => {
    const { road, rows } = await listening();
    const listed = () => listSubscriptions(db(), road.companyId, at("07:00"));
    const setMember = (values: object) => db()("company_members").where({ id: road.driverId }).update(values);
    const setCompany = (values: object) => db()("companies").where({ id: road.companyId }).update(values);
    for (const [set, closed, open] of [
      [setMember, { invitation_type: 2 }, { invitation_type: 1 }],
      [setCompany, { status: 0 }, { status: 1 }],
      [setCompany, { deleted_at: at("07:00") }, { deleted_at: null }],
    ] as const) {
      await set(closed);
      expect(await listed()).toEqual([]);
      await set(open);
      expect(await listed()).toHaveLength(1);
    }
    const { email } = await getUserAcrossCompanies(db(), road.driverUserId);
    await leaveTeam({ userId: road.driverUserId, email }, road.companyId);
    expect(await rows()).toEqual([]);
  });

  it("goes to five browsers of a driver at most, to each once, and an address has one owner", async () => {
    const { road, session, rows } = await listening();
    const again = newBrowser();
    await subscribe(session, again);
    await subscribe(session, again);
    expect(
      (await rows()).map(({ endpoint }) => endpoint),
      "one for each session",
    ).toEqual([again.target.endpoint]);
    for (let more = 0; more < 6; more += 1) await subscribe(await signIn(road), newBrowser());
    expect(await rows()).toHaveLength(5);
    const other = await listening();
    await subscribe(other.session, (() => again)());
    const owners = await db()("push_subscriptions").where({ endpoint: again.target.endpoint });
    expect(owners.map(({ company_id }) => company_id)).toEqual([other.road.companyId]);
  });

  it.each([
    ["http://push.example/1"],
    ["https://127.0.0.1/1"],
    ["https://[::1]/1"],
    ["https://localhost/1"],
    ["https://2130706433/1"],
    ["https://a:b@push.example/1"],
    [`https://push.example/${"x".repeat(1000)}`],
    ["no address"],
  ])("is nothing for %s: nothing is stored", async (endpoint) => {
    const road = await createRoad(db());
    const { target } = browserSubscription(endpoint);
    await expect(
      performAction(DRIVER_ACTIONS, await signIn(road), "push.subscribe", { ...target, endpoint }, {}),
    ).rejects.toThrow("This is no address of a push service");
    expect(await db()("push_subscriptions").where({ company_id: road.companyId })).toEqual([]);
  });

  it("is looked for when changes have come to rest", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    setPublisher(inProcessPublisher());
    const { browser, change, tell } = await listening();
    await tell();
    const rounds = startPush();
    await change({ delivery_note: "By the job" });
    service.received.length = 0;
    await vi.advanceTimersByTimeAsync(1_500);
    vi.useRealTimers();
    // What happened before the start is told at once.
    // The job looks after all companies: those of the tests before may hear something, too.
    const { pathname } = new URL(browser.target.endpoint);
    const messages = () => service.received.filter(({ path }) => path === pathname);
    await vi.waitFor(() => expect(messages()).toHaveLength(1), { timeout: 60_000 });
    await rounds.stop();
    expect(messages()).toHaveLength(1);
    setPublisher(undefined);
  });
});

describe("a burst of changes", () => {
  it("is over ten seconds after the last one, and after a minute in any case", () => {
    const bursts = new Bursts();
    bursts.note(1, 0);
    bursts.note(2, 0);
    bursts.note(1, 9_000);
    expect([bursts.take(9_999), bursts.has(2)]).toEqual([[], true]);
    expect([bursts.take(10_000), bursts.has(2)]).toEqual([[2], false]);
    for (let at = 18_000; at < 60_000; at += 9_000) bursts.note(1, at);
    expect(bursts.take(59_999)).toEqual([]);
    expect(bursts.take(60_000)).toEqual([1]);
    expect(bursts.take(200_000)).toEqual([]);
  });
});
