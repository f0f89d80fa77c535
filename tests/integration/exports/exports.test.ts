import path from "node:path";
import Papa from "papaparse";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as XLSX from "xlsx";
import type { CompanySession } from "~/auth/session.server";
import { useDatabase } from "~/db/database.server";
import { updateCalculation } from "~/db/repositories/calculations.server";
import { updateVehicle } from "~/db/repositories/vehicles.server";
import { insertMember } from "~/db/repositories/members.server";
import { download } from "~/features/exports/download.server";
import { ExportParams, exportFile } from "~/features/exports/queries/export-file.server";
import { calculationJson } from "~/features/exports/queries/exported-calculation.server";
import { encodePolyline } from "~/lib/polyline";
import { setServices } from "~/services/container.server";
import { fileMaker } from "~/services/export/file-maker.server";
import type { FileMaker } from "~/services/export/file-maker.server";
import { createFinishedCalculation } from "../../factories/calculations";
import { createCompany, createVisits, NOW } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { pdfText } from "../../helpers/pdf-text";
import { testServices } from "../../helpers/services";
import { sessionOf } from "../../helpers/sessions";
import { bundle, bundleEntries } from "../../../scripts/lib/bundles.mjs";
import { parseGpx } from "./parse-gpx";
import { OUTPUT, QUERY } from "./stored-calculation";
import { FIRST, SECOND, THIRD } from "./written-visits";

let files: FileMaker;

beforeAll(async () => {
  await bundle(bundleEntries().filter((entry) => entry.output === "make-file.worker.js"));
  files = fileMaker(path.resolve("build/make-file.worker.js"));
});
afterAll(() => files.close());

describe.each(databases())("exports on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let company: TestCompany;
  let owner: CompanySession;
  let driver: CompanySession;
  let queryId: number;

  beforeEach(async () => {
    setServices(testServices({ clock: { nowMs: () => Date.parse(`${NOW.replace(" ", "T")}Z`) }, files }));
    useDatabase(db());
    company = await createCompany(db());
    owner = sessionOf(company, { isOwner: true }, company.ownerId);
    driver = sessionOf(company, { isDriver: true, memberId: company.driverId }, company.driverUserId);
    await updateVehicle(
      db(),
      company.companyId,
      company.vehicleId,
      { title: "Van 3", plate: `FL ${company.companyId}` },
      NOW,
    );
    const [first, second, third] = company.visitIds;
    const patch = (id: number | undefined, set: object) => db()("routing_visits").where({ id: id! }).update(set);
    const line = encodePolyline([
      [9.5, 47.1],
      [9.51, 47.12],
      [9.52, 47.14],
    ]);
    await patch(first, { ...FIRST, polyline: line });
    await patch(second, SECOND);
    await patch(third, THIRD);
    await createVisits(db(), company.companyId, [
      {
        plan_id: company.planId,
        route_id: company.routeId,
        type: "S",
        name: "Start",
        status: 2,
        position: 0,
        lat: 47.1,
        lng: 9.5,
        arrival_time: "2026-11-23 07:00:00",
      },
    ]);
    await db()("routing_routes").where({ id: company.routeId }).update({
      start_time: "2026-11-23 07:00:00",
      finish_time: "2026-11-23 23:30:00",
      distance: 12340,
      duration: 1800,
      cost: 4567,
    });
    queryId = await createFinishedCalculation(
      db(),
      company.companyId,
      {
        input: JSON.stringify(QUERY),
        output: JSON.stringify(OUTPUT),
        title: "2026-11-21 06:00:00",
        plan_id: company.planId,
        type: 2,
        aim: "cost",
      },
      NOW,
    );
  });

  afterEach(() => {
    setServices(undefined);
    useDatabase(undefined);
  });

  const exported = async (session: CompanySession, what: string, id: number, format: string): Promise<Response> =>
    download(await exportFile(session, ExportParams.parse({ what, id: String(id), format })));
  const bookOf = async (response: Response) => XLSX.read(new Uint8Array(await response.arrayBuffer()));
  /** A time as Excel counts: days since the end of 1899. */
  const serial = (day: string, time: string) =>
    expect.closeTo((Date.parse(`${day}T${time}Z`) - Date.UTC(1899, 11, 30)) / 86_400_000, 6);
  const rowsOf = (book: XLSX.WorkBook, sheet: string) =>
    XLSX.utils.sheet_to_json<Record<string, unknown>>(book.Sheets[sheet]!);

  it("a plan as a workbook: routes, visits, unserved ones with their reason", async () => {
    const response = await exported(owner, "plan", company.planId, "xlsx");
    expect(response.headers.get("Content-Type")).toBe(
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    );
    expect(response.headers.get("Content-Disposition")).toBe(
      "attachment; filename=\"Plan 2026-11-23.xlsx\"; filename*=UTF-8''Plan%202026-11-23.xlsx",
    );
    const book = await bookOf(response);
    expect(book.SheetNames).toEqual(["Routes", "Visits", "Unscheduled"]);
    expect(rowsOf(book, "Routes")).toEqual([
      expect.objectContaining({
        Route: 1,
        Vehicle: "Van 3",
        Plate: `FL ${company.companyId}`,
        Driver: "Dora Driver",
        Status: "Planning",
        Visits: 2,
        Done: 1,
        Start: serial("2026-11-23", "08:00"),
        Finish: serial("2026-11-24", "00:30"),
        "Time zone": "Europe/Vaduz",
        "Distance km": 12.3,
        "Driving min": 30,
        "Load kg": 12.5,
        "Cost points": 45.67,
      }),
    ]);
    const visits = rowsOf(book, "Visits");
    expect(visits.map((row) => row.Name)).toEqual(["Čížková Müller Ünal Žofie", 'Inn "Zur Post"', "Nobody comes"]);
    expect(visits[0]).toMatchObject({
      Route: 1,
      "Stop no.": 1,
      Type: "Delivery",
      Status: "Scheduled",
      ETA: serial("2026-11-23", "08:10"),
      "Begin of service": serial("2026-11-23", "08:51"),
      "End of service": serial("2026-11-23", "09:06"),
      "Start time": 8 / 24,
      "Package load kg": 12.5,
      "Recipient phone": "+423 232 11 22",
      "Recipient email": "ann@example.com",
      "Recipient note": '=HYPERLINK("http://evil.example")',
    });
    expect(visits[1]).toMatchObject({
      Type: "Pickup",
      Status: "Done",
      ATA: serial("2026-11-23", "08:42"),
      "Begin of service": serial("2026-11-23", "08:37"),
      "End of service": serial("2026-11-23", "08:42"),
      "External id": "A-17",
    });
    expect(visits[2]).toMatchObject({ Status: "Unscheduled" });
    expect(visits[2]).not.toHaveProperty("Route");
    expect(rowsOf(book, "Unscheduled")).toEqual([
      expect.objectContaining({ Name: "Nobody comes", Reason: "No vehicle can carry 900 kg." }),
    ]);
  });

  it("a plan and a route as CSV, with byte-order mark and doubled quotes", async () => {
    const bytes = new Uint8Array(await (await exported(owner, "plan", company.planId, "csv")).arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    expect(text).toContain('"Inn ""Zur Post"""');
    const read = Papa.parse<Record<string, string>>(text.slice(1), { header: true, skipEmptyLines: true }).data;
    expect(read).toHaveLength(3);
    expect(read[0]).toMatchObject({
      Name: "Čížková Müller Ünal Žofie",
      "Recipient phone": "+423 232 11 22",
      "Recipient email": "ann@example.com",
      ETA: "08:10",
      "Start time": "08:00",
      Latitude: "47.14",
    });

    const response = await exported(owner, "route", company.routeId, "csv");
    expect(response.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    const stops = Papa.parse<Record<string, string>>((await response.text()).replace(/^\uFEFF/, ""), {
      header: true,
      skipEmptyLines: true,
    }).data;
    expect(stops.map((row) => row.Type)).toEqual(["Start", "Delivery", "Pickup"]);
  });

  it("a route as a workbook", async () => {
    const book = await bookOf(await exported(owner, "route", company.routeId, "xlsx"));
    expect(book.SheetNames).toEqual(["Routes", "Stops"]);
    expect(rowsOf(book, "Stops").map((row) => row.Name)).toEqual([
      "Start",
      "Čížková Müller Ünal Žofie",
      'Inn "Zur Post"',
    ]);
  });

  it("a route as GPX: waypoints in driving order, the track along the roads", async () => {
    const response = await exported(owner, "route", company.routeId, "gpx");
    expect(response.headers.get("Content-Type")).toBe("application/gpx+xml; charset=utf-8");
    expect(response.headers.get("Content-Disposition")).toContain(
      `Plan Van 3 _ FL ${company.companyId} 2026-11-23.gpx`,
    );
    const { waypoints, track } = parseGpx(await response.text());
    expect(waypoints.map((point) => point.name)).toEqual([
      "Start",
      "1. Čížková Müller Ünal Žofie",
      '2. Inn "Zur Post"',
    ]);
    expect(waypoints[1]).toMatchObject({ lat: 47.14, lng: 9.52, time: "2026-11-23T07:10:00Z" });
    expect(waypoints[2], "done: when it was, as its text says").toMatchObject({ time: "2026-11-23T07:42:00Z" });
    expect(track.slice(0, 4)).toEqual([
      [47.1, 9.5],
      [47.1, 9.5],
      [47.12, 9.51],
      [47.14, 9.52],
    ]);
    expect(track.at(-1)).toEqual([47.141, 9.52]);
  });

  it("a route as a printed list", async () => {
    const response = await exported(owner, "route", company.routeId, "pdf");
    expect(response.headers.get("Content-Type")).toBe("application/pdf");
    expect(response.headers.get("Content-Disposition")).toContain("manifest.pdf");
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(Number(response.headers.get("Content-Length"))).toBe(bytes.byteLength);
    const { pages } = pdfText(bytes);
    expect(pages).toHaveLength(1);
    for (const text of [
      `Van 3 · FL ${company.companyId}`,
      "Dora Driver",
      "Mon 23 Nov 2026",
      "08:00",
      "12.3 km",
      "Page 1 of 1",
      "12.5 kg",
      "+423 232 11 22",
      "Order A-17",
      "printed Sat 21 Nov 2026 07:00",
    ])
      expect(pages[0]).toContain(text);
    expect(pages[0]!.replace(/\s+/g, " ")).toMatch(/ETA 08:10.*begin 08:51/);
    expect(pages[0]!.replace(/\s+/g, " ")).toContain("Čížková Müller Ünal Žofie");
    expect(pages[0]).not.toContain("Nobody comes");
  });

  it("a calculation as workbook, CSV and JSON", async () => {
    const book = await bookOf(await exported(owner, "calculation", queryId, "xlsx"));
    expect(book.SheetNames).toEqual(["Summary", "Routes", "Stops", "Unscheduled"]);
    const summary = Object.fromEntries(rowsOf(book, "Summary").map((row) => [row.What, row.Value]));
    expect(summary).toMatchObject({
      Plan: "Plan",
      "Visits asked": 2,
      Routes: 1,
      Unscheduled: 1,
      "Distance km": 8.5,
      "Cost EUR": 123.45,
      "Solving time s": 2.5,
    });
    expect(rowsOf(book, "Routes")[0]).toMatchObject({
      Vehicle: "FL 1",
      Start: serial("2026-11-23", "08:00"),
      Finish: serial("2026-11-23", "08:15"),
    });
    expect(rowsOf(book, "Stops")[1]).toMatchObject({
      "Stop no.": 1,
      Name: "=Bakery",
      Arrival: serial("2026-11-23", "08:10"),
      Warnings: "late by 12 min",
    });
    expect(rowsOf(book, "Unscheduled")[0]).toMatchObject({ Name: "Far away", Reason: "Too far for every vehicle." });
    expect(await (await exported(owner, "calculation", queryId, "csv")).text()).toContain('"\'=Bakery"');
    const response = await exported(owner, "calculation", queryId, "json");
    expect(response.headers.get("Content-Disposition")).toContain('filename="Calculation 2026-11-21 06-00-00.json"');
    expect(await response.json()).toMatchObject({ id: queryId, input: QUERY, output: OUTPUT });
  });

  it("shows question and answer of a calculation apart, and says when there is no answer yet", async () => {
    expect(JSON.parse((await calculationJson(owner, queryId, "input")).text)).toEqual(QUERY);
    expect(JSON.parse((await calculationJson(owner, queryId, "output")).text)).toEqual(OUTPUT);
    await updateCalculation(db(), company.companyId, queryId, { output: null }, NOW);
    await expect(calculationJson(owner, queryId, "output")).rejects.toMatchObject({ status: 404 });
    const book = await bookOf(await exported(owner, "calculation", queryId, "xlsx"));
    expect(rowsOf(book, "Routes")).toEqual([]);
  });

  it("never gives anything to another company", async () => {
    const stranger = await createCompany(db());
    const session = sessionOf(stranger, { isOwner: true }, stranger.ownerId);
    const asked = [
      ["plan", company.planId, ["xlsx", "csv"]],
      ["route", company.routeId, ["xlsx", "csv", "gpx", "pdf"]],
      ["calculation", queryId, ["xlsx", "csv", "json"]],
    ] as const;
    for (const [what, id, formats] of asked) {
      for (const format of formats)
        await expect(exported(session, what, id, format), `${what}.${format}`).rejects.toMatchObject({ status: 404 });
    }
    for (const part of ["input", "output", "all"] as const)
      await expect(calculationJson(session, queryId, part)).rejects.toMatchObject({ status: 404 });
  });

  it("leaves out of a driver's files what is the planners': costs, warnings, recipients' e-mails", async () => {
    await db()("routing_routes").where({ id: company.routeId }).update({ status: 3 });
    const broken = JSON.stringify([{ code: "delay", amount: 60, message: "Late by 1 min" }]);
    await db()("routing_routes").where({ id: company.routeId }).update({ violations: broken });
    await db()("routing_visits").where({ route_id: company.routeId }).update({ violations: broken });
    const heads = async (session: CompanySession) => {
      const book = await bookOf(await exported(session, "route", company.routeId, "xlsx"));
      return book.SheetNames.flatMap((sheet) =>
        XLSX.utils.sheet_to_json<string[]>(book.Sheets[sheet]!, { header: 1 })[0]!.map((head) => `${sheet}: ${head}`),
      );
    };
    const csv = async (session: CompanySession) => (await exported(session, "route", company.routeId, "csv")).text();
    const own = await heads(driver);
    const hidden = (await heads(owner)).filter((head) => !own.includes(head));
    expect(hidden).toEqual(["Routes: Cost points", "Routes: Warnings", "Stops: Recipient email", "Stops: Warnings"]);
    // The rest is what a driver works with.
    expect(own).toEqual(expect.arrayContaining(["Routes: Distance km", "Stops: ETA", "Stops: Recipient phone"]));
    for (const told of ["ann@example.com", "Late by 1 min"])
      expect([(await csv(owner)).includes(told), (await csv(driver)).includes(told)]).toEqual([true, false]);
    // Whoever plans and drives sees it all.
    const both = sessionOf(
      company,
      { isDriver: true, isDispatcher: true, memberId: company.driverId },
      company.driverUserId,
    );
    expect(await heads(both)).toEqual(await heads(owner));
  });

  it("gives a driver the own route alone", async () => {
    await db()("routing_routes").where({ id: company.routeId }).update({ status: 3 });
    expect((await exported(driver, "route", company.routeId, "pdf")).status).toBe(200);
    await expect(exported(driver, "plan", company.planId, "xlsx")).rejects.toMatchObject({ status: 403 });
    await expect(exported(driver, "calculation", queryId, "json")).rejects.toMatchObject({ status: 403 });
    const other = await insertMember(
      db(),
      company.companyId,
      { name: "Otto", surname: "Other", email: "", is_courier: 1 },
      NOW,
    );
    await expect(
      exported(
        sessionOf(company, { isDriver: true, memberId: other }, company.driverUserId),
        "route",
        company.routeId,
        "gpx",
      ),
    ).rejects.toMatchObject({ status: 404 });
    await expect(
      exported(sessionOf(company, {}, company.driverUserId), "route", company.routeId, "csv"),
    ).rejects.toMatchObject({ status: 403 });
  });

  it("knows no other files", () => {
    for (const params of [
      { what: "plan", id: "1", format: "pdf" },
      { what: "visit", id: "1", format: "csv" },
      { what: "plan", id: "0", format: "csv" },
      { what: "plan", id: "../1", format: "csv" },
    ]) {
      expect(ExportParams.safeParse(params).success, JSON.stringify(params)).toBe(false);
    }
  });
});
