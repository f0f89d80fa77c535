import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Cell } from "~/domain/import/cell";
import { DecimalsOfColumn } from "~/domain/import/decimal-mark";
import type { DecimalMark } from "~/domain/import/decimal-mark";
import { parseCell } from "~/domain/import/parse-cell";
import { parseRow } from "~/domain/import/parse-row";

function markOf(cells: readonly Cell[]): DecimalMark | null {
  const column = new DecimalsOfColumn();
  for (const cell of cells) column.see(cell);
  return column.mark;
}
const amountIn = (column: readonly Cell[], cell: Cell) =>
  parseCell("number", cell, { unit: "kg", decimal: markOf(column) });

describe("what stands before the decimals of a column", () => {
  it.each<[Cell[], DecimalMark | null, string]>([
    [["12,5"], ",", "one digit behind it"],
    [["12.25"], ".", "two digits behind it"],
    [["0,850", "1,200"], ",", "a nought before it"],
    [["1234,500"], ",", "four digits before it"],
    [["1.234,5"], ",", "the last one of two kinds"],
    [["1,234.5"], ".", "the last one of two kinds"],
    [["1,234,567"], ".", "the other one of those between thousands"],
    [["1.234.567 kg"], ",", "the other one, with a unit"],
    [["1,200", "950"], ".", "numbers below a thousand without a mark"],
    [["1.200", "80 kg"], ",", "the same with points"],
    [["1,125", "950"], null, "nothing: 1.125 may stand beside 950"],
    [["1,200", "1,250"], null, "nothing: all have one"],
    [["1,200", "1234"], null, "nothing: who marks thousands would have marked this one"],
    [["12,5", "12.5"], null, "nothing: one says this, one that"],
    [["Max (0,5 t)", "5.10.2026", "Main street 1,5", 12.5, null, true], null, "nothing: no numbers in text"],
  ])("%j: %j, %s", (cells, mark) => expect(markOf(cells)).toBe(mark));
});

describe("an amount in its column", () => {
  it.each<[Cell[], Cell, number]>([
    [["950"], "1,200", 1200],
    [["950", "1.250"], "1.200 kg", 1200],
    [["0,850"], "1,200", 1.2],
    [["0.850"], "1,200", 1200],
    [["12,5"], "1.200", 1200],
    [["12,5"], "1,200", 1.2],
    [["0.850"], "1.200", 1.2],
    [["12.5"], "1.125", 1.125],
    [[], "0,125", 0.125],
    [[], "1,200.5", 1200.5],
  ])("%j before %j: %d", (others, cell, value) =>
    expect(amountIn([...others, cell], cell)).toEqual({ ok: true, value }),
  );

  it("of which nothing tells how it is read is told, and read as in forms", () => {
    const told = (thousands: number, decimals: number, value: number) => ({
      ...{ ok: false, code: "two_readings", value, remedy: `${value} is used.` },
      fault: `can be read in two ways: ${thousands} or ${decimals}`,
    });
    expect(parseCell("number", "1,200")).toEqual(told(1200, 1.2, 1200));
    expect(parseCell("number", "1.125")).toEqual(told(1125, 1.125, 1.125));
    expect(parseCell("number", "3,500 t", { unit: "kg" })).toEqual(told(3_500_000, 3500, 3_500_000));
  });
  it("has decimals where its field has no thousands, and none where it is a whole number", () => {
    expect(parseCell("number", "1,200", { max: 999 })).toEqual({ ok: true, value: 1.2 });
    expect(parseCell("whole", "1.200", { max: 9999 })).toEqual({ ok: true, value: 1200 });
    expect(parseCell("whole", "12,000", { max: 9999 })).toEqual({ ok: true, value: 12 });
  });
  it("leaves minutes and degrees as they were", () => {
    expect(parseCell("minutes", "1,250")).toEqual({ ok: true, value: 1.25 });
    expect(parseCell("lat", "47,120", { decimal: "." })).toEqual({ ok: true, value: 47.12 });
  });

  it("a vehicle whose limit can be read in two ways is left out, as one whose limit can't be read", () => {
    const mapping = { sheet: "s", entity: "vehicle" as const, headerRow: 0, headers: ["Plate", "Load"] };
    const columns = ["plate", "maxLoad"];
    const options = { defaults: { defaultVisitDuration: 7 }, hiddenRows: false };
    const read = (decimals: DecimalMark | null) =>
      parseRow(
        { ...mapping, columns, decimals: [null, decimals] },
        { row: 2, cells: ["LI 1", "1,200"] },
        options as never,
      );
    const sentence = "Row 2: Max load '1,200' can be read in two ways: 1200 or 1.2. The row was left out.";
    expect(read(null)).toMatchObject({ outcome: "dropped", notes: [{ message: sentence, code: "two_readings" }] });
    expect(read(".")).toMatchObject({ outcome: "ok", item: { maxLoad: 1200 }, notes: [] });
  });

  const STYLES: Record<string, (value: number) => string> = {
    "English, as short as can be": (value) => value.toLocaleString("en", { maximumFractionDigits: 3 }),
    "German, as short as can be": (value) => value.toLocaleString("de", { maximumFractionDigits: 3 }),
    "English, three decimals": (value) => value.toLocaleString("en", { minimumFractionDigits: 3 }),
    "German, three decimals": (value) => value.toLocaleString("de", { minimumFractionDigits: 3 }),
    "German, no marks between thousands": (value) => String(value).replace(".", ","),
    plain: String,
  };
  it.each(Object.keys(STYLES))("is never misread without a word in a list that is written in one way: %s", (style) => {
    const thousandths = fc.integer({ min: 0, max: 5_000_000 });
    const value = fc
      .oneof(
        thousandths,
        thousandths.map((one) => Math.round(one / 1000) * 1000),
      )
      .map((n) => n / 1000);
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 8 }), (values) => {
        const cells = values.map(STYLES[style]!);
        values.forEach((meant, index) => {
          const read = amountIn(cells, cells[index]!);
          if (read.ok) expect([cells, read.value]).toEqual([cells, meant]);
          else expect(read.fault).toContain(`${meant}`);
        });
      }),
      { numRuns: 500 },
    );
  });
});
