import { describe, expect, it } from "vitest";
import { entryOf } from "solver/index";
import { NO_WAY, emptyBlock } from "~/services/routing/engine";
import type { NearTable, Place, RoadEngine, SparseTravel } from "~/services/routing/engine";
import { measuredPairs } from "~/services/routing/pairs/measured-pairs";
import { NearPlaces } from "~/services/routing/pairs/near-places";
import { haversineM } from "~/services/routing/straight-line";
import { CAR, memoryCache, straightLeg } from "../../../helpers/routing";
import { randomOf } from "../../../helpers/random";

/** Of a country some 100 km wide. */
function spots(count: number, seed = "country"): Place[] {
  const random = randomOf(seed);
  const degree = () => random.below(1_000_000) / 1e6;
  return Array.from({ length: count }, () => ({ lat: 47 + degree(), lng: 9 + degree() }));
}

/** 90 km/h along a road that is up to half as long again as the straight line, another one each way. */
function seconds(from: Place, to: Place): number {
  const bend = 1 + ((from.lat * 7919 + to.lng * 104_729 + to.lat * 31) % 0.5);
  return Math.round((haversineM(from, to) * bend) / 25);
}

interface Roads {
  /** no road leads from the one to the other */
  isCut?(from: Place, to: Place): boolean;
  covers?(place: Place): boolean;
  snapM?: number;
  /** the question of this number fails */
  failAt?: number;
}

/** Counts the pairs that it is asked for, by place. */
function countingEngine({ isCut = () => false, covers = () => true, snapM = 0, failAt = Infinity }: Roads = {}) {
  const asked = new Map<string, number>();
  const questions: [from: number, to: number][] = [];
  let atOnce = 0;
  let mostAtOnce = 0;
  const name = ({ lat, lng }: Place) => `${lat},${lng}`;
  const block: NearTable["block"] = async (from, to) => {
    questions.push([from.length, to.length]);
    if (questions.length === failAt) throw new Error("gone");
    atOnce += 1;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    await new Promise((resolve) => setImmediate(resolve));
    atOnce -= 1;
    const answer = emptyBlock(from.length * to.length);
    from.forEach((a, i) =>
      to.forEach((b, j) => {
        const pair = `${name(a)}>${name(b)}`;
        asked.set(pair, (asked.get(pair) ?? 0) + 1);
        const at = i * to.length + j;
        answer.durationsSec[at] = isCut(a, b) ? NO_WAY : seconds(a, b);
        answer.distancesM[at] = isCut(a, b) ? NO_WAY : 25 * seconds(a, b);
      }),
    );
    return answer;
  };
  const engine: RoadEngine = {
    name: "osrm",
    label: "Test",
    covers,
    cacheKey: async () => "test",
    tableOf: () => ({ limits: { rows: 1, columns: 1, parallel: 1 }, block: () => Promise.reject(new Error("dense")) }),
    nearOf: () => ({ others: 99, columns: 1, parallel: 4, snapM, block }),
    legs: async () => [],
  };
  return { engine, asked, questions, mostAtOnce: () => mostAtOnce };
}

const ask = (
  engine: RoadEngine | null,
  places: readonly Place[],
  whole: readonly number[] = [],
  {
    cache = memoryCache(),
    ...rest
  }: { cache?: ReturnType<typeof memoryCache>; signal?: AbortSignal; legs?: (readonly [number, number])[] } = {},
) => measuredPairs({ engine, mode: CAR, cache, estimate: straightLeg }, { places, whole, ...rest });

const known = ({ durationsSec: durations, ...travel }: SparseTravel, from: number, to: number): number | null => {
  const entry = entryOf({ ...travel, kind: "sparse", durations, metric: "geographic" }, from, to);
  return entry < 0 ? null : durations[entry]!;
};
const rowOf = ({ rowStart, to }: SparseTravel, place: number) => to.slice(rowStart[place], rowStart[place + 1]);

describe("the nearest places", () => {
  it("are those of a look at all, also across the date line and at one point", () => {
    const places = [
      ...spots(200),
      ...spots(5).map(({ lat }) => ({ lat, lng: 179.99 })),
      { lat: 47.5, lng: -179.99 },
      ...Array.from({ length: 20 }, () => ({ lat: 47.3, lng: 9.3 })),
    ];
    const tree = new NearPlaces(places);
    for (let place = 0; place < places.length; place += 1) {
      const all = places
        .map((other, index) => ({ index, metres: haversineM(places[place]!, other) }))
        .filter(({ index }) => index !== place)
        .sort((a, b) => a.metres - b.metres);
      const { places: found, metres } = tree.nearest(place, 12);
      expect(found).toHaveLength(12);
      metres.forEach((value, k) => expect(Math.abs(value - all[k]!.metres)).toBeLessThan(0.01));
    }
    expect(tree.nearest(0, 1000).places).toHaveLength(places.length - 1);
  });
});

describe("near pairs", () => {
  it("are asked for once each, at most some ninety of a place, a few questions at a time", async () => {
    const places = spots(1000);
    const { engine, asked, questions, mostAtOnce } = countingEngine();
    const { travel } = await ask(engine, places);
    expect(Math.max(...asked.values())).toBe(1);
    expect(asked.size).toBeGreaterThanOrEqual(1000 * 60);
    expect(asked.size).toBeLessThan(1000 * 75);
    expect(questions.every(([from, to]) => from === 1 && to <= 99)).toBe(true);
    expect(mostAtOnce()).toBe(4);
    for (let place = 0; place < 1000; place += 1) {
      const row = rowOf(travel, place);
      expect(row.length).toBeGreaterThanOrEqual(60);
      expect(row.length).toBeLessThan(90);
      row.forEach((to, k) => {
        expect(k === 0 || row[k - 1]! < to).toBe(true);
        expect(to).not.toBe(place);
        expect(known(travel, place, to)).toBe(seconds(places[place]!, places[to]!));
      });
    }
    expect([travel.points[2 * 7], travel.points[2 * 7 + 1]]).toEqual([places[7]!.lng, places[7]!.lat]);
  });

  it("have whole rows and columns where vehicles start, without a question for each pair", async () => {
    const places = [...spots(500), { lat: 50, lng: 12 }, { lat: 50, lng: 12 }];
    const { engine, asked, questions } = countingEngine();
    const { travel } = await ask(engine, places, [500, 501]);
    expect(Math.max(...asked.values())).toBe(1);
    for (let place = 0; place < 500; place += 1) {
      expect(known(travel, 501, place)).toBe(seconds(places[500]!, places[place]!));
      expect(known(travel, place, 500)).toBe(seconds(places[place]!, places[500]!));
    }
    expect(known(travel, 500, 501)).toBe(0);
    // 500 places in questions of 99 to the one, and back.
    expect(questions.filter(([from]) => from > 1)).toHaveLength(6);
    expect(questions.length).toBeLessThan(500 + 6 + 6 + 1);
  });

  it("has legs that stand already, whichever they are", async () => {
    const places = spots(300);
    const near = await ask(countingEngine().engine, places);
    const legs = places.slice(20, 280).map((_, index) => [8, 20 + index] as const);
    const { engine, asked } = countingEngine();
    const { travel } = await ask(engine, places, [], { legs });
    expect(Math.max(...asked.values())).toBe(1);
    for (const [from, to] of legs) expect(known(travel, from, to)).toBe(seconds(places[from]!, places[to]!));
    expect(rowOf(travel, 9)).toHaveLength(rowOf(near.travel, 9).length);
    expect(rowOf(near.travel, 8).length).toBeLessThan(90);
  });

  it("gives at most forty places a whole row", async () => {
    const places = spots(400);
    const { travel } = await ask(
      countingEngine().engine,
      places,
      Array.from({ length: 100 }, (_, index) => index),
    );
    const whole = places.filter((_, place) => rowOf(travel, place).length === 399);
    expect(whole).toHaveLength(40);
    expect(rowOf(travel, 0)).toHaveLength(399);
  });

  it.each([0, 2000, Infinity])(
    "bounds what a row leaves out, with roads %s m away, and never too high",
    async (snapM) => {
      // Some far away from all others, where the bound of the straight line counts.
      const places = [...spots(300), ...spots(70, "abroad").map(({ lat, lng }) => ({ lat: lat + 4, lng: lng + 20 }))];
      const { engine } = countingEngine({ snapM });
      const { travel } = await ask(engine, places, [0]);
      let above = 0;
      places.forEach((from, place) => {
        const row = new Set(rowOf(travel, place));
        const left = places.flatMap((to, index) => (index === place || row.has(index) ? [] : [seconds(from, to)]));
        if (left.length > 0) expect(travel.beyondSec[place]).toBeLessThanOrEqual(Math.min(...left));
        above += Number(travel.beyondSec[place]! > 0);
      });
      if (snapM === Infinity) expect(above).toBe(0);
      else expect(above).toBeGreaterThan(300);
    },
  );

  it("has the way to a place that is far from all others in rows of others", async () => {
    const places = [...spots(300), { lat: 55, lng: 20 }];
    const { travel } = await ask(countingEngine().engine, places);
    const into = places.slice(0, 300).filter((_, place) => known(travel, place, 300) !== null);
    expect(into).toHaveLength(10);
  });

  it.each([
    ["from what the depot reaches, without a question", [0]],
    ["by asking where there is no depot", []],
  ])("knows places that are cut off %s, and says so of all pairs", async (_how, whole) => {
    const places = spots(300);
    const [island, sink] = [places[5]!, places[9]!];
    const { engine, asked } = countingEngine({
      isCut: (from, to) => from === island || to === island || from === sink,
    });
    const { travel } = await ask(engine, places, whole);
    expect(Math.max(...asked.values())).toBe(1);
    const { lat, lng } = island;
    const about = [...asked.keys()].filter((pair) => pair.split(">").includes(`${lat},${lng}`));
    // With a depot: to it, from it, and the pair with the other place that is cut off, if they are near.
    if (whole.length > 0) expect(about.length).toBeLessThan(5);
    else expect(about.length).toBeGreaterThan(500);
    places.forEach((_, other) => {
      if (other === 5 || other === 9) return;
      expect(known(travel, 5, other)).toBe(NO_WAY);
      expect(known(travel, other, 5)).toBe(NO_WAY);
      expect(known(travel, 9, other)).toBe(NO_WAY);
    });
    const [near] = rowOf(travel, 100).filter((place) => place !== 5 && place !== 9);
    expect(known(travel, 100, near!)).toBe(seconds(places[100]!, places[near!]!));
    expect(rowOf(travel, 100).length).toBeLessThan(90);
  });

  it("asks all the same where the depot itself is on no road", async () => {
    const places = spots(200);
    const { engine } = countingEngine({ isCut: (from, to) => from === places[0] || to === places[0] });
    const { travel } = await ask(engine, places, [0]);
    const [near] = rowOf(travel, 100).filter((place) => place !== 0);
    expect(known(travel, 100, near!)).toBe(seconds(places[100]!, places[near!]!));
    expect(known(travel, 100, 0)).toBe(NO_WAY);
  });

  it("estimates what the engine does not know, and asks for nothing there", async () => {
    const places = spots(200);
    const outside = places[3]!;
    const { engine, asked } = countingEngine({ covers: (place) => place !== outside });
    const cache = memoryCache();
    const { travel, keep } = await ask(engine, places, [0], { cache });
    await keep();
    expect([...asked.keys()].some((pair) => pair.includes(`${outside.lat},${outside.lng}`))).toBe(false);
    const [near] = rowOf(travel, 3);
    expect(known(travel, 3, near!)).toBe(straightLeg(outside, places[near!]!).durationSec);
    expect(known(travel, 0, 3)).toBe(straightLeg(places[0]!, outside).durationSec);
    // An estimate is nothing to keep.
    expect(cache.rows.size).toBe(199);
    expect(
      cache.rows.get(`test ${Math.round(places[0]!.lat * 1e5)},${Math.round(places[0]!.lng * 1e5)}`)!.entries,
    ).toHaveLength(198 * 4);
  });

  it("makes a table of estimates where nobody knows roads", async () => {
    const places = spots(200);
    const { travel, measure } = await ask(null, places, [0]);
    expect(known(travel, 0, 150)).toBe(straightLeg(places[0]!, places[150]!).durationSec);
    const { durationsSec, distancesM } = await measure([[150, 3]]);
    const { durationSec, distanceM } = straightLeg(places[150]!, places[3]!);
    expect([durationsSec[0], distancesM[0]]).toEqual([durationSec, distanceM]);
  });

  it("asks the cache first, and keeps what was asked for", async () => {
    const places = spots(300);
    const cache = memoryCache();
    const first = countingEngine();
    await (await ask(first.engine, places, [0], { cache })).keep();
    const again = countingEngine();
    await ask(again.engine, places, [0], { cache });
    expect(again.questions).toEqual([]);
    const more = countingEngine();
    const { travel } = await ask(more.engine, [...places, { lat: 47.5, lng: 9.5 }], [0], { cache });
    expect(known(travel, 300, 0)).toBe(seconds({ lat: 47.5, lng: 9.5 }, places[0]!));
    // Its row, and it in the rows of some of those around it.
    expect(more.asked.size).toBeGreaterThan(60);
    expect(more.asked.size).toBeLessThan(60 + 150);
  });

  it("tells places within a metre apart by their numbers alone", async () => {
    const places = [...spots(100), ...spots(100), ...spots(100)];
    const { engine, asked } = countingEngine();
    const { travel, measure } = await ask(engine, places);
    expect(asked.size).toBeLessThan(100 * 75);
    expect(known(travel, 7, 107)).toBe(0);
    expect(known(travel, 107, 7)).toBe(0);
    const [near] = rowOf(travel, 7);
    expect(known(travel, 207, near!)).toBe(known(travel, 7, near!));
    expect((await measure([[7, 207]])).durationsSec[0]).toBe(0);
  });

  it("leaves out some of a thousand parcels for one door, and then knows no bound", async () => {
    const places = [...spots(150), ...Array.from({ length: 1000 }, () => ({ lat: 47.5, lng: 9.5 }))];
    const { travel } = await ask(countingEngine().engine, places);
    for (const place of [150, 1149]) {
      expect(rowOf(travel, place).length).toBeGreaterThan(450);
      expect(rowOf(travel, place).length).toBeLessThan(550);
    }
    expect(travel.beyondSec[150]).toBe(0);
  });

  it("measures legs that it left out, each once, and keeps them", async () => {
    const places = spots(300);
    const cache = memoryCache();
    const { engine, asked } = countingEngine();
    const near = await ask(engine, places, [0], { cache });
    await near.keep();
    const before = asked.size;
    const unlisted = places.flatMap((_, to) => (to !== 9 && known(near.travel, 9, to) === null ? [to] : [])).slice(-3);
    const legs = [...unlisted, unlisted[0]!].map((to) => [9, to] as const);
    const { durationsSec, distancesM, keep } = await near.measure(legs);
    legs.forEach(([from, to], k) => {
      expect(durationsSec[k]).toBe(seconds(places[from]!, places[to]!));
      expect(distancesM[k]).toBe(25 * durationsSec[k]!);
    });
    expect(asked.size - before).toBe(3);
    await keep();
    await near.measure(legs);
    expect(Math.max(...asked.values())).toBe(1);
  });

  it.each([1, 100, 320])("fails with the engine's own words at its question %s, and keeps nothing", async (failAt) => {
    const cache = memoryCache();
    const { engine, questions } = countingEngine({ failAt });
    await expect(ask(engine, spots(320), [0], { cache })).rejects.toThrow("gone");
    expect(questions.length).toBeLessThan(failAt + 5);
    expect(cache.rows.size).toBe(0);
  });

  it("stops asking when the calculation was given up", async () => {
    const given = new AbortController();
    const giveUp = () => {
      given.abort();
      return false;
    };
    const { engine, questions } = countingEngine({ isCut: giveUp });
    await expect(ask(engine, spots(500), [0], { signal: given.signal })).rejects.toThrow();
    expect(questions.length).toBeLessThan(20);
  });
});
