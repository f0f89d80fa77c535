import { describe, expect, it } from "vitest";
import { NO_WAY } from "~/services/routing/engine";
import type { Place } from "~/services/routing/engine";
import { askColumns, askRows } from "~/services/routing/valhalla/one-sided";
import type { AskValhalla } from "~/services/routing/valhalla/valhalla-engine";
import { CAR } from "../../../helpers/routing";

const places = (count: number): Place[] => Array.from({ length: count }, (_, at) => ({ lat: 47, lng: 9 + at / 1000 }));
interface Question {
  sources: { lon: number }[];
  targets: { lon: number }[];
}
const nth = ({ lon }: { lon: number }): number => Math.round((lon - 9) * 1000);

/** Answers `100 * from + to`, nothing where `lacks` says so, and notes how large the questions were. */
function engine(lacks: (from: number, to: number) => boolean = () => false) {
  const asked: [rows: number, columns: number][] = [];
  const ask: AskValhalla = async (_service, question) => {
    const { sources, targets } = question as Question;
    asked.push([sources.length, targets.length]);
    const cells = sources.map((from) =>
      targets.map((to) => (lacks(nth(from), nth(to)) ? null : 100 * nth(from) + nth(to))),
    );
    return { answer: { sources_to_targets: { durations: cells, distances: cells } } };
  };
  return { ask, asked };
}

const expected = (from: number, to: number): number[] =>
  Array.from({ length: from * to }, (_, at) => 100 * Math.floor(at / to) + (at % to));

describe("a search from one side", () => {
  it("is never asked from more places than to, and every pair stands where it belongs", async () => {
    const { ask, asked } = engine();
    const block = await askRows(ask, places(8), places(3), CAR);
    expect([...block.durationsSec]).toEqual(expected(8, 3));
    expect(asked).toEqual([
      [3, 3],
      [3, 3],
      [2, 3],
    ]);
  });
});

describe("columns, searched from both sides", () => {
  it("are asked again from the few places that lack a way, and not where most lack one", async () => {
    // Nobody reaches place 1, an island; from place 7 the search finds no way to place 0.
    const both = engine((from, to) => to === 1 || (from === 7 && to === 0));
    const spread = engine();
    const block = await askColumns(both.ask, spread.ask, places(20), places(3), CAR);
    expect(spread.asked).toEqual([[1, 1]]);
    const right = expected(20, 3).map((seconds, at) => (at % 3 === 1 ? NO_WAY : seconds));
    expect([...block.durationsSec]).toEqual(right);
  });

  it("are asked for in pieces, whose trees fit into memory", async () => {
    const both = engine();
    const block = await askColumns(both.ask, engine().ask, places(600), places(2), CAR);
    expect(both.asked).toEqual([
      [250, 2],
      [250, 2],
      [100, 2],
    ]);
    expect([...block.durationsSec]).toEqual(expected(600, 2));
  });
});
