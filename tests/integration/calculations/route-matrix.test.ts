import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { REGISTRY } from "~/features/actions.server";
import type { RouteMatrixAnswer } from "~/features/calculations/route-matrix";
import { performAction } from "~/http/actions/perform-action.server";
import { setServices } from "~/services/container.server";
import { osrmServer, planeLeg } from "../../fixtures/roads/routing-servers";
import type { RoutingServer } from "../../fixtures/roads/routing-servers";
import { systemClock } from "~/services/clock";
import { databases, useTestDatabase } from "../../helpers/databases";
import { straightLeg, testRouting } from "../../helpers/routing";
import { testServices } from "../../helpers/services";
import { sessionOf } from "../../helpers/sessions";
import { createDesk, forgetWorld, setWorld } from "../planning/desk";
import type { Desk } from "../planning/desk";

const [a, b, depot] = [
  { lat: 1, lng: 1 },
  { lat: 2, lng: 3 },
  { lat: 5, lng: 5 },
];
/** North of 80° there is no road; east of 100° none leads back. */
const summit = { lat: 81, lng: 1 };
const island = { lat: 1, lng: 101 };

describe.each(databases())("route-matrix on %s", (kind) => {
  const database = useTestDatabase(kind);
  let desk: Desk;
  let server: RoutingServer;
  beforeAll(async () => {
    setWorld(database().db);
    desk = await createDesk(database().db);
    server = await osrmServer();
  });
  afterEach(() => setServices(testServices({ routing: testRouting() })));
  afterAll(async () => {
    await server.close();
    forgetWorld();
  });

  const ask = (input: object, roads = true) => {
    setServices(testServices({ clock: systemClock, routing: testRouting(roads ? { osrmUrl: server.url } : {}) }));
    const session = sessionOf(desk, { isDispatcher: true }, desk.ownerId);
    return performAction(REGISTRY, session, "route-matrix", input) as Promise<RouteMatrixAnswer>;
  };
  const fleet = (entry: object = {}) => ({ 7: { vehicle_id: 3, shift_start: 0, start_location: depot, ...entry } });
  const visits = (...places: object[]) =>
    Object.fromEntries(places.map((place, index) => [String(index + 1), { type: "D", duration: 300, ...place }]));

  it("answers seconds and metres of all pairs, with each record's place", async () => {
    const beside = { lat: a.lat + 0.00005, lng: a.lng };
    const input = {
      company_id: desk.companyId,
      country_id: 0,
      options: { polylines: true, solving_time: 10, avoid_tolls: true },
      fleet: fleet({ end_location: a }),
      visits: visits(a, b, beside, b),
      base: { plan_id: 1 },
    };
    const { tables, ...answer } = await ask(input);
    expect(answer).toEqual({
      places: [a, b, beside, depot, a],
      visits: { 1: 0, 2: 1, 3: 2, 4: 1 },
      starts: { 7: 3 },
      ends: { 7: 4 },
    });
    const all = [a, b, beside, depot, a];
    expect(tables).toEqual([
      {
        ...{ profile: "car", width: null, height: null, weight: null, engine: "osrm", note: null, estimated_pairs: 0 },
        durations: all.map((from) => all.map((to) => planeLeg(from, to).seconds)),
        distances: all.map((from) => all.map((to) => planeLeg(from, to).metres)),
      },
    ]);
  });

  it("has a table for each kind of vehicle, and for a car without any", async () => {
    const lorry = { profile: "truck", weight: 7.5, start_location: depot };
    const { tables } = await ask({ visits: visits(a, b), fleet: { ...fleet(), 8: lorry } });
    expect(tables.map(({ profile, weight }) => [profile, weight])).toEqual([
      ["car", null],
      ["truck", 7.5],
    ]);
    expect((await ask({ visits: visits(a, b) })).tables).toMatchObject([{ profile: "car" }]);
  });

  it("says that no road leads somewhere, and how many pairs are estimates", async () => {
    const [roads] = (await ask({ visits: visits(a, island) })).tables;
    expect(roads).toMatchObject({
      engine: "osrm",
      durations: [
        [0, expect.any(Number)],
        [null, 0],
      ],
    });
    const places = [a, b, summit];
    const [lines] = (await ask({ visits: visits(...places) }, false)).tables;
    expect(lines).toMatchObject({ engine: "straight", estimated_pairs: 6 });
    expect(lines!.distances[0]![1]).toBe(straightLeg(a, b).distanceM);
  });

  it.each([
    [{}, 422, "The input has no places: neither visits nor vehicles."],
    [
      { visits: visits(...Array.from({ length: 501 }, (_, index) => ({ lat: index / 10, lng: 1 }))) },
      422,
      "501 places are too many for one request: at most 500.",
    ],
    [
      {
        visits: visits(...Array.from({ length: 353 }, (_, index) => ({ lat: index / 10, lng: 1 }))),
        fleet: { ...fleet(), 8: { profile: "truck", start_location: depot } },
      },
      422,
      "354 places for 2 kinds of vehicles are too many for one request: at most 353.",
    ],
    [{ visits: visits(a), company_id: 999_999 }, 404, "Company not found"],
  ])("refuses %#", async (input, status, message) => {
    await expect(ask(input)).rejects.toMatchObject({ status, message });
  });

  it("names the field that is wrong", async () => {
    await expect(ask({ visits: visits({ lat: 91, lng: 0 }) })).rejects.toMatchObject({
      issues: [{ path: ["visits", "1", "lat"] }],
    });
    const many = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [String(index + 1), a]));
    await expect(ask({ visits: many })).rejects.toMatchObject({
      issues: [{ path: ["visits"], message: "At most 1000 visits" }],
    });
  });
});
