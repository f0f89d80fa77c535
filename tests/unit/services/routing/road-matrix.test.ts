import { describe, expect, it } from "vitest";
import { NO_WAY, emptyBlock } from "~/services/routing/engine";
import type { Place, RoadEngine, RoadTable } from "~/services/routing/engine";
import { knownLegs, roadMatrix } from "~/services/routing/road-matrix";
import { CAR, memoryCache } from "../../../helpers/routing";

const at = (index: number): Place => ({ lat: 47 + index / 1000, lng: 9 });
const many = (count: number, from = 0) => Array.from({ length: count }, (_, index) => at(from + index));

/** Seconds from i to j are 100 i + j, by which every cell can be told; asks are counted. */
function countingEngine(version = "1", limits = { rows: 7, columns: 5, parallel: 3 }) {
  const asked: string[] = [];
  let pairs = 0;
  const indexOf = ({ lat }: Place) => Math.round((lat - 47) * 1000);
  const answer: RoadTable["block"] = async (from, to) => {
    asked.push(`${from.map(indexOf).join()}>${to.map(indexOf).join()}`);
    pairs += from.length * to.length;
    const block = emptyBlock(from.length * to.length);
    from.forEach((a, i) =>
      to.forEach((b, j) => {
        block.durationsSec[i * to.length + j] = indexOf(b) === 13 ? NO_WAY : 100 * indexOf(a) + indexOf(b);
        block.distancesM[i * to.length + j] = indexOf(b) === 13 ? NO_WAY : 7;
      }),
    );
    return block;
  };
  const engine: RoadEngine = {
    name: "valhalla",
    label: "Test",
    covers: () => true,
    cacheKey: async () => `test ${version}`,
    tableOf: () => ({ limits, block: answer }),
    nearOf: () => ({ others: 5, columns: 1, parallel: 3, snapM: 0, block: answer }),
    legs: async () => [],
  };
  return { engine, asked, pairs: () => pairs };
}

const expectWhole = (matrix: { size: number; durationsSec: Int32Array }, from = 0) => {
  for (let i = 0; i < matrix.size; i += 1)
    for (let j = 0; j < matrix.size; j += 1) {
      const seconds = i === j ? 0 : from + j === 13 ? NO_WAY : 100 * (from + i) + from + j;
      expect(matrix.durationsSec[i * matrix.size + j], `${i} to ${j}`).toBe(seconds);
    }
};

describe("a travel table", () => {
  it("is whole, in blocks within the limits", async () => {
    const { engine, asked } = countingEngine();
    expectWhole((await roadMatrix(engine, many(20), CAR)).matrix);
    expect(asked).toHaveLength(Math.ceil(20 / 7) * Math.ceil(20 / 5));
  });

  it("asks the cache first: one more place among many asks for its row and its column alone", async () => {
    const cache = memoryCache();
    const first = countingEngine();
    await (await roadMatrix(first.engine, many(20), CAR, { cache })).keep();
    const again = countingEngine();
    expectWhole((await roadMatrix(again.engine, many(20), CAR, { cache })).matrix);
    expect(again.asked).toEqual([]);
    const one = countingEngine();
    const { matrix, keep } = await roadMatrix(one.engine, many(21), CAR, { cache });
    expectWhole(matrix);
    expect(one.pairs()).toBe(20 + 20);
    await keep();
    const later = countingEngine();
    expectWhole((await roadMatrix(later.engine, many(21), CAR, { cache })).matrix);
    expect(later.asked).toEqual([]);
  });

  it("asks again for data of another version", async () => {
    const cache = memoryCache();
    await (await roadMatrix(countingEngine("1").engine, many(4), CAR, { cache })).keep();
    const { engine, pairs } = countingEngine("2");
    await roadMatrix(engine, many(4), CAR, { cache });
    expect(pairs()).toBe(16);
  });

  it("keeps what it knew of other places, at most 4,000 pairs, the newest", async () => {
    const cache = memoryCache();
    for (let from = 0; from < 5000; from += 1000) {
      const { engine } = countingEngine("1", { rows: 2000, columns: 2000, parallel: 1 });
      await (await roadMatrix(engine, [at(0), ...many(1000, from + 1)], CAR, { cache })).keep();
    }
    const row = cache.rows.get(`test 1 4700000,900000`)!;
    expect(row.entries.length).toBe(4000 * 4);
    expect(row.entries.at(-4)).toBe(Math.round(at(5000).lat * 1e5));
  });

  it("counts places within a metre as one", async () => {
    const { engine, pairs } = countingEngine();
    const near = { lat: at(1).lat + 0.000001, lng: 9 };
    const { matrix } = await roadMatrix(engine, [at(0), at(1), near], CAR);
    expect(pairs()).toBe(4);
    expect([...matrix.durationsSec]).toEqual([0, 1, 1, 100, 0, 0, 100, 0, 0]);
  });

  it("fails with the engine's own words, and keeps nothing", async () => {
    const { engine } = countingEngine();
    const cache = memoryCache();
    const block = () => Promise.reject(new Error("gone"));
    const broken: RoadEngine = { ...engine, tableOf: (places, mode) => ({ ...engine.tableOf(places, mode), block }) };
    await expect(roadMatrix(broken, many(30), CAR, { cache })).rejects.toThrow("gone");
    expect(cache.rows.size).toBe(0);
  });

  it("lends its known pairs to single legs; a pair without a way is none", async () => {
    const cache = memoryCache();
    const { engine } = countingEngine();
    await (await roadMatrix(engine, many(15), CAR, { cache })).keep();
    expect(await knownLegs(engine, [at(1), at(2), at(13), at(40)], CAR, cache)).toEqual([
      { durationSec: 102, distanceM: 7 },
      null,
      null,
    ]);
  });
});
