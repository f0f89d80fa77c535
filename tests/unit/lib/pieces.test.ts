import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonText, jsonValue } from "~/lib/json-pieces";
import { mapped, PIECE } from "~/lib/pieces";
import type { Pieces } from "~/lib/pieces";
import { inTurns } from "~/lib/turns.server";
import { atOnce } from "../../helpers/pieces";

function stopsOf(work: Pieces<unknown>): number {
  let stops = 0;
  while (work.next().done !== true) stops += 1;
  return stops;
}

describe("work in pieces", () => {
  it("writes the JSON that JSON.stringify writes", () => {
    const value = fc.oneof(
      fc.array(fc.jsonValue()),
      fc.dictionary(fc.string(), fc.oneof(fc.jsonValue(), fc.constant(undefined))),
    );
    fc.assert(
      fc.property(value, (one) => {
        expect(atOnce(jsonText(one))).toBe(JSON.stringify(one));
      }),
      { seed: 11, numRuns: 300 },
    );
    const long = {
      plan: null,
      visits: Object.fromEntries(
        Array.from({ length: 3 * PIECE + 1 }, (_, index) => [index, { name: `Stop ${index}`, at: undefined }]),
      ),
      routes: Array.from({ length: PIECE }, (_, index) => [index]),
      title: "a",
    };
    expect(atOnce(jsonText(long))).toBe(JSON.stringify(long));
  });

  it("reads what JSON.parse reads, however small the pieces are", () => {
    const value = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue());
    fc.assert(
      fc.property(value, fc.integer({ min: 1, max: 40 }), fc.constantFrom(undefined, 2), (one, size, space) => {
        const text = JSON.stringify(one, null, space);
        expect(atOnce(jsonValue(text, size))).toEqual(JSON.parse(text));
      }),
      { seed: 12, numRuns: 500 },
    );
    const signs = '{"a\\"]}": ["\\\\", "}", "[,"], "__proto__": {"b": 1}, "1": [], "c": {}}';
    expect(atOnce(jsonValue(signs, 3))).toStrictEqual(JSON.parse(signs));
  });

  it("refuses long text that is no JSON", () => {
    for (const text of ['{"a":{"b":1}', "[1,2]]", "[1,[2]", '["a]', "[1,2", "[nothing,1]", "[1}"]) {
      expect(() => atOnce(jsonValue(text, 2)), text).toThrow(SyntaxError);
    }
  });

  it("stops between the pieces of long lists and records, wherever they are", () => {
    const many = Array.from({ length: 10 * PIECE }, (_, index) => index);
    expect(stopsOf(mapped(many, (one) => one + 1))).toBe(10);
    expect(stopsOf(jsonText(many))).toBe(10);
    expect(stopsOf(jsonText({ visits: Object.fromEntries(many.map((id) => [id, { id }])) }))).toBe(10);
    // One long list inside, and one long text.
    expect(stopsOf(jsonValue(JSON.stringify({ visits: many }), 100))).toBeGreaterThan(80);
    expect(
      stopsOf(jsonValue(JSON.stringify([["a"], Array.from({ length: 200 }, () => "b".repeat(1000))]))),
    ).toBeGreaterThan(4);
    expect(atOnce(mapped(many, (one) => one + 1)).at(-1)).toBe(10 * PIECE);
  });

  it("others have their turn while it is done in turns", async () => {
    function* slow(): Pieces<string> {
      for (let piece = 0; piece < 5; piece += 1) {
        const until = performance.now() + 10;
        while (performance.now() < until);
        yield;
      }
      return "done";
    }
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    expect(await inTurns(slow())).toBe("done");
    isOver = true;
    expect(turns).toBeGreaterThanOrEqual(3);
  });
});
