import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openSession } from "~/auth/session.server";
import { latestPositions } from "~/db/repositories/positions.server";
import { softDelete } from "~/db/repositories/scoped.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { writePositions } from "~/features/driver/positions/position-writer.server";
import { sharePositions } from "~/features/driver/positions/share-positions.server";
import { epochSec } from "~/domain/time/utc-text";
import { COMPANY_HEADER } from "~/lib/page-stamp";
import type { PositionAnswer, SentPosition } from "~/lib/position-answer";
import { OWNER_HEADER } from "~/lib/report-answer";
import type { PositionEvent } from "~/realtime/events";
import { inProcessPublisher } from "~/realtime/in-process-publisher.server";
import { setPublisher } from "~/realtime/publisher.server";
import { createMember, createRoute, createUser } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { at, createRoad, forgetWorld, setWorld } from "./road";
import type { Road } from "./road";

/** seconds after 08:00, when the route was started */
const place = (sec: number, lat = 47.141, more: Partial<SentPosition> = {}): SentPosition => ({
  atSec: epochSec(at("08:00")) + sec,
  lat,
  lng: 9.52,
  ...more,
});

describe.each(databases())("where drivers are, sent to %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let road: Road;
  let cookie: string;
  let told: { companyId: number; events: PositionEvent[] }[];

  beforeEach(async () => {
    setWorld(db(), at("09:00"));
    road = await createRoad(db());
    cookie = await signIn(road.driverUserId);
    told = [];
    const publisher = inProcessPublisher();
    publisher.listen((message) => {
      if (message.kind === "positions") told.push(message);
    });
    setPublisher(publisher);
  });
  afterEach(forgetWorld);

  async function signIn(userId: number): Promise<string> {
    return (await openSession(await getUserAcrossCompanies(db(), userId), new Headers())).split(";")[0]!;
  }

  interface Sending {
    routeId?: number;
    cookie?: string;
    headers?: Record<string, string>;
  }
  async function sendBody(body: string, given: Sending = {}): Promise<[number, PositionAnswer]> {
    const { routeId = road.routeId } = given;
    const request = new Request(`http://localhost/platform/driver/position/${routeId}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Cookie: given.cookie ?? cookie, ...given.headers },
      body,
    });
    const answer = await sharePositions(request, { routeId: String(routeId) });
    return [answer.status, (await answer.json()) as PositionAnswer];
  }
  const send = (positions: readonly object[], given: Sending = {}) => sendBody(JSON.stringify({ positions }), given);

  const TAKEN: [number, PositionAnswer] = [200, { kind: "taken" }];
  const trail = async (routeId = road.routeId) =>
    (await db()("vehicle_positions").where({ route_id: routeId }).orderBy("taken_at")).map(({ taken_at, lat }) => [
      taken_at.slice(11),
      lat,
    ]);
  const latest = async () => (await latestPositions(db(), road.companyId, [road.routeId])).get(road.routeId);

  it("keeps the newest, and tells those who look", async () => {
    expect(await send([place(60, 47.15, { accuracyM: 7.6, headingDeg: 12.2, speedKmh: null })])).toEqual(TAKEN);
    expect(await latest()).toMatchObject({
      company_id: road.companyId,
      member_id: road.driverId,
      taken_at: at("08:01"),
      lat: 47.15,
      lng: 9.52,
      accuracy: 8,
      heading: 12,
      speed: null,
    });
    const event = { lat: 47.15, lng: 9.52, accuracyM: 8, headingDeg: 12, speedKmh: null, takenAt: at("08:01") };
    expect(told).toEqual([
      { kind: "positions", companyId: road.companyId, events: [{ routeId: road.routeId, ...event }] },
    ]);
  });

  it("stores what the way needs, also of a batch that comes late, comes twice, and has no order", async () => {
    const straight = Array.from({ length: 20 }, (_, nth) => place(60 + nth * 5, 47.15 + nth * 0.0005));
    expect(await send([...straight].reverse())).toEqual(TAKEN);
    expect(await trail()).toEqual([["08:01:00", 47.15]]);
    expect((await latest())?.taken_at).toBe(`${at("08:02").slice(0, 16)}:35`);
    await send(straight);
    expect(await trail()).toEqual([["08:01:00", 47.15]]);
    await send([place(600, 47.15)]);
    // The way turned there, and here it came from.
    await send([place(10, 47.2), place(400, 47.17)]);
    expect((await trail()).map(([time]) => time)).toEqual(["08:00:10", "08:01:00", "08:02:35", "08:06:40", "08:10:00"]);
    expect((await latest())?.taken_at).toBe(at("08:10"));
    // What is older than the newest is no news.
    expect(told.flatMap(({ events }) => events.map(({ takenAt }) => takenAt.slice(11)))).toEqual([
      "08:02:35",
      "08:10:00",
    ]);
  });

  it("goes on with a trail after a start of the server: the open line is in the database", async () => {
    for (let nth = 0; nth < 6; nth += 1) await send([place(60 + nth * 5, 47.15 + nth * 0.0005)]);
    const { line } = (await latest())!;
    expect(JSON.parse(line!)).toMatchObject({ from: { lat: 47.15 }, within: { south: expect.any(Number) } });
    await send([place(120, 47.15)]);
    expect((await trail()).map(([time]) => time)).toEqual(["08:01:00", "08:01:25"]);
  });

  it("takes the positions of a company's drivers together, and each once", async () => {
    const other = await createRoad(db());
    const otherCookie = await signIn(other.driverUserId);
    const batch = [place(60), place(65, 47.2), place(70, 47.141)];
    const all = [
      ...Array.from({ length: 8 }, () => send(batch)),
      send([place(62, 47.3)], { routeId: other.routeId, cookie: otherCookie }),
    ];
    for (const answer of await Promise.all(all)) expect(answer).toEqual(TAKEN);
    expect((await trail()).map(([time]) => time)).toEqual(["08:01:00", "08:01:05"]);
    expect(await trail(other.routeId)).toEqual([["08:01:02", 47.3]]);
    expect(told.map(({ companyId, events }) => [companyId, events.length]).sort()).toEqual([
      [road.companyId, 1],
      [other.companyId, 1],
    ]);
  });

  it("refuses those of a route that is removed meanwhile, and of no other route that is stored with it", async () => {
    const gone = await createRoute(db(), road.companyId, road.planId, { vehicle_id: road.vehicleId, status: 4 });
    const position = {
      ...{ atSec: epochSec(at("08:01")), lat: 47.15, lng: 9.52, memberId: road.driverId },
      ...{ accuracyM: null, headingDeg: null, speedKmh: null },
    };
    const both = Promise.allSettled(
      [gone, road.routeId].map((routeId) => writePositions(road.companyId, routeId, [position])),
    );
    await softDelete(db(), "routing_routes", road.companyId, [gone], at("09:00"));
    const [refused, taken] = await both;
    expect(refused).toMatchObject({ status: "rejected", reason: { status: 404 } });
    expect(taken!.status).toBe("fulfilled");
    expect([await trail(), await trail(gone)]).toEqual([[["08:01:00", 47.15]], []]);
  });

  it("passes over what says nothing of where the vehicle is, and keeps the one before", async () => {
    await send([place(60, 47.15, { accuracyM: 5 })]);
    told.length = 0;
    expect(await send([place(65, 47.9, { accuracyM: 45_000 })])).toEqual(TAKEN);
    expect(await send([place(70, 0, { lng: 0, accuracyM: 5 })])).toEqual(TAKEN);
    expect(await latest()).toMatchObject({ taken_at: at("08:01"), lat: 47.15 });
    expect([await trail(), told]).toEqual([[["08:01:00", 47.15]], []]);
  });

  it("passes over what is from the future, before the start, or more than two days old", async () => {
    await db()("routing_visits").where({ id: road.start }).update({ completed_at: "2026-11-20 08:00:00" });
    const days = (count: number) => -count * 24 * 3600;
    expect(await send([place(days(2) + 3599), place(days(4)), place(3611), place(10_000)])).toEqual(TAKEN);
    expect([await trail(), await latest(), told]).toEqual([[], undefined, []]);
    expect(await send([place(days(2) + 3600), place(3605, 47.2)])).toEqual(TAKEN);
    expect((await latest())?.taken_at).toBe(at("09:00"));
    await db()("routing_visits")
      .where({ id: road.start })
      .update({ completed_at: at("08:59") });
    expect(await send([place(3500, 47.4)])).toEqual(TAKEN);
    expect((await trail()).map(([, lat]) => lat)).not.toContain(47.4);
  });

  it.each([3, 5])("says that a route of status %i is not on the road", async (status) => {
    await db()("routing_routes").where({ id: road.routeId }).update({ status });
    expect(await send([place(60)])).toEqual([200, { kind: "over" }]);
    expect(await latest()).toBeUndefined();
  });

  it("takes what was driven before the end of a route that is completed, and nothing after it", async () => {
    await db()("routing_routes").where({ id: road.routeId }).update({ status: 5 });
    await db()("routing_visits")
      .where({ id: road.end })
      .update({ status: 4, completed_at: at("08:30") });
    expect(await send([place(60), place(1800, 47.2), place(1801, 47.3)])).toEqual([200, { kind: "over" }]);
    expect([await trail(), (await latest())?.taken_at]).toEqual([[["08:01:00", 47.141]], at("08:30")]);
  });

  it("takes what was driven before the day of a route that nobody finished ended, and nothing after it", async () => {
    // A day and a half after midnight in Vaduz.
    const end = Date.parse("2026-11-24T11:00:00Z") / 1000;
    const positions = [-1, 0, 1].map((sec) => ({ ...place(0, 47.2 + sec / 10), atSec: end + sec }));
    setWorld(db(), "2026-11-24 10:59:59");
    expect(await send(positions.slice(0, 1))).toEqual(TAKEN);
    setWorld(db(), "2026-11-24 11:00:05");
    expect(await send([place(60), ...positions.slice(1)])).toEqual([200, { kind: "over" }]);
    const stored = [
      ["08:01:00", 47.141],
      ["10:59:59", 47.1],
    ];
    expect([await trail(), (await latest())?.taken_at]).toEqual([stored, "2026-11-24 11:00:00"]);
  });

  it("takes none of dispatchers, other drivers and other companies, nor of a route that was taken back", async () => {
    const stranger = await createRoad(db());
    const member = async (rights: object) => {
      const user_id = await createUser(db());
      await createMember(db(), road.companyId, { ...rights, user_id });
      return { cookie: await signIn(user_id) };
    };
    const ask = async (given: Sending) => send([place(60)], given);
    const missing = [404, { kind: "refused", message: "Not found" }];
    expect(await ask(await member({ is_courier: 1 }))).toEqual(missing);
    expect(await ask(await member({ is_dispatcher: 1 }))).toEqual([
      403,
      { kind: "refused", message: "You have no access" },
    ]);
    expect(await ask({ cookie: await signIn(road.ownerId) })).toMatchObject([403, { kind: "refused" }]);
    const routeMissing = [404, { kind: "refused", message: "Route not found" }];
    expect(await ask({ routeId: stranger.routeId })).toEqual(routeMissing);
    expect(await ask({ routeId: 999_999 })).toEqual(routeMissing);
    await db()("routing_routes").where({ id: road.routeId }).update({ status: 2 });
    expect(await ask({})).toEqual(missing);
    expect([await latest(), told]).toEqual([undefined, []]);
  });

  it("says when the session has ended or is another user's, and when it works for another company", async () => {
    expect(await send([place(60)], { cookie: "" })).toEqual([401, { kind: "signed-out" }]);
    const header = (id: number) => ({ headers: { [COMPANY_HEADER]: String(id) } });
    expect(await send([place(60)], header(road.companyId + 1))).toEqual([409, { kind: "switched" }]);
    const ofOwner = (userId: number) => ({ headers: { [OWNER_HEADER]: `${road.companyId}.${userId}` } });
    expect(await send([place(60)], ofOwner(road.ownerId))).toEqual([401, { kind: "signed-out" }]);
    expect(await latest()).toBeUndefined();
    expect(await send([place(60)], ofOwner(road.driverUserId))).toEqual(TAKEN);
    expect(await send([place(60)], header(road.companyId))).toEqual(TAKEN);
  });

  it.each([
    ["no JSON", "positions"],
    ["no list", JSON.stringify({ positions: 7 })],
    ["none", JSON.stringify({ positions: [] })],
    ["61 of them", JSON.stringify({ positions: Array.from({ length: 61 }, (_, nth) => place(nth)) })],
    ["another field", JSON.stringify({ positions: [place(60, 47, { odd: 1 } as object)] })],
    ["no time", JSON.stringify({ positions: [{ lat: 47, lng: 9 }] })],
    ["half a second", JSON.stringify({ positions: [place(0.5)] })],
    ["a time beyond all", JSON.stringify({ positions: [{ atSec: 1e15, lat: 47, lng: 9 }] })],
    ["a place beyond the pole", JSON.stringify({ positions: [place(60, 90.1)] })],
    ["a text for a number", JSON.stringify({ positions: [{ ...place(60), lng: "9" }] })],
    ["a negative accuracy", JSON.stringify({ positions: [place(60, 47, { accuracyM: -1 })] })],
  ])("refuses %s and stores nothing", async (_what, body) => {
    const [status, answer] = await sendBody(body);
    expect([status, answer]).toEqual([
      expect.toBeOneOf([400, 422]),
      { kind: "refused", message: expect.stringMatching(/\w/) },
    ]);
    expect(await latest()).toBeUndefined();
  });

  it("lets a driver send 120 times a minute", async () => {
    // The other database has the same ids.
    setWorld(db(), at(kind === "sqlite" ? "10:00" : "11:00"));
    const answers = await Promise.all(Array.from({ length: 121 }, () => send([place(60)])));
    expect(answers.filter(([status]) => status === 200)).toHaveLength(120);
    expect(answers.filter(([status]) => status === 429)).toEqual([
      [429, { kind: "refused", message: expect.stringMatching(/wait \d+ seconds/) }],
    ]);
  });

  it("acknowledges nothing that could not be stored; the next ones are", async () => {
    const fault = vi.spyOn(console, "error").mockImplementation(() => undefined);
    await db().schema.renameTable("vehicle_positions", "elsewhere");
    const refused = await send([place(60)]);
    await db().schema.renameTable("elsewhere", "vehicle_positions");
    expect(refused).toMatchObject([500, { kind: "refused" }]);
    expect(fault).toHaveBeenCalled();
    fault.mockRestore();
    expect([await latest(), told]).toEqual([undefined, []]);
    expect(await send([place(60)])).toEqual(TAKEN);
    expect((await trail()).length).toBe(1);
  });
});
