import { describe, expect, it } from "vitest";
import { columnIndex, columnLetter } from "~/domain/import/cell";
import { headerKey } from "~/domain/import/headers";
import { chooseColumns, mappingErrors } from "~/domain/import/sheet-mapping";
import { entityOf, fieldsOf, mappingOf, sheetRows as sheet, takeSheet } from "../../../helpers/sheet-rows";
import type { SheetRows, TakenSheet } from "../../../helpers/sheet-rows";

const DEFAULTS = { defaultVisitDuration: 7, defaultVehicleStartHour: "06:00", defaultVehicleEndHour: "15:00" };
const read = (one: SheetRows): TakenSheet => takeSheet(one, mappingOf(one), DEFAULTS);

describe("headers", () => {
  // @spec PC-5.58
  it("are compared without case, space, punctuation and accents", () => {
    expect(headerKey(" Start-Time\n")).toBe("starttime");
    expect(headerKey("Längé")).toBe("lange");
    expect(fieldsOf(["START_TIME", "lat.", "Order no", "Whatever", "visits max"], "visit")).toEqual([
      "startTime",
      "lat",
      "externalId",
      null,
      null,
    ]);
  });
  it("labels win over synonyms, the left column over the right", () => {
    expect(fieldsOf(["Customer", "Name", "Name"], "visit")).toEqual([null, "name", null]);
    expect(fieldsOf(["Customer", "Client"], "visit")).toEqual(["name", null]);
  });
  it("guess the entity", () => {
    expect(entityOf("Sheet1", ["Plate", "Type", "Capacity"])).toBe("vehicle");
    expect(entityOf("Sheet1", ["Name", "Type"])).toBe("visit");
    expect(entityOf("My fleet", ["a"])).toBe("vehicle");
    expect(entityOf("Orders", ["a"])).toBe("visit");
    expect(entityOf("Sheet1", ["a"])).toBeNull();
  });
  it("are found after empty rows, and missed where data begins at once", () => {
    expect(mappingOf(sheet("s", [], ["", null], ["Name", "Latitude"], ["x", 1]))).toMatchObject({
      headerRow: 2,
      entity: "visit",
      columns: ["name", "lat"],
    });
    expect(mappingOf(sheet("s", ["Shop", "Main street", 47.1, 9.5]))).toEqual({
      sheet: "s",
      entity: null,
      headerRow: -1,
      headers: ["Column A", "Column B", "Column C", "Column D"],
      columns: [null, null, null, null],
    });
    expect(mappingOf(sheet("s"))).toMatchObject({ entity: null, headers: [] });
    expect([0, 25, 26, 701, 702].map(columnLetter)).toEqual(["A", "Z", "AA", "ZZ", "AAA"]);
    expect([0, 25, 26, 701, 702].map(columnLetter).map(columnIndex)).toEqual([0, 25, 26, 701, 702]);
  });
  // @spec PC-5.52 PC-5.53
  it("a field moves to the column that is chosen last", () => {
    const choose = (...asked: (string | null | undefined)[]) =>
      chooseColumns(["name", null, "address"], "visit", (column) => asked[column]);
    const used = "This field is already used";
    expect(choose(undefined, "name")).toEqual({ columns: [null, "name", "address"], messages: { 1: used } });
    expect(choose("name", "name", "name")).toEqual({ columns: [null, null, "name"], messages: { 2: used } });
    // Two columns that change places, and one that is cleared, are nobody else's.
    expect(choose("address", null, "name")).toEqual({ columns: ["address", null, "name"], messages: {} });
    expect(choose(null, "name")).toEqual({ columns: [null, "name", "address"], messages: {} });
    expect(choose(undefined, "nonsense")).toEqual({ columns: ["name", null, "address"], messages: {} });
  });
  // @spec PC-5.50 PC-5.51 PC-5.59 PC-3.13 PC-8.02
  it("stop the import until entity and required fields are there", () => {
    const noEntity = mappingOf(sheet("s", ["a"], ["b"]));
    expect(mappingErrors([noEntity])).toEqual(["Please select entity for sheets"]);
    const visits = mappingOf(sheet("Monday", ["Address"], ["b"]));
    const vehicles = mappingOf(sheet("Vans", ["Capacity", "Overtime"], [1, 2]));
    expect(mappingErrors([noEntity, visits, vehicles])).toEqual([
      "Field Name is required in sheet Monday",
      "Field Plate is required in sheet Vans",
    ]);
    expect(mappingErrors([mappingOf(sheet("Monday", ["Name"], ["b"]))])).toEqual([]);
  });
});

describe("rows", () => {
  it("keep a vehicle whose speed was rounded, and list it", () => {
    const { vehicles, notes } = read(sheet("Fleet", ["Plate", "Speed"], ["LI 1", 115], ["LI 2", 45]));
    expect(vehicles).toMatchObject([{ row: 2, item: { plate: "LI 1", speedFactor: 1.2 } }]);
    expect(notes).toMatchObject([
      {
        row: 2,
        column: "B",
        value: "115",
        kind: "changed",
        message: "Row 2: Speed factor '115' is not in steps of 10%. 120% is used.",
      },
      {
        row: 3,
        column: "B",
        value: "45",
        kind: "dropped",
        message: "Row 3: Speed factor '45' must be between 50% and 150%. The row was left out.",
      },
    ]);
  });
  // @spec PC-5.55 PC-5.56 PC-3.20 PC-3.21
  it("take defaults for what is empty", () => {
    const { visits, notes } = read(
      sheet(
        "s",
        ["Name", "Start time", "End time", "Service time", "Package load", "Note"],
        ["A", "", null, "", "", ""],
        ["B", "21:00", "", 0, 3, "ring"],
        ["C", "", "07:00"],
      ),
    );
    expect(notes).toEqual([]);
    expect(
      visits.map((visit) => [
        visit.row,
        visit.item.startTime,
        visit.item.endTime,
        visit.item.serviceTime,
        visit.item.packageLoad,
        visit.item.recipientNote,
      ]),
    ).toEqual([
      [2, "08:00", "20:00", 7, 0, null],
      [3, "21:00", null, 0, 3, "ring"],
      [4, null, "07:00", 7, 0, null],
    ]);
    expect(visits[0]?.item).toMatchObject({ type: "D", lat: null, lng: null, externalId: null });
  });
  // @spec PC-5.54
  it("without a required value are dropped and listed", () => {
    const { visits, notes, rowsTotal } = read(
      sheet("s", ["Name", "Address"], ["A", "x"], [], [" ", "Main street"], ["B", ""]),
    );
    expect([visits.length, rowsTotal]).toEqual([2, 3]);
    expect(notes).toMatchObject([
      {
        row: 4,
        column: "A",
        field: "Name",
        value: " ",
        message: "Row 4: Name is empty. The row was left out.",
        kind: "dropped",
      },
    ]);
  });
  it("keep the stop when another value is bad, and name row, column and value", () => {
    const { visits, notes } = read(
      sheet(
        "s",
        ["Name", "Latitude", "Longitude", "Package load", "Start time", "End time", "Type"],
        ["A", "47,12x", 9.5, "about 5 kg", "12:00", "08:00", "gift"],
        ["B", 123.4, -999],
        ["C", 0, 0],
        ["D", 47.1, ""],
      ),
    );
    expect(visits.map((visit) => [visit.item.lat, visit.item.lng])).toEqual([
      [null, null],
      [null, null],
      [null, null],
      [null, null],
    ]);
    expect(visits[0]?.item).toMatchObject({ packageLoad: 0, startTime: "08:00", endTime: "20:00", type: "D" });
    expect(notes.map((note) => `${note.column} ${note.message}`)).toEqual([
      "B Row 2: Latitude '47,12x' is no number. Fix it in the file or set the place on the map.",
      "D Row 2: Package load 'about 5 kg' is no number. The default is used.",
      "G Row 2: Type 'gift' is neither Delivery nor Pickup. The default is used.",
      "E Row 2: Start time must be less than end time (12:00–08:00). The default is used.",
      "B Row 3: Latitude '123.4' is outside -90 to 90. Fix it in the file or set the place on the map.",
      "C Row 3: Longitude '-999' is outside -180 to 180. Fix it in the file or set the place on the map.",
      "B Row 4: Latitude '0', Longitude '0' is no valid place. Fix it in the file or set the place on the map.",
      "B Row 5: Latitude '47.1', Longitude '' is no valid place. Fix it in the file or set the place on the map.",
    ]);
    expect(notes.every((note) => note.kind !== "dropped")).toBe(true);
  });
  // @spec PC-3.14 PC-3.05 PC-3.06
  it("of vehicles take the company's hours", () => {
    const { vehicles } = read(
      sheet(
        "s",
        ["Plate", "Type", "Speed factor", "Break start", "Break end", "Break duration"],
        ["LI 1", "", "", "", "", ""],
        ["LI 2", "truck", 0.9, "12:00", "13:00", 30],
      ),
    );
    expect(vehicles.map((vehicle) => vehicle.item)).toMatchObject([
      {
        plate: "LI 1",
        title: "LI 1",
        type: "auto",
        workHourStart: "06:00",
        workHourEnd: "15:00",
        speedFactor: 1,
        breakStart: null,
        breakDuration: null,
        maxQuantity: 0,
      },
      { type: "truck", speedFactor: 0.9, breakStart: "12:00", breakEnd: "13:00", breakDuration: 30 },
    ]);
  });
  it.each([
    ["Capacity", "-2", "must be between 0 and 999999"],
    ["Capacity", "about 6", "is no number"],
    ["Max load", -800, "must be between 0 and 9999999"],
    ["Max load", "8OO", "is no number"],
    ["Visits max", 2.5, "is no whole number"],
    ["Visits max", -1, "must be between 0 and 9999"],
    ["Visits max", 20_000, "must be between 0 and 9999"],
    ["Max distance", "1e9", "must be between 0 and 9999"],
    ["Max distance", 20_000, "must be between 0 and 9999"],
    ["Max distance", "far", "is no number"],
    ["Overtime", "-30", "must be between 0 and 999"],
    ["Overtime", 30.5, "is no whole number"],
    ["Overtime", "1:70", "is no number"],
    ["Speed factor", 3, "must be between 50% and 150%"],
    ["Speed factor", -1, "must be between 50% and 150%"],
    ["Speed factor", "fast", "is no number"],
  ])("of a vehicle whose %s is %j are left out, not imported without a limit", (field, value, fault) => {
    const { vehicles, notes, rowsTotal } = read(
      sheet("s", ["Plate", "Type", field], ["LI 1", "boat", value], ["LI 2", "truck", ""]),
    );
    expect([rowsTotal, vehicles.map((vehicle) => vehicle.item.plate)]).toEqual([2, ["LI 2"]]);
    expect(notes).toMatchObject([
      {
        row: 2,
        column: "C",
        field,
        value: String(value),
        message: `Row 2: ${field} '${value}' ${fault}. The row was left out.`,
        kind: "dropped",
      },
    ]);
  });
  it("of visits keep the stop with the default amounts", () => {
    const { visits, notes } = read(
      sheet("s", ["Name", "Service time", "Package load", "Package capacity"], ["A", -5, "-3", "a lot"]),
    );
    expect(visits.map((visit) => visit.item)).toMatchObject([{ serviceTime: 7, packageLoad: 0, packageCapacity: 0 }]);
    expect(notes.map((note) => [note.field, note.kind, note.message.endsWith("The default is used.")])).toEqual([
      ["Service time", "defaulted", true],
      ["Package load", "defaulted", true],
      ["Package capacity", "defaulted", true],
    ]);
  });
  it("of visits tell odd telephone numbers and service times by row and value, and keep what can be used", () => {
    const { visits, notes } = read(
      sheet(
        "s",
        ["Name", "Phone", "Service time", "Postcode"],
        ["A", "236 11 11", 500, 9490],
        ["B", "call me", -5, "9".repeat(51)],
        ["C", "+423 236 11 11", "7,5", ""],
        ["D", "1".repeat(51), "soon", ""],
      ),
    );
    expect(visits.map(({ item }) => [item.recipientPhone, item.serviceTime, item.postcode.length])).toEqual([
      ["236 11 11", 99.9, 4],
      ["call me", 7, 50],
      ["+423 236 11 11", 7.5, 0],
      ["1".repeat(50), 7, 0],
    ]);
    expect(notes.map((note) => note.message)).toEqual([
      "Row 2: Recipient phone '236 11 11' is not correct. It was kept as it is.",
      "Row 2: Service time '500' is longer than 99.9 minutes. 99.9 is used.",
      "Row 3: Recipient phone 'call me' is not correct. It was kept as it is.",
      "Row 3: Service time '-5' is less than 0. The default is used.",
      `Row 3: Postcode '${"9".repeat(51)}' is longer than 50 characters. It was cut.`,
      `Row 5: Recipient phone '${"1".repeat(51)}' is longer than 50 characters. It was cut.`,
      "Row 5: Service time 'soon' is no number. The default is used.",
    ]);
  });
  it("of visits leave out an e-mail address that is none, and say so", () => {
    const { visits, notes } = read(sheet("s", ["Name", "E-Mail"], ["A", "Ann@Example.com"], ["B", "see phone"]));
    expect(visits.map(({ item }) => item.recipientEmail)).toEqual(["ann@example.com", ""]);
    expect(notes.map((note) => note.message)).toEqual([
      "Row 3: Recipient email 'see phone' is not correct. It was left empty.",
    ]);
  });
  it("of a sheet without an entity give nothing", () => {
    const one = sheet("s", ["a"], ["b"]);
    expect(takeSheet(one, mappingOf(one), DEFAULTS)).toMatchObject({
      rowsTotal: 0,
      visits: [],
      vehicles: [],
      notes: [],
    });
  });
});
