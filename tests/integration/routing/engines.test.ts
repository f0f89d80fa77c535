import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { NO_WAY } from "~/services/routing/engine";
import type { Place } from "~/services/routing/engine";
import type { Routing } from "~/services/routing/routing.server";
import { osrmServer, planeLeg, valhallaServer } from "../../fixtures/roads/routing-servers";
import type { Fault, RoutingServer } from "../../fixtures/roads/routing-servers";
import { CAR, NOBODY, testRouting } from "../../helpers/routing";

const ends: (() => Promise<unknown>)[] = [];
beforeEach(() => {
  // why: an engine that fails is logged for the operator too
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  vi.restoreAllMocks();
});

const [a, b, c] = [
  { lat: 1, lng: 1 },
  { lat: 2, lng: 3 },
  { lat: 5, lng: 5 },
] as const;
const summit: Place = { lat: 81, lng: 1 };
const island: Place = { lat: 1, lng: 101 };

const kinds = [
  ["OSRM", osrmServer, "osrmUrl", "OSRM (OSRM_URL)"],
  ["Valhalla over HTTP", valhallaServer, "valhallaUrl", "Valhalla (VALHALLA_URL)"],
  ["an older Valhalla", () => valhallaServer({ verbose: true }), "valhallaUrl", "Valhalla (VALHALLA_URL)"],
] as const;

describe.each(kinds)("%s", (_name, start, option, label) => {
  let server: RoutingServer;
  let routing: Routing;
  beforeEach(async () => {
    server = await start();
    ends.push(server.close);
    routing = testRouting({ [option]: server.url });
  });

  const secondsOf = async (places: readonly Place[]) => {
    const { matrix } = await routing.matrix(places, CAR);
    return Array.from({ length: places.length }, (_, row) => [
      ...matrix.durationsSec.slice(row * places.length, (row + 1) * places.length),
    ]);
  };

  it("gives whole seconds and metres of every pair, and says who made them", async () => {
    const { matrix, engine, note, covers } = await routing.matrix([a, b, c], CAR);
    const [ab, ac, bc] = [planeLeg(a, b), planeLeg(a, c), planeLeg(b, c)];
    expect([...matrix.durationsSec]).toEqual([
      ...[0, ab.seconds, ac.seconds],
      ...[ab.seconds, 0, bc.seconds],
      ...[ac.seconds, bc.seconds, 0],
    ]);
    expect(matrix.distancesM[1]).toBe(ab.metres);
    expect([engine, note, covers(a)]).toEqual([option === "osrmUrl" ? "osrm" : "valhalla", null, true]);
  });

  it("is asked in blocks within its limits, and for nothing twice", async () => {
    const places = Array.from({ length: 120 }, (_, index) => ({ lat: 1 + index / 100, lng: 2 }));
    const { matrix } = await routing.matrix([...places, places[0]!], CAR);
    expect(server.asked.filter((line) => /table|sources_to_targets/.test(line))).toHaveLength(9);
    expect(matrix.durationsSec[119]).toBe(planeLeg(places[0]!, places[119]!).seconds);
    // The last place is the first one again.
    expect(matrix.durationsSec[120 * 121]).toBe(0);
    expect(matrix.durationsSec[120]).toBe(0);
  });

  it("has no way from and to a place without a road, and everything else all the same", async () => {
    expect(await secondsOf([a, summit, b])).toEqual([
      [0, NO_WAY, planeLeg(a, b).seconds],
      [NO_WAY, 0, NO_WAY],
      [planeLeg(a, b).seconds, NO_WAY, 0],
    ]);
  });

  it("has no way back where none leads", async () => {
    const { seconds } = planeLeg(a, island);
    expect(await secondsOf([a, island])).toEqual([
      [0, seconds],
      [NO_WAY, 0],
    ]);
  });

  it("gives the legs of a route with their lines; one without a way is an estimate", async () => {
    const { legs } = await routing.legs([a, b, island, c], CAR);
    expect(legs.map(({ isEstimate }) => isEstimate)).toEqual([false, false, true]);
    expect(legs[0]).toMatchObject({ durationSec: planeLeg(a, b).seconds, distanceM: planeLeg(a, b).metres });
    expect(legs[0]!.line!.length).toBeGreaterThan(0);
    expect(legs[2]!.line).toBeNull();
  });

  // Servers are asked in one way, with seconds between attempts: once is enough.
  const isFirst = start === osrmServer;
  it.runIf(isFirst).each(["500", "garbage", "hangs up"] as const)("is asked again after %s", async (fault) => {
    server.fail(fault, 2);
    expect(await secondsOf([a, b])).toEqual([
      [0, planeLeg(a, b).seconds],
      [planeLeg(a, b).seconds, 0],
    ]);
  });

  it.each<Fault>(isFirst ? ["500", "garbage", "wrong size", "no table", "hangs up"] : ["wrong size", "no table"])(
    "is named when it gives no table (%s), and estimates stand in for all of it",
    async (fault) => {
      server.fail(fault);
      const { engine, note, matrix, covers } = await routing.matrix([a, b], CAR);
      expect(engine).toBe("straight");
      expect(note).toContain(fault === "wrong size" || fault === "no table" ? label.split(" ")[0] : label);
      expect(covers(a)).toBe(false);
      expect(matrix.durationsSec[1]).toBe(routing.estimates([a, b], CAR)[0]!.durationSec);
    },
  );

  it("stops when the calculation was given up", async () => {
    await expect(routing.matrix([a, b], CAR, { signal: AbortSignal.abort() })).rejects.toThrow();
  });
});

describe("with two engines", () => {
  it("the preferred one is asked, and the other one when it does not answer", async () => {
    const [osrm, valhalla] = [await osrmServer(), await valhallaServer()];
    ends.push(osrm.close, valhalla.close);
    const routing = testRouting({ osrmUrl: osrm.url, valhallaUrl: valhalla.url });
    expect((await routing.matrix([a, b], CAR)).engine).toBe("osrm");
    expect((await routing.matrix([a, b], CAR, { router: "valhalla" })).engine).toBe("valhalla");
    osrm.fail("500");
    expect(await routing.matrix([a, b], CAR)).toMatchObject({
      engine: "valhalla",
      note: "OSRM (OSRM_URL) failed with status 500.",
    });
    expect(await testRouting({ osrmUrl: NOBODY }).matrix([a, b], CAR)).toMatchObject({
      engine: "straight",
      note: "OSRM (OSRM_URL) does not answer.",
    });
  });
});
