import { describe, expect, it } from "vitest";
import * as XLSX from "xlsx";
import type { Cell } from "~/domain/import/cell";
import { parseCell } from "~/domain/import/parse-cell";
import { sheetsOfFile } from "../../helpers/sheet-rows";

type Given = readonly [value: number, format: string];

/** Days between the first ones of the two systems of dates. */
const DAYS_TO_1904 = 1462;
const DAY = 46_348; // 22 Nov 2026

/** Cells of one row, as a workbook with these numbers and formats is read. */
function cellsOf(given: readonly Given[], { date1904 = false, bookType = "xlsx" as XLSX.BookType } = {}): Cell[] {
  const sheet = XLSX.utils.aoa_to_sheet([["Head"]]);
  given.forEach(([v, z], c) => (sheet[XLSX.utils.encode_cell({ r: 1, c })] = { t: "n", v, z }));
  sheet["!ref"] = XLSX.utils.encode_range({ r: 0, c: 0 }, { r: 1, c: given.length - 1 });
  const book: XLSX.WorkBook = { ...XLSX.utils.book_new(), Workbook: { WBProps: { date1904 } } };
  XLSX.utils.book_append_sheet(book, sheet, "Visits");
  const sheets = sheetsOfFile(XLSX.write(book, { type: "buffer", bookType }) as Buffer, `a.${bookType}`);
  if (typeof sheets === "string") throw new Error(sheets);
  return [...sheets[0]!.rows[1]!.cells];
}

describe("cells with a date or a time", () => {
  const LOOKS = ["dd/mm/yyyy", "yyyy-mm-dd hh:mm", "h:mm", "m/d/yy"];
  const VALUES = [DAY, DAY + 0.375, 0.375, DAY + 0.375];
  const READ = [
    ["d", "2026-11-22", "22/11/2026"],
    ["d", "2026-11-22 09:00", "2026-11-22 09:00"],
    ["d", "09:00", "9:00"],
    ["d", "2026-11-22 09:00", "11/22/26"],
  ];
  it.each([
    ["xlsx", false],
    ["xlsx", true],
    ["xls", false],
    ["xls", true],
  ] as const)("are of the same day in a .%s, counted from 1904: %j", (bookType, date1904) => {
    const from = (value: number): number => (date1904 && value > 1 ? value - DAYS_TO_1904 : value);
    const cells = VALUES.map((value, index): Given => [from(value), LOOKS[index] ?? ""]);
    expect(cellsOf(cells, { date1904, bookType })).toEqual(READ);
  });

  it("are shown as dates whatever their format, and never as numbers", () => {
    const formats = ["DD.MM.YYYY", "dd.mm.yyyy hh:mm", "[$-407]d. MMMM yyyy;@", "TT.MM.JJJJ", "YYYY-MM-DDTHH:MM"];
    const shown = cellsOf(formats.map((format): Given => [DAY + 0.375, format]));
    expect(shown).toEqual([
      ["d", "2026-11-22 09:00", "22.11.2026"],
      ["d", "2026-11-22 09:00", "22.11.2026 09:00"],
      ["d", "2026-11-22 09:00", "22. November 2026"],
      ["d", "2026-11-22 09:00", "2026-11-22 09:00"],
      ["d", "2026-11-22 09:00", "2026-11-22 09:00"],
    ]);
    expect(parseCell("text", shown[0])).toEqual({ ok: true, value: "22.11.2026" });
  });

  it("are of their own day until its last second, and leave out seconds as texts do", () => {
    const LAST_MS = 86_399_999 / 86_400_000;
    const [last, lastMs, next, early] = cellsOf([
      [DAY + 0.99999, "yyyy-mm-dd hh:mm:ss"],
      [DAY + LAST_MS, "yyyy-mm-dd hh:mm"],
      [DAY + 1 - 1e-11, "yyyy-mm-dd hh:mm"],
      [(8 * 3600 + 59) / 86_400, "h:mm:ss"],
    ]);
    expect(last).toEqual(["d", "2026-11-22 23:59", "2026-11-22 23:59:59"]);
    expect(lastMs).toMatchObject(["d", "2026-11-22 23:59", expect.any(String)]);
    expect(next).toMatchObject(["d", "2026-11-23 00:00", expect.any(String)]);
    expect(early).toEqual(["d", "08:00", "8:00:59"]);
  });

  it("have a time at midnight where their format shows hours", () => {
    const [midnight] = cellsOf([[DAY, "dd/mm/yyyy hh:mm"]]);
    expect(midnight).toEqual(["d", "2026-11-22 00:00", "22/11/2026 00:00"]);
    expect(parseCell("time", midnight)).toEqual({ ok: true, value: "00:00" });
  });

  it.each(["[$-de-CH]dd.mm.yyyy", "[$-fr-CH]d/m/yyyy", "[$-th-TH]d/m/yyyy", "[White]dd.mm.yyyy"])(
    "have no time where '%s' has its only h in a language or a colour",
    (format) => {
      const [day] = cellsOf([[DAY, format]]);
      expect(day).toMatchObject(["d", "2026-11-22", expect.any(String)]);
      expect(parseCell("time", day)).toMatchObject({ ok: false, code: "not_time" });
      expect(cellsOf([[DAY, `${format} hh:mm`]])[0]).toMatchObject(["d", "2026-11-22 00:00", expect.any(String)]);
    },
  );

  it("that count more hours than a day has are no date of 1900", () => {
    const [counted, clock] = cellsOf([
      [26.5 / 24, "[h]:mm"],
      [26.5 / 24, "h:mm"],
    ]);
    expect(counted).toEqual(["d", "26:30", "26:30"]);
    expect(clock).toEqual(["d", "02:30", "2:30"]);
    expect(parseCell("time", counted)).toMatchObject({ ok: false, code: "not_time" });
    expect(parseCell("minutes", cellsOf([[1.5 / 24, "[h]:mm"]])[0])).toEqual({ ok: true, value: 90 });
  });
});
