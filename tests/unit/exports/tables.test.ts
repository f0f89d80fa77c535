import fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import * as XLSX from "xlsx";
import { BYTE_ORDER_MARK, csvLines } from "~/services/export/csv";
import { cleanText } from "~/domain/validation/text";
import { safeText } from "~/domain/validation/formula-text";
import { readableCell } from "~/services/export/table";
import type { ExportTable } from "~/services/export/table";
import { workbookBytes } from "~/services/export/workbook";
import { routesTable, visitsTable } from "~/features/exports/plan-tables";
import { calculatedRoutesTable, stepsTable, summaryTable } from "~/features/exports/calculation-tables";
import type { ExportedCalculation } from "~/features/exports/calculation-tables";
import type { CalculationOutput, OutputStep } from "~/domain/calculation/output";
import { routeManifest } from "~/features/exports/route-files";
import { METRIC } from "~/domain/units";
import type { Booking } from "~/domain/route/double-booking";
import { parseUtcText } from "~/domain/time/utc-text";
import type { Visit } from "~/domain/visit/visit";
import { makePlan, makeRoute, makeVisit } from "../domain/make";

const tableOf = (rows: ExportTable["rows"]): ExportTable => ({
  name: "Visits",
  columns: [{ header: "Name" }, { header: 'Load "kg"' }],
  rows,
});
const csv = (rows: ExportTable["rows"]): string => [...csvLines(tableOf(rows))].join("");

describe("cells that a spreadsheet could take for a formula", () => {
  it.each([
    ["=1+1", "'=1+1"],
    ["+423 232 11 22", "+423 232 11 22"],
    ["+423-232-1122", "'+423-232-1122"],
    ["+A1", "'+A1"],
    ["+", "'+"],
    ["-2+3", "'-2+3"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ['=HYPERLINK("http://x","y")', '\'=HYPERLINK("http://x","y")'],
    ["\t=1", "'\t=1"],
    ["\r=1", "'\r=1"],
    ["\u0000=1", "'\u0000=1"],
    ["\u200b\ufeff=1", "'\u200b\ufeff=1"],
    [" \u00a0\u202e@SUM(A1)", "' \u00a0\u202e@SUM(A1)"],
    ["\u001f-2+3", "'\u001f-2+3"],
    ["＝1+1", "'＝1+1"],
    ["\u0000+423 232 11 22", "'\u0000+423 232 11 22"],
    ["Baker = Sons", "Baker = Sons"],
    ["'quoted", "'quoted"],
    ["", ""],
  ])("%j becomes %j", (text, safe) => expect(safeText(text)).toBe(safe));

  it("leaves figures alone, negative ones too, and empties what is none", () => {
    expect([
      readableCell(-4.5),
      readableCell(Number.NaN),
      readableCell(Number.POSITIVE_INFINITY),
      readableCell(null),
    ]).toEqual([-4.5, null, null, null]);
  });

  it("never lets a text through that begins like a formula, but for a plus and digits", () => {
    fc.assert(
      fc.property(
        fc.string(),
        (text) => !/^(?:[\p{C}\p{Z}]*[=+\-@]|[\t\r\n])/u.test(safeText(text)) || /^\+[\d ]+$/.test(text),
      ),
    );
  });
});

describe("CSV", () => {
  // @spec PC-9.24
  it("begins with a byte-order mark, doubles quotes, ends lines with CRLF", () => {
    expect(
      csv([
        ['Café "Zur Post", Vaduz', 12.5],
        [null, -3],
        ["two\nlines", 0],
      ]),
    ).toBe(`${BYTE_ORDER_MARK}"Name","Load ""kg"""\r\n"Café ""Zur Post"", Vaduz",12.5\r\n,-3\r\n"two\nlines",0\r\n`);
  });

  it("holds no character that nobody can see, with which programs skip to a formula or cut a cell off", () => {
    expect(
      csv([
        ["\u0000=1+1", 1],
        ["Bak\u0000er\u200b", 2],
      ]),
    ).toContain(`"'=1+1",1\r\n"Baker",2\r\n`);
    const read = XLSX.read(workbookBytes([tableOf([["\u0000=1+1\u0007", 1]])]));
    expect(read.Sheets.Visits?.A2).toMatchObject({ t: "s", v: "=1+1" });
  });

  it("reads back as it was written, whatever the texts", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.integer()), { minLength: 1 }), (rows) => {
        const read = Papa.parse<string[]>(csv(rows).slice(1), {
          delimiter: ",",
          newline: "\r\n",
          skipEmptyLines: false,
        }).data.slice(0, -1);
        expect(read).toEqual([
          ["Name", 'Load "kg"'],
          ...rows.map(([text, figure]) => [safeText(cleanText(text)), String(figure)]),
        ]);
      }),
    );
  });
});

describe("workbooks", () => {
  it("hold every table under its name, figures as figures, no formula", () => {
    const bytes = workbookBytes([
      tableOf([
        ["=cmd|' /C calc'!A0", 4.5],
        ["Žofie", null],
      ]),
      { ...tableOf([]), name: "Un/served: [today] and a name that is far too long" },
    ]);
    const book = XLSX.read(bytes);
    expect(book.SheetNames).toEqual(["Visits", "Un served   today  and a name t"]);
    expect(XLSX.utils.sheet_to_json(book.Sheets.Visits!, { header: 1 })).toEqual([
      ["Name", 'Load "kg"'],
      ["=cmd|' /C calc'!A0", 4.5],
      ["Žofie"],
    ]);
    expect(book.Sheets.Visits!.A2).toMatchObject({ t: "s" });
    expect(book.Sheets.Visits!.A2!.f).toBeUndefined();
  });

  it("has names of sheets that a workbook may have, each once", () => {
    const long = "A sheet with a very long name 2026";
    const names = ["History", "'orders'", `${long} A`, `${long.toUpperCase()} B`, "", "''", `${"x".repeat(30)}😀`];
    const book = XLSX.read(workbookBytes(names.map((name) => ({ ...tableOf([["A", 1]]), name }))));
    expect(book.SheetNames).toEqual([
      "History 2",
      "orders",
      "A sheet with a very long name 2",
      "A SHEET WITH A VERY LONG NAME 3",
      "Sheet",
      "Sheet 2",
      "x".repeat(30),
    ]);
  });

  it("cuts a text that is longer than a cell", () => {
    const [text] = XLSX.utils.sheet_to_json<string[]>(
      XLSX.read(workbookBytes([tableOf([["x".repeat(40_000), 1]])])).Sheets.Visits!,
      { header: 1 },
    )[1]!;
    expect(text).toMatch(/^x{32000,32767}/);
    expect(text!.length).toBeLessThanOrEqual(32_767);
  });
});

describe("warnings of a plan", () => {
  it("stand with whom they concern: the load with its route, a delay with its stop, each once", () => {
    const load = { code: "load", amount: 14, message: "14 kg over" };
    const late = { code: "delay", amount: 60, message: "Late by 1 min" };
    const route = makeRoute({ id: 1, violations: [late, load] });
    const visits = [
      makeVisit({ id: 1, routeId: 1, violations: [load] }),
      makeVisit({ id: 2, routeId: 1, violations: [load, late] }),
    ];
    const plan = {
      plan: makePlan(),
      routes: [route],
      vehicles: [],
      visits,
      timeZone: "Europe/Vaduz",
      drivers: new Map<number, string>(),
      day: [],
    };
    const warnings = ({ columns, rows }: ExportTable) =>
      rows.map((row) => row[columns.findIndex(({ header }) => header === "Warnings")]);
    expect(warnings(routesTable(plan))).toEqual(["14 kg over"]);
    expect(warnings(visitsTable(plan))).toEqual(["", "Late by 1 min"]);
  });
});

describe("the load of a route", () => {
  const stop = { routeId: 1, status: 3 as const };
  const planWith = (of: Partial<Visit>) => ({
    plan: makePlan(),
    routes: [makeRoute({ id: 1 })],
    vehicles: [],
    visits: [
      makeVisit({ ...stop, id: 1, position: 1, packageLoad: 284.19, packageCapacity: 1.25, ...of }),
      makeVisit({ ...stop, id: 2, position: 2, type: "P", packageLoad: 24.69, packageCapacity: 0.5, ...of }),
    ],
    timeZone: "Europe/Vaduz",
    drivers: new Map<number, string>(),
    day: [],
  });
  const onPaper = (plan: ReturnType<typeof planWith>) =>
    new Map(routeManifest(plan, plan.routes[0]!, { date: "", printed: "" }, METRIC).facts).get("Load");

  it("is the most on board at once, in the table and on paper", () => {
    const plan = planWith({});
    const { columns, rows } = routesTable(plan);
    const cell = (header: string) => rows[0]?.[columns.findIndex((column) => column.header === header)];
    expect([cell("Load kg"), cell("Volume m3")]).toEqual([284.19, 1.25]);
    expect(onPaper(plan)).toBe("284.19 kg, 1.25 m³");
  });
  it("leaves out on paper what is 0", () => {
    expect(onPaper(planWith({ packageCapacity: 0 }))).toBe("284.19 kg");
    expect(onPaper(planWith({ packageCapacity: 0, packageLoad: 0 }))).toBe("–");
  });
});

describe("a route that is completed", () => {
  const day = (time: string) => `2026-11-23 ${time}:00`;
  const reported = { routeId: 1, status: 4 as const };
  const route = makeRoute({ id: 1, status: 5, startTime: day("07:33"), finishTime: day("15:54") });
  const plan = {
    plan: makePlan({ serviceDate: "2026-11-23" }),
    routes: [route],
    vehicles: [],
    visits: [
      makeVisit({ ...reported, id: 1, type: "S", completedAt: day("15:50") }),
      makeVisit({ ...reported, id: 2, completedAt: day("15:50"), arrivalTime: day("09:00") }),
      makeVisit({ ...reported, id: 3, type: "E", completedAt: day("15:51"), arrivalTime: day("15:54") }),
    ],
    timeZone: "Europe/Vaduz",
    drivers: new Map<number, string>(),
    day: [],
  };
  it("starts and finishes when it really did, in the table and on paper", () => {
    const { columns, rows } = routesTable(plan);
    const cell = (header: string) => rows[0]?.[columns.findIndex((column) => column.header === header)];
    const day = "2026-11-23";
    expect([cell("Start"), cell("Finish")]).toEqual([
      { day, time: "16:50" },
      { day, time: "16:51" },
    ]);
    const { facts } = routeManifest(plan, route, { date: "", printed: "" }, METRIC);
    expect(facts).toEqual(
      expect.arrayContaining([
        ["Start", "16:50"],
        ["Finish", "16:51"],
      ]),
    );
  });
});

describe("a route that ends on the next day", () => {
  it("says so on paper beside each hour", () => {
    const night = ["2026-11-23 20:10:00", "2026-11-24 00:30:00"] as const;
    const route = makeRoute({ id: 1, status: 3, startTime: night[0], finishTime: night[1] });
    const plan = {
      plan: makePlan({ serviceDate: "2026-11-23" }),
      routes: [route],
      vehicles: [],
      visits: [makeVisit({ id: 1, routeId: 1, arrivalTime: night[1], waitingTime: 600 })],
      timeZone: "Europe/Vaduz",
      drivers: new Map<number, string>(),
      day: [],
    };
    const { facts, stops } = routeManifest(plan, route, { date: "", printed: "" }, METRIC);
    expect(facts).toEqual(
      expect.arrayContaining([
        ["Start", "21:10"],
        ["Finish", "01:30 +1"],
      ]),
    );
    expect(stops[0]!.time).toBe("ETA 01:30 +1\nbegin 01:40 +1");
  });
});

describe("warnings of a route", () => {
  const hours = { startTime: "2026-11-23 08:00:00", finishTime: "2026-11-23 10:00:00" };
  const booking = (routeId: number, vehicle: string): Booking => ({
    routeId,
    planId: 1,
    plan: "Plan",
    vehicleId: routeId,
    vehicle,
    driverId: 7,
    start: parseUtcText(hours.startTime),
    finish: parseUtcText(hours.finishTime),
  });
  const plan = {
    plan: makePlan({ id: 1, serviceDate: "2026-11-23" }),
    routes: [makeRoute({ id: 1, ...hours, violations: [{ code: "max_distance", amount: null, message: "Too far" }] })],
    vehicles: [],
    visits: [],
    timeZone: "Europe/Vaduz",
    drivers: new Map<number, string>(),
    day: [booking(1, "Van 1"), booking(2, "Van 2")],
  };
  it("are what it breaks and what it shares with others of the day, as the plan's page says them", () => {
    const { columns, rows } = routesTable(plan);
    expect(rows[0]?.[columns.findIndex(({ header }) => header === "Warnings")]).toBe(
      "Too far; The driver has another route at the same time: Van 2, 09:00–11:00",
    );
    expect(routesTable(plan, undefined, "driver").columns.map(({ header }) => header)).not.toContain("Warnings");
  });
});

describe("time on site", () => {
  it("leaves breaks out, which have a column of their own", () => {
    const visits = [
      makeVisit({ id: 1, routeId: 1, serviceTime: 90, serviceDuration: null }),
      makeVisit({ id: 2, routeId: 1, type: "B", serviceTime: 30, serviceDuration: 1800 }),
    ];
    const { columns, rows } = routesTable({
      plan: makePlan(),
      routes: [makeRoute({ id: 1, serviceDuration: 7200 })],
      vehicles: [],
      visits,
      timeZone: "Europe/Vaduz",
      drivers: new Map<number, string>(),
      day: [],
    });
    const cell = (header: string) => rows[0]?.[columns.findIndex((column) => column.header === header)];
    expect([cell("On site min"), cell("Break min")]).toEqual([90, 30]);
  });
  it("is told apart in a calculation's answer, too", () => {
    const step = (type: OutputStep["type"], service: number) => ({ ...STEP, type, service });
    const steps = [step("start", 0), step("job", 5400), step("break", 1800), step("end", 0)];
    const route = { ...STEP, vehicle: 1, vehicle_id: 1, vehicle_name: "Van", visits: 1, start: "", finish: "", steps };
    const output = {
      routes: [{ ...route, service: 7200, cost: 0 }],
      summary: { ...route, service: 7200, cost: 0, routes: 1, unassigned: 0, computing_times: { solving: 0 } },
    } as unknown as CalculationOutput;
    const calculation = { title: "", planTitle: "", type: 0, status: "", aim: 0, input: null, output };
    const told = [calculatedRoutesTable, stepsTable].map((make) => {
      const { columns, rows } = make(calculation as unknown as ExportedCalculation);
      const at = (header: string) => columns.findIndex((column) => column.header === header);
      return rows.map((row) => [row[at("On site min")], row[at("Break min")]]);
    });
    expect(told).toEqual([
      [[90, 30]],
      [
        [0, 0],
        [90, 0],
        [0, 30],
        [0, 0],
      ],
    ]);
    const facts = new Map(summaryTable(calculation as unknown as ExportedCalculation).rows.map(([a, b]) => [a, b]));
    expect([facts.get("On site min"), facts.get("Break min")]).toEqual([90, 30]);
  });
});

const STEP = {
  arrival: 0,
  arrival_time: "2026-06-01 08:00:00",
  waiting_time: 0,
  setup: 0,
  service: 0,
  travel_duration: 0,
  travel_distance: 0,
  duration: 0,
  distance: 0,
  amount: [0, 0],
  violations: [],
};
