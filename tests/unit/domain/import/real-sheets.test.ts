import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rowParser } from "~/domain/import/parse-row";
import type { RowResult } from "~/domain/import/parse-row";
import { proposeEntity, proposeSheet } from "~/domain/import/propose-mapping";
import type { ProposedSheet } from "~/domain/import/propose-mapping";
import { convertFile } from "~/services/spreadsheet/convert";
import { readRows } from "~/services/spreadsheet/rows-file";
import { REAL_FILES } from "../../../helpers/workbooks";

if (!existsSync(REAL_FILES)) console.warn(`Left out: real spreadsheets by their rows, ${REAL_FILES} is not there`);

const DEFAULTS = { defaultVisitDuration: 7, defaultVehicleStartHour: "06:00", defaultVehicleEndHour: "15:00" };
const VISIT_COLUMNS = [
  "externalId",
  "name",
  "address",
  "postcode",
  "type",
  "startTime",
  "endTime",
  "serviceTime",
  "packageCapacity",
  "packageLoad",
  "lat",
  "lng",
  "recipientName",
  "recipientPhone",
  "recipientNote",
];

interface Taken {
  mapping: ProposedSheet;
  results: RowResult[];
}

describe.skipIf(!existsSync(REAL_FILES))("the real spreadsheets, converted, mapped as proposed and parsed", () => {
  let folder: string;
  beforeAll(() => (folder = mkdtempSync(path.join(tmpdir(), "route-platform-real-"))));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function take(file: string): Promise<Taken[]> {
    const target = path.join(folder, "rows");
    const answer = convertFile(readFileSync(path.join(REAL_FILES, file)), file, target);
    if (!answer.ok) throw new Error(answer.fault);
    return Promise.all(
      answer.sheets.map(async ({ name, headers, headerRow, preview, rowsTotal }, sheet) => {
        const sample = { name, headers, rows: preview.filter(({ row }) => row > headerRow + 1) };
        const mapping = proposeSheet(sample, headerRow, proposeEntity(sample));
        const parse = rowParser(mapping, { defaults: DEFAULTS, hiddenRows: false });
        const { rows } = await readRows(target, sheet, 0, rowsTotal);
        return { mapping, results: rows.map(parse).filter((result) => result !== null) };
      }),
    );
  }
  const one = async (file: string): Promise<Taken> => {
    const [first, ...others] = await take(file);
    expect(others).toEqual([]);
    return first!;
  };
  const notesOf = ({ results }: Taken) => results.flatMap(({ notes }) => notes.map(({ message }) => message));
  const dropped = ({ results }: Taken) => results.filter(({ outcome }) => outcome === "dropped").map(({ row }) => row);
  const visits = ({ results }: Taken) =>
    results.flatMap((result) => (result.outcome === "ok" && result.entity === "visit" ? [result.item] : []));

  it.each([
    ["visits-150.xlsx", 150],
    ["visits-150.xls", 150],
    ["visits-1000.xlsx", 1000],
  ])("%s: every column is known, every row is a visit without a note", async (file, rows) => {
    const taken = await one(file);
    expect(taken.mapping).toMatchObject({ entity: "visit", headerRow: 0, columns: VISIT_COLUMNS });
    expect(taken.mapping.proposals.every(({ sure }) => sure)).toBe(true);
    expect(visits(taken)).toHaveLength(rows);
    expect(notesOf(taken)).toEqual([]);
  });

  it("vehicles-8.xlsx and visits-and-vehicles.xlsx: each sheet is what it is", async () => {
    const [fleet] = await take("vehicles-8.xlsx");
    expect(fleet!.mapping.entity).toBe("vehicle");
    expect(fleet!.results.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 8 }, () => "ok"));
    const [stops, vans] = await take("visits-and-vehicles.xlsx");
    expect([stops!, vans!].map(({ mapping, results }) => [mapping.sheet, mapping.entity, results.length])).toEqual([
      ["Visits", "visit", 60],
      ["Vehicles", "vehicle", 4],
    ]);
    expect([fleet!, stops!, vans!].flatMap(notesOf)).toEqual([]);
  });

  it("visits-150.xlsx and vehicles-8.xlsx: the values themselves", async () => {
    expect(visits(await one("visits-150.xlsx"))[1]).toMatchObject({
      name: "Shop Josef Murr Weg 4, Mauren",
      postcode: "9493",
      startTime: "08:00",
      endTime: "20:00",
      serviceTime: 15,
      packageCapacity: 0.377,
      packageLoad: 10.9,
      lat: 47.215559,
      recipientNote: "Call before arrival",
      externalId: "LI-10002",
    });
    expect((await one("vehicles-8.xlsx")).results[1]?.item).toMatchObject({
      plate: "LI 2137",
      capacity: 6,
      maxLoad: 800,
      maxQuantity: 40,
      maxDistance: 250,
      overtime: 30,
      breakStart: "12:00",
      breakEnd: "14:00",
      breakDuration: 30,
    });
  });

  it("addresses-only-40.xlsx: visits with an address and no place", async () => {
    const taken = await one("addresses-only-40.xlsx");
    expect(taken.mapping.columns).toEqual(["name", "address", "postcode"]);
    expect(visits(taken)).toHaveLength(40);
    expect(visits(taken).every(({ lat, address }) => lat === null && address !== "")).toBe(true);
    expect(notesOf(taken)).toEqual([]);
  });

  it("own-headers-80.xlsx: all German headers are found, surely", async () => {
    const taken = await one("own-headers-80.xlsx");
    expect(taken.mapping.proposals.map(({ field, sure }) => (sure ? field : `${field}?`))).toEqual([
      "name",
      "street",
      "postcode",
      "startTime",
      "endTime",
      "serviceTime",
      "packageLoad",
      "packageCapacity",
      "lat",
      "lng",
      "recipientPhone",
    ]);
    expect(visits(taken)).toHaveLength(80);
    expect(visits(taken)[0]).toMatchObject({
      name: "Household Sennwisstrasse 35",
      address: "Sennwisstrasse 35",
      startTime: "08:00",
      endTime: "20:00",
      serviceTime: 8,
      packageLoad: 14.5,
      packageCapacity: 0.085,
      lat: 47.117688,
      lng: 9.545381,
      recipientPhone: "+423 248 41 33",
    });
    expect(notesOf(taken)).toEqual([]);
  });

  it("bad/comma-decimals-and-text.xlsx: commas are read, faults are noted, and no row is lost", async () => {
    const taken = await one("bad/comma-decimals-and-text.xlsx");
    expect(visits(taken)).toHaveLength(20);
    expect(visits(taken)[0]).toMatchObject({ lat: 47.115747, lng: 9.550274, startTime: "08:00", packageLoad: 0 });
    const late = [2, 8, 14, 20].map((row) => `Row ${row}: Start time '25:99' is no time (HH:mm). The default is used.`);
    const light = [2, 5, 8, 11, 14, 17, 20].map(
      (row) => `Row ${row}: Package load 'about 5 kg' is no number. The default is used.`,
    );
    expect(notesOf(taken).sort()).toEqual([...late, ...light].sort());
  });

  it("bad/duplicate-headers.xlsx: the left of two columns counts", async () => {
    const taken = await one("bad/duplicate-headers.xlsx");
    expect(taken.mapping.columns).toEqual(["name", null, "address", "lat", "lng"]);
    expect([visits(taken).length, visits(taken)[0]?.name, notesOf(taken)]).toEqual([
      20,
      "Workshop Guferwaldstrasse 14",
      [],
    ]);
  });

  it("bad/empty-required.xlsx: every other row has no name and is left out", async () => {
    const taken = await one("bad/empty-required.xlsx");
    expect(dropped(taken)).toEqual([3, 5, 7, 9, 11, 13, 15, 17, 19, 21]);
    expect(notesOf(taken)).toEqual(dropped(taken).map((row) => `Row ${row}: Name is empty. The row was left out.`));
    expect(visits(taken)).toHaveLength(10);
  });

  it("bad/excel-times-and-dates.xlsx: fractions of a day are times", async () => {
    const taken = await one("bad/excel-times-and-dates.xlsx");
    expect(visits(taken).map(({ startTime, endTime }) => `${startTime}-${endTime}`)).toEqual(
      Array.from({ length: 20 }, () => "08:00-17:30"),
    );
    expect(notesOf(taken)).toEqual([]);
  });

  it("bad/formulas-and-markup.xlsx: texts stay texts", async () => {
    const taken = await one("bad/formulas-and-markup.xlsx");
    expect(
      visits(taken)
        .map(({ name }) => name)
        .slice(0, 5),
    ).toEqual([
      '=HYPERLINK("http://example.invalid","x")',
      "<img src=x onerror=alert(1)>",
      "Robert'); DROP TABLE visits;--",
      "+1+cmd|calc",
      "name 😀 ürümqi 東京",
    ]);
    expect([visits(taken).length, notesOf(taken)]).toEqual([20, []]);
  });

  it("bad/no-header.xlsx: the columns are told by what they hold, none of them surely", async () => {
    const taken = await one("bad/no-header.xlsx");
    expect(taken.mapping).toMatchObject({
      entity: "visit",
      headerRow: -1,
      headers: ["Column A", "Column B", "Column C", "Column D"],
      columns: ["name", "address", "lat", "lng"],
    });
    expect(taken.mapping.proposals.some(({ sure }) => sure)).toBe(false);
    expect(visits(taken)).toHaveLength(20);
    expect(visits(taken)[0]).toMatchObject({ name: "Workshop Guferwaldstrasse 14", lat: 47.115747, lng: 9.550274 });
  });

  it("bad/out-of-range-coordinates.xlsx: visits without a place, each with its reason", async () => {
    const taken = await one("bad/out-of-range-coordinates.xlsx");
    expect(visits(taken).map(({ lat, lng }) => [lat, lng])).toEqual(Array.from({ length: 20 }, () => [null, null]));
    const fix = "Fix it in the file or set the place on the map.";
    expect(notesOf(taken)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 2).flatMap((row) =>
        row % 2 === 0
          ? [`Row ${row}: Latitude '0', Longitude '0' is no valid place. ${fix}`]
          : [
              `Row ${row}: Latitude '123.4' is outside -90 to 90. ${fix}`,
              `Row ${row}: Longitude '-999' is outside -180 to 180. ${fix}`,
            ],
      ),
    );
  });

  it.each([
    ["bad/empty.xlsx", "no_rows"],
    ["bad/not-a-workbook.xlsx", "not_workbook"],
    ["bad/truncated.xlsx", "damaged"],
  ])("%s is refused as %s, and no file is left", async (file, fault) => {
    await expect(take(file)).rejects.toThrow(fault);
    expect(existsSync(path.join(folder, "rows"))).toBe(false);
  });
});
