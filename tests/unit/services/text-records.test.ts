import fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { RecordParser } from "~/services/spreadsheet/text-records";

const text = fc.string({ unit: fc.constantFrom("a", "b", '"', ";", "\n", " ", '""'), minLength: 3, maxLength: 30 });

/** The records of a text that comes in two pieces. */
function inPieces(given: string, cut: number): string[][] {
  const parser = new RecordParser(";");
  const first = parser.parse(given.slice(0, cut), false);
  return [...first.records, ...parser.parse(given.slice(first.end), true).records];
}

describe("records of a text", () => {
  const papas = (given: string) => Papa.parse<string[]>(given, { delimiter: ";", newline: "\n" });
  const withValues = (records: readonly string[][]) => records.filter((cells) => cells.some((cell) => cell !== ""));

  it("are Papa's where no quote is doubtful, wherever a piece ends", () => {
    const wellFormed = text.filter((given) => papas(given).errors.length === 0);
    fc.assert(
      fc.property(wellFormed, fc.nat(30), (given, cut) => {
        expect(withValues(inPieces(given, cut))).toEqual(withValues(papas(given).data));
      }),
      { numRuns: 3_000 },
    );
  });

  it("hold all letters of the text, each once, whatever its quotes", () => {
    const letters = (given: string) => given.replace(/[^ab]/g, "");
    fc.assert(
      fc.property(text, (given) => {
        const { records, end } = new RecordParser(";").parse(given, true);
        expect(letters(records.flat().join(""))).toBe(letters(given.slice(0, end)));
      }),
      { numRuns: 3_000 },
    );
  });

  it("are none of a quote that never closes", () => {
    for (const last of [true, false])
      expect(new RecordParser(";").parse('a;b\n"c;d\n', last)).toEqual({ records: [["a", "b"]], end: 4 });
  });
});
