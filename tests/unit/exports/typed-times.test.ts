import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import * as XLSX from "xlsx";
import type { ImportedVisit } from "~/domain/import/imported";
import { rowParser } from "~/domain/import/parse-row";
import { sheetTime } from "~/domain/time/sheet-time";
import { csvLines } from "~/services/export/csv";
import { workbookBytes } from "~/services/export/workbook";
import { routesTable, visitsTable } from "~/features/exports/plan-tables";
import { makePlan, makeRoute, makeVisit } from "../domain/make";
import { mappingOf, sheetsOfFile } from "../../helpers/sheet-rows";

/** A night round: 22:30 and 00:03 of the next day in Vaduz. */
const ARRIVALS = ["2027-11-12 21:30:00", "2027-11-12 23:03:00"] as const;
const nightPlan = (arrivals: readonly string[]) => ({
  plan: makePlan({ serviceDate: "2027-11-12" }),
  routes: [makeRoute({ id: 1, startTime: ARRIVALS[0], finishTime: "2027-11-13 00:18:00" })],
  vehicles: [],
  visits: arrivals.map((arrivalTime, index) =>
    makeVisit({
      id: index + 1,
      routeId: 1,
      position: index + 1,
      name: `Stop ${index}`,
      arrivalTime,
      startTime: index === 0 ? "20:15" : null,
      endTime: "24:00",
    }),
  ),
  timeZone: "Europe/Vaduz",
  drivers: new Map<number, string>(),
  day: [],
});

const sheetOf = (bytes: Uint8Array, name: string): XLSX.WorkSheet =>
  XLSX.read(bytes, { cellNF: true, cellStyles: true }).Sheets[name]!;

/** The cells of a column, below its head. */
function cellsUnder(sheet: XLSX.WorkSheet, header: string): (XLSX.CellObject | undefined)[] {
  const range = XLSX.utils.decode_range(sheet["!ref"]!);
  for (let c = 0; c <= range.e.c; c++)
    if ((sheet[XLSX.utils.encode_cell({ r: 0, c })] as XLSX.CellObject).v === header)
      return Array.from({ length: range.e.r }, (_, r) => sheet[XLSX.utils.encode_cell({ r: r + 1, c })]);
  throw new Error(`No column '${header}'`);
}

describe("times in a workbook", () => {
  const bytes = workbookBytes([routesTable(nightPlan(ARRIVALS)), visitsTable(nightPlan(ARRIVALS))]);
  const visits = sheetOf(bytes, "Visits");

  it("are dates with their day, which sort and can be subtracted, by the clock that is named", () => {
    const etas = cellsUnder(visits, "ETA");
    expect(etas).toMatchObject([
      { t: "n", z: "yyyy-mm-dd hh:mm", w: "2027-11-12 22:30" },
      { t: "n", z: "yyyy-mm-dd hh:mm", w: "2027-11-13 00:03" },
    ]);
    expect((Number(etas[1]?.v) - Number(etas[0]?.v)) * 24 * 60).toBeCloseTo(93, 6);
    expect(cellsUnder(visits, "Time zone").map((cell) => cell?.v)).toEqual(["Europe/Vaduz", "Europe/Vaduz"]);
    const routes = sheetOf(bytes, "Routes");
    expect(cellsUnder(routes, "Finish")).toMatchObject([{ t: "n", w: "2027-11-13 01:18" }]);
    expect(cellsUnder(routes, "Time zone")).toMatchObject([{ v: "Europe/Vaduz" }]);
  });

  it("are hours without a day for windows, of which the last is the end of the day", () => {
    expect(cellsUnder(visits, "Start time")).toMatchObject([{ t: "n", z: "hh:mm", w: "20:15" }, undefined]);
    expect(cellsUnder(visits, "End time")).toMatchObject([{ v: 1, w: "24:00" }, { w: "24:00" }]);
  });

  it("have room in their columns", () => {
    const column = visits["!cols"]!.find((_, c) => visits[XLSX.utils.encode_cell({ r: 0, c })]?.v === "ETA");
    expect(column?.width).toBeGreaterThan("2027-11-12 22:30".length);
  });

  it("stay a text where they are none", () => {
    const table = { name: "Odd", columns: [{ header: "At" }], rows: [[{ day: null, time: "soon" }]] };
    expect(sheetOf(workbookBytes([table]), "Odd").A2).toMatchObject({ t: "s", v: "soon" });
  });

  it("leave a table without rows as its heads alone", () => {
    const { columns, name } = visitsTable(nightPlan([]));
    // Whatever area the sheet declares as used.
    const { Sheets } = XLSX.read(workbookBytes([{ name, columns, rows: [] }]), { nodim: true });
    expect(XLSX.utils.decode_range(Sheets[name]!["!ref"]!).e).toEqual({ r: 0, c: columns.length - 1 });
  });

  it("are imported again as the same windows", () => {
    const sheets = sheetsOfFile(bytes, "plan.xlsx");
    if (typeof sheets === "string") throw new Error(sheets);
    const sheet = sheets[1]!;
    const mapping = mappingOf(sheet);
    expect(mapping.columns[mapping.headers.indexOf("Time zone")]).toBeNull();
    expect(mapping.columns[mapping.headers.indexOf("ETA")]).toBeNull();
    const defaults = { defaultVisitDuration: 7, defaultVehicleStartHour: "06:00", defaultVehicleEndHour: "15:00" };
    const parse = rowParser(mapping, { defaults, hiddenRows: false });
    const results = sheet.rows.map(parse).filter((result) => result !== null);
    expect(results.flatMap(({ notes }) => notes)).toEqual([]);
    expect(results.map(({ item }) => item as ImportedVisit)).toMatchObject([
      { name: "Stop 0", startTime: "20:15", endTime: "24:00" },
      // No start: the default of the import.
      { name: "Stop 1", startTime: "08:00", endTime: "24:00" },
    ]);
  });
});

describe("times in CSV", () => {
  const column = (arrivals: readonly string[], header: string) =>
    Papa.parse<Record<string, string>>([...csvLines(visitsTable(nightPlan(arrivals)))].join("").slice(1), {
      header: true,
      skipEmptyLines: true,
    }).data.map((row) => row[header]);

  it("have no day where all of a column are of the plan's", () => {
    expect(column([ARRIVALS[0], ARRIVALS[0]], "ETA")).toEqual(["22:30", "22:30"]);
    expect(column(ARRIVALS, "End time")).toEqual(["24:00", "24:00"]);
  });

  it("all have it where one is of another, so that they sort", () => {
    expect(column(ARRIVALS, "ETA")).toEqual(["2027-11-12 22:30", "2027-11-13 00:03"]);
  });
});

it("is by the clock of a zone, from an instant or its text", () => {
  const time = { day: "2027-11-13", time: "00:03" };
  expect(sheetTime(ARRIVALS[1], "Europe/Vaduz")).toEqual(time);
  expect(sheetTime(Date.parse("2027-11-12T23:03:00Z") / 1000, "Europe/Vaduz")).toEqual(time);
  expect(sheetTime(null, "Europe/Vaduz")).toBeNull();
});
