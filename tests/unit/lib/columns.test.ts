import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keepSame, packRows, unpackRows } from "~/lib/columns";
import { atOnce } from "../../helpers/pieces";

const row = fc.record(
  {
    id: fc.integer(),
    name: fc.string(),
    kind: fc.constantFrom("D", "P"),
    routeId: fc.option(fc.integer({ min: 1, max: 3 }), { nil: null }),
    lat: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
    open: fc.boolean(),
    broken: fc.array(fc.string(), { maxLength: 2 }),
  },
  { requiredKeys: ["id"] },
);

describe("rows as columns", () => {
  it("come back as they were, over JSON", () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 60 }), (rows) => {
        expect(unpackRows(JSON.parse(JSON.stringify(atOnce(packRows(rows)))))).toEqual(rows);
      }),
    );
  });

  it("tell apart what only looks the same", () => {
    const rows = [{ a: 1 }, { a: "1" }, { a: null }, { a: ["1"] }, { a: 'list ["1"]' }, {}];
    expect(unpackRows(atOnce(packRows([...rows, ...rows, ...rows])))).toEqual([...rows, ...rows, ...rows]);
  });

  it("are far shorter than the rows", () => {
    const rows = Array.from({ length: 1000 }, (_, index) => ({
      id: 5000 + index,
      type: "D",
      routeId: index % 40,
      from: "08:00",
      serviceSec: 300,
      eta: 1_800_000_000 + index,
    }));
    expect(JSON.stringify(atOnce(packRows(rows))).length).toBeLessThan(JSON.stringify(rows).length / 4);
  });
});

describe("keepSame", () => {
  const rows = [
    { id: 1, name: "A", broken: ["late"] },
    { id: 2, name: "B" },
    { id: 3, name: "C" },
  ];
  const again = () => structuredClone(rows);

  it("gives the very list back when nothing has changed", () => {
    expect(keepSame(rows, again())).toBe(rows);
  });

  it("gives new objects for what has changed and for nothing else", () => {
    const after = again();
    after[1] = { id: 2, name: "B2" };
    after[0]!.broken!.push("14 kg over");
    const kept = keepSame(rows, after);
    expect(kept).toEqual(after);
    expect(kept.map((one, at) => one === rows[at])).toEqual([false, false, true]);
  });

  it("knows rows that moved, went and came", () => {
    const kept = keepSame(rows, [...again().slice(1).reverse(), { id: 4, name: "D" }]);
    expect(kept.map((one) => one.id)).toEqual([3, 2, 4]);
    expect([kept[0], kept[1]]).toEqual([rows[2], rows[1]]);
    expect(kept[0]).toBe(rows[2]);
  });

  it("does not take a field that was left out for one that is there", () => {
    const kept = keepSame<{ id: number; eta?: number }>([{ id: 1, eta: 5 }], [{ id: 1 }]);
    expect(kept).toEqual([{ id: 1 }]);
  });
});
