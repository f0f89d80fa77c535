import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { utils, write } from "xlsx";
import type { WorkBook } from "xlsx";
import { NO_RESULT } from "~/domain/import/cell";
import { parseCell } from "~/domain/import/parse-cell";
import { convertFile } from "~/services/spreadsheet/convert";
import { readRows } from "~/services/spreadsheet/rows-file";
import type { SheetOutline } from "~/services/spreadsheet/workbook";
import { archiveOf, sheetXml, workbookEntries } from "../../helpers/archives";
import { workbookOf } from "../../helpers/workbooks";
import type { Rows } from "../../helpers/workbooks";

const UNSAVED = "has a formula whose result is not in the file. Open it in your spreadsheet program and save it";

let folder: string;
let target: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "route-platform-convert-"));
  target = path.join(folder, "rows");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const bytesOf = (book: WorkBook, bookType: "xlsx" | "biff8" = "xlsx") =>
  Buffer.from(write(book, { type: "buffer", bookType, cellStyles: true }) as Buffer);
const bookOf = (rows: Rows, change: (sheet: ReturnType<typeof utils.aoa_to_sheet>) => void = () => undefined) => {
  const book = utils.book_new();
  const sheet = utils.aoa_to_sheet(rows);
  change(sheet);
  utils.book_append_sheet(book, sheet, "Visits");
  return book;
};
const converted = (content: Uint8Array, name = "a.xlsx"): SheetOutline[] => {
  const answer = convertFile(Buffer.from(content), name, target);
  if (!answer.ok) throw new Error(answer.fault);
  return answer.sheets;
};
const rowsOf = async (sheet = 0) => (await readRows(target, sheet, 0, 1_000_000)).rows;
const cellsOf = async (content: Uint8Array, name?: string) => {
  converted(content, name);
  return (await rowsOf()).map(({ row, cells }) => [row, ...cells]);
};

describe("what a converted workbook says of its sheets", () => {
  it("is their names, sizes, first rows and headers; empty ones are left out", () => {
    const content = workbookOf({
      Empty: [],
      Visits: [["Tour of Monday"], [], ["Name", "Strasse", null, "Note"], ["A", "Main 5", 1, "x"]],
      Vans: [["Plate"], ["LI 1"]],
    });
    expect(converted(content)).toEqual([
      {
        name: "Visits",
        hidden: false,
        rowsTotal: 3,
        hiddenRows: 0,
        columnsTotal: 4,
        preview: [
          { row: 1, cells: ["Tour of Monday"] },
          { row: 3, cells: ["Name", "Strasse", null, "Note"] },
          { row: 4, cells: ["A", "Main 5", 1, "x"] },
        ],
        headerRow: 2,
        headers: ["Name", "Strasse", "Column C", "Note"],
        decimals: [null, null, null, null],
      },
      {
        name: "Vans",
        hidden: false,
        rowsTotal: 2,
        hiddenRows: 0,
        columnsTotal: 1,
        preview: [
          { row: 1, cells: ["Plate"] },
          { row: 2, cells: ["LI 1"] },
        ],
        headerRow: 0,
        headers: ["Plate"],
        decimals: [null],
      },
    ]);
  });
  it("is what stands before the decimals of each column, whichever row tells", () => {
    const rows = Array.from({ length: 200 }, (_, index) => `A${index};1,200;1,200;1.5`);
    const text = ["Name;kg;m3;pallets", ...rows, "B;0,5;950;2", ""].join("\n");
    expect(converted(Buffer.from(text), "loads.csv")).toMatchObject([{ decimals: [null, ",", ".", "."] }]);
  });
  it("is the same for a text file, whose sheet has the file's name", () => {
    expect(converted(Buffer.from("Name;kg\nA;1,5\n"), "Tour Montag.csv")).toMatchObject([
      { name: "Tour Montag", headerRow: 0, headers: ["Name", "kg"], rowsTotal: 2 },
    ]);
  });
  it("is what the workbook is where it has a text file's name", () => {
    expect(converted(workbookOf({ Visits: [["Name"], ["A"]] }), "a.csv")).toMatchObject([{ name: "Visits" }]);
  });
});

describe("cells of a converted workbook", () => {
  it("hidden rows and sheets are marked", async () => {
    const book = bookOf([["Name"], ["A"], ["B"], ["C"]], (sheet) => {
      sheet["!rows"] = [{}, {}, { hidden: true }];
    });
    utils.book_append_sheet(book, utils.aoa_to_sheet([["Name"], ["D"]]), "Old");
    book.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 1 }] };
    expect(converted(bytesOf(book)).map(({ hidden, hiddenRows }) => [hidden, hiddenRows])).toEqual([
      [false, 1],
      [true, 0],
    ]);
    expect((await rowsOf()).map(({ row, hidden }) => [row, hidden])).toEqual([
      [1, undefined],
      [2, undefined],
      [3, true],
      [4, undefined],
    ]);
  });

  it("a merged cell's value counts for each of its cells, and fills no empty row", async () => {
    const content = bytesOf(
      bookOf([["Name", "City"], ["A", "Vaduz"], ["B"], ["C"], [], ["D", "Schaan"], [], ["E"]], (sheet) => {
        sheet["!merges"] = [
          { s: { r: 1, c: 1 }, e: { r: 4, c: 1 } },
          { s: { r: 5, c: 1 }, e: { r: 6, c: 3 } },
        ];
      }),
    );
    expect(await cellsOf(content)).toEqual([
      [1, "Name", "City"],
      [2, "A", "Vaduz"],
      [3, "B", "Vaduz"],
      [4, "C", "Vaduz"],
      [6, "D", "Schaan", "Schaan", "Schaan"],
      [8, "E"],
    ]);
  });

  it("of merges that lie over each other the first one counts", async () => {
    const content = bytesOf(
      bookOf([["A", "B", "C"], ["D", "", "", "E"], ["F"]], (sheet) => {
        sheet["!merges"] = [
          { s: { r: 1, c: 0 }, e: { r: 2, c: 1 } },
          { s: { r: 0, c: 0 }, e: { r: 2, c: 2 } },
          { s: { r: 1, c: 3 }, e: { r: 2, c: 3 } },
          { s: { r: 0, c: 2 }, e: { r: 2, c: 3 } },
        ];
      }),
    );
    expect(await cellsOf(content)).toEqual([
      [1, "A", "A", "A"],
      [2, "A", "A", "A", "E"],
      [3, "A", "A", "A", "E"],
    ]);
  });

  it("a merge of a whole sheet ends with its rows and with the last column that is taken", async () => {
    const content = bytesOf(
      bookOf([["Name"], ["A"]], (sheet) => {
        sheet["!merges"] = [{ s: { r: 0, c: 0 }, e: { r: 1_048_575, c: 16_383 } }];
      }),
    );
    const rows = await cellsOf(content);
    expect(rows.map((row) => row.length)).toEqual([257, 257]);
  });

  it("times, dates, percents, codes keep their value and what is shown; formulas have their stored value", async () => {
    const content = bytesOf(
      bookOf([["a", "b", "c", "d", "e", "f", "g"], [0]], (sheet) => {
        sheet.A2 = { t: "n", v: 1 / 3, z: "hh:mm" };
        sheet.B2 = { t: "n", v: 46_348, z: "dd/mm/yyyy" };
        sheet.C2 = { t: "n", v: 46_348.5, z: "yyyy-mm-dd hh:mm" };
        sheet.D2 = { t: "n", v: 0.8, z: "0%" };
        sheet.E2 = { t: "n", v: 1067, z: "00000" };
        sheet.F2 = { t: "n", v: 47.115747, z: "0.00" };
        sheet.G2 = { t: "n", v: 12, f: "5+7" };
        sheet["!ref"] = "A1:G2";
      }),
    );
    expect((await cellsOf(content))[1]).toEqual([
      2,
      ["d", "08:00", "08:00"],
      ["d", "2026-11-22", "22/11/2026"],
      ["d", "2026-11-22 12:00", "2026-11-22 12:00"],
      ["n", 0.8, "80%"],
      ["n", 1067, "01067"],
      47.115747,
      12,
    ]);
  });

  it("a day's end is a time where the format has hours alone", async () => {
    const content = bytesOf(
      bookOf([["a", "b", "c", "d", "e"], [0]], (sheet) => {
        sheet.A2 = { t: "n", v: 1, z: "[h]:mm" };
        sheet.B2 = { t: "n", v: 1, z: "[hh]:mm:ss" };
        sheet.C2 = { t: "n", v: 1, z: "dd/mm/yyyy" };
        sheet.D2 = { t: "n", v: 1, z: "h:mm" };
        sheet.E2 = { t: "n", v: 1, z: "dd/mm/yyyy h:mm" };
        sheet["!ref"] = "A1:E2";
      }),
    );
    expect((await cellsOf(content))[1]).toEqual([
      2,
      ["d", "24:00", "24:00"],
      ["d", "24:00", "24:00:00"],
      ["d", "1900-01-01", "01/01/1900"],
      ["d", "24:00", "0:00"],
      ["d", "1900-01-01 00:00", "01/01/1900 0:00"],
    ]);
  });

  it("formulas without a result say so; an empty text is a result", async () => {
    const cells = [
      "<f>A1*2</f>",
      "<f>A1*2</f><v></v>",
      '<f t="shared" ref="C1:D1" si="0">A1</f><v/>',
      '<f t="shared" si="0"/>',
      "<f>6*7</f><v>42</v>",
    ];
    const row = [
      ...cells.map((cell) => `<c>${cell}</c>`),
      '<c t="str"><f>""</f><v></v></c>',
      '<c s="0"/>',
      "<c><v>7</v></c>",
    ];
    const xml = sheetXml([["a"]]).replace("</sheetData>", `<row r="2">${row.join("")}</row></sheetData>`);
    const missing = ["e", NO_RESULT, NO_RESULT];
    expect((await cellsOf(archiveOf(workbookEntries(xml))))[1]).toEqual([
      ...[2, missing, missing, missing, missing],
      ...[42, "", null, 7],
    ]);
    expect(parseCell("number", ["e", NO_RESULT, NO_RESULT])).toMatchObject({
      ok: false,
      code: "error_cell",
      fault: UNSAVED,
    });
  });

  it("errors are told by their names", async () => {
    const content = bytesOf(
      bookOf([["Name"], ["x"], ["y"]], (sheet) => {
        sheet.A2 = { t: "e", v: 0x17 };
        sheet.A3 = { t: "e", v: 0x2a, w: "#N/A" };
      }),
    );
    expect((await cellsOf(content)).slice(1)).toEqual([
      [2, ["e", "#REF!", "#REF!"]],
      [3, ["e", "#N/A", "#N/A"]],
    ]);
  });
});

describe("rows of a converted file", () => {
  it("are found in any piece, in order", async () => {
    const rows: Rows = [["Name", "kg"], ...Array.from({ length: 2_345 }, (_, index) => [`Stop ${index}`, index])];
    converted(workbookOf({ Notes: [["Anything"], ["x"]], Visits: rows }));
    const first = await readRows(target, 1, 0, 10);
    expect([first.total, first.next, first.rows.length]).toEqual([2_346, 10, 10]);
    expect(await readRows(target, 1, 1_995, 3)).toEqual({
      total: 2_346,
      next: 1_998,
      rows: [1_994, 1_995, 1_996].map((index) => ({ row: index + 2, cells: [`Stop ${index}`, index] })),
    });
    expect(await readRows(target, 1, 2_340, 100)).toMatchObject({ next: null, rows: { length: 6 } });
    expect(await readRows(target, 1, 5_000, 100)).toMatchObject({ next: null, rows: [] });
    expect((await readRows(target, 0, 0, 100)).rows).toEqual([
      { row: 1, cells: ["Anything"] },
      { row: 2, cells: ["x"] },
    ]);
    await expect(readRows(target, 2, 0, 1)).rejects.toThrow("has no sheet 2");
  });

  it("are refused from a file that is none of ours", async () => {
    const other = path.join(folder, "other");
    for (const content of ["", "short", "a text that is long enough for a tail"]) {
      writeFileSync(other, content);
      await expect(readRows(other, 0, 0, 1)).rejects.toThrow(/no file with rows|cut off/);
    }
  });

  it("leave no file when the workbook is refused", () => {
    const limits = { rows: 2, cells: 100 };
    const four = Buffer.from(workbookOf({ Visits: [["Name"], ["A"], ["B"], ["C"]] }));
    expect(convertFile(four, "a.xlsx", target, limits)).toEqual({ ok: false, fault: "too_many_rows" });
    expect(existsSync(target)).toBe(false);
    expect(convertFile(Buffer.from("Name\nA\nB\nC\n"), "a.csv", target, limits)).toMatchObject({
      fault: "too_many_rows",
    });
    expect(convertFile(Buffer.from("Name;x\nA;x\n"), "a.csv", target, { rows: 9, cells: 3 })).toMatchObject({
      fault: "too_many_cells",
    });
    expect(convertFile(Buffer.from(`${";".repeat(256)}x\n`), "a.csv", target)).toMatchObject({
      fault: "too_many_columns",
    });
    expect(convertFile(Buffer.from("Name\nA"), "a.xlsx", target)).toEqual({ ok: false, fault: "not_workbook" });
    expect(convertFile(Buffer.from(" \n;;\n"), "a.csv", target)).toEqual({ ok: false, fault: "no_rows" });
    expect(existsSync(target)).toBe(false);
  });

  it("far below the others are found, and a sheet that goes on below what is read is refused", () => {
    const far = (row: number) =>
      archiveOf(
        workbookEntries(
          '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>' +
            '<row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c></row>' +
            `<row r="${row}"><c r="A${row}" t="inlineStr"><is><t>A</t></is></c></row></sheetData></worksheet>`,
        ),
      );
    expect(converted(far(150_000))).toMatchObject([{ rowsTotal: 2, preview: [{ row: 1 }, { row: 150_000 }] }]);
    for (const row of [200_000, 200_001, 1_000_000])
      expect(convertFile(far(row), "a.xlsx", target), `row ${row}`).toEqual({ ok: false, fault: "too_many_rows" });
  });
});
