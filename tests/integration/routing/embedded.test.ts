import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import XLSX from "xlsx";
import { regionsIn } from "~/services/roads/regions.server";
import { NO_WAY } from "~/services/routing/engine";
import type { Place } from "~/services/routing/engine";
import type { Routing } from "~/services/routing/routing.server";
import { algorithmFor } from "~/services/routing/valhalla/embedded-engine.server";
import { townPlace } from "../../fixtures/roads/make-extract";
import { builtRegion, hasLiechtenstein, LIECHTENSTEIN, testEngine } from "../../helpers/roads";
import type { BuiltRegion } from "../../helpers/roads";
import { CAR, straightLeg, testRouting } from "../../helpers/routing";

const engine = await testEngine();

const routingOf = ({ dataDir }: BuiltRegion): Routing =>
  testRouting({ dataDir, regions: regionsIn(dataDir), actors: 2 });

/** From all places to a few of them, as where places are added, and where vehicles end. */
async function sameInColumns(routing: Routing, places: readonly Place[]): Promise<void> {
  const { matrix } = await routing.matrix(places, CAR);
  const size = places.length;
  const [road] = routing.roadEngines(places);
  const columns = [3, 9, 14];
  const { block: ask } = road!.tableOf(places, CAR);
  const { block: askNear } = road!.nearOf(CAR);
  for (const question of [ask, askNear]) {
    const block = await question(
      places,
      columns.map((column) => places[column]!),
    );
    const isNear = question === askNear;
    const off = places.flatMap((_, row) =>
      columns.flatMap((column, at) => {
        const [found, known] = [block.durationsSec[row * 3 + at]!, matrix.durationsSec[row * size + column]!];
        return row !== column && Math.abs(found - known) > 5 ? [{ row, column, found, known }] : [];
      }),
    );
    // The search from both sides finds a slightly longer way now and then.
    expect(off.length, JSON.stringify(off)).toBeLessThanOrEqual(isNear ? 0.02 * size * columns.length : 0);
    for (const { found, known } of off) expect(found / known).toBeLessThan(1.1);
  }
}

describe.skipIf(engine === null)("the embedded Valhalla in the made-up town", () => {
  let town: BuiltRegion;
  let routing: Routing;
  beforeAll(async () => {
    town = await builtRegion(engine!);
    routing = routingOf(town);
  });
  afterAll(async () => {
    await routing.close();
    town.remove();
  });

  const far = { lat: 50.4, lng: 30.5 };
  const [west, middle, east] = [townPlace(-500, 0), townPlace(0, 0), townPlace(500, 0)];
  const secondsOf = async (places: readonly Place[], mode = CAR) =>
    (await routing.matrix(places, mode)).matrix.durationsSec;
  const metresOf = async (places: readonly Place[], mode = CAR) =>
    (await routing.matrix(places, mode)).matrix.distancesM;

  it("measures along the streets", async () => {
    const { matrix, engine: name, note } = await routing.matrix([west, middle, east], CAR);
    expect([name, note]).toEqual(["valhalla", null]);
    expect(matrix.distancesM[1]).toBeGreaterThan(480);
    expect(matrix.distancesM[1]).toBeLessThan(520);
    expect(matrix.distancesM[2]).toBeGreaterThan(980);
    expect(matrix.durationsSec[2]).toBeGreaterThan(matrix.durationsSec[1]!);
  });

  it("keeps to one-way streets: the way back is another one", async () => {
    const metres = await metresOf([townPlace(-100, 200), townPlace(100, 200)]);
    expect(metres[1]).toBeLessThan(220);
    expect(metres[2]).toBeGreaterThan(600);
  });

  it("leads high trucks around what is too low", async () => {
    const truck = { ...CAR, profile: "truck" as const };
    const under = [townPlace(-200, 120), townPlace(-200, -320)];
    const low = await metresOf(under, { ...truck, heightM: 2.2 });
    expect((await metresOf(under, { ...truck, heightM: 3.8 }))[1]).toBeGreaterThan(low[1]! + 300);
  });

  it("avoids tolls only where it is told to", async () => {
    const over = [townPlace(600, -300), townPlace(700, -1200)];
    const toll = await metresOf(over, { ...CAR, avoidTolls: false });
    expect((await metresOf(over, { ...CAR, avoidTolls: true }))[1]).toBeGreaterThan(toll[1]! + 100);
  });

  it("draws the ways, with the times of the tables", async () => {
    const { legs } = await routing.legs([west, middle, townPlace(200, 300)], CAR);
    const table = await secondsOf([west, middle, townPlace(200, 300)]);
    expect(legs.map((leg) => leg.durationSec)).toEqual([table[1], table[5]]);
    expect(legs[1]!.line!.length).toBeGreaterThan(2);
    expect(legs.every(({ isEstimate }) => !isEstimate)).toBe(true);
  });

  it("estimates what lies outside of the region, and nothing else", async () => {
    const { matrix, covers } = await routing.matrix([west, far, east], CAR);
    expect([covers(west), covers(far)]).toEqual([true, false]);
    expect(matrix.durationsSec[1]).toBe(straightLeg(west, far).durationSec);
    expect(matrix.distancesM[2]).toBeLessThan(1020);
    const { legs } = await routing.legs([west, east, far], CAR);
    expect(legs.map(({ isEstimate }) => isEstimate)).toEqual([false, true]);
  });

  it("knows no way to a place inside the region that is far from every road", async () => {
    const wood = townPlace(-6800, -9500);
    const seconds = await secondsOf([west, wood, east]);
    expect([seconds[1], seconds[3], seconds[7]]).toEqual([NO_WAY, NO_WAY, NO_WAY]);
    expect(seconds[2]).toBeGreaterThan(0);
  });

  it("answers columns as it answers rows", async () => {
    const places = Array.from({ length: 30 }, (_, at) =>
      townPlace(-500 + 170 * (at % 6), -100 + 90 * Math.floor(at / 6)),
    );
    await sameInColumns(routing, places);
  });

  it("says nothing where a plan is somewhere else altogether", async () => {
    expect(routing.roadEngines([far, { lat: 50.5, lng: 30.6 }])).toEqual([]);
    expect((await routing.matrix([far, { lat: 50.5, lng: 30.6 }], CAR)).engine).toBe("straight");
  });
});

it("takes the search from each place where roads are few, and that from both sides where they are many", () => {
  const places = Array.from({ length: 300 }, (_, index) => ({ lat: 47 + index / 1000, lng: 9 }));
  expect(algorithmFor(places, () => 1_000_000)).toBe("timedistancematrix");
  expect(algorithmFor(places, () => 10_000_000)).toBe("costmatrix");
  // The more pairs, the more the roads are worth looking at.
  expect(algorithmFor([...places, ...places, ...places, ...places], () => 10_000_000)).toBe("timedistancematrix");
});

describe.skipIf(engine === null || !hasLiechtenstein)("the embedded Valhalla in Liechtenstein", () => {
  let region: BuiltRegion;
  let routing: Routing;
  beforeAll(async () => {
    region = await builtRegion(engine!, { name: "liechtenstein", extract: LIECHTENSTEIN });
    routing = routingOf(region);
  });
  afterAll(async () => {
    await routing.close();
    region.remove();
  });

  const realPlaces = (): Place[] => {
    const file = readFileSync(path.resolve("../shared/data/liechtenstein/visits-150.xlsx"));
    const book = XLSX.read(file);
    const rows = XLSX.utils.sheet_to_json<Record<string, number>>(book.Sheets[book.SheetNames[0]!]!);
    return rows.map((row) => ({ lat: Number(row.Latitude), lng: Number(row.Longitude) }));
  };

  it("answers columns as it answers rows", async () => {
    await sameInColumns(routing, realPlaces());
  });

  it("reaches every one of 150 real places from every other", async () => {
    const places = realPlaces();
    const { matrix, engine: name } = await routing.matrix(places, CAR);
    expect([name, matrix.size]).toEqual(["valhalla", 150]);
    expect(matrix.durationsSec.every((seconds) => seconds >= 0)).toBe(true);
    // No road is shorter than the straight line; places are some metres off the road.
    const tooShort = places.flatMap((from, row) =>
      places.flatMap((to, column) => {
        const straightM = straightLeg(from, to).distanceM / 1.3;
        return matrix.distancesM[row * 150 + column]! < straightM - 400 ? [[row, column]] : [];
      }),
    );
    expect(tooShort).toEqual([]);
  });
});
