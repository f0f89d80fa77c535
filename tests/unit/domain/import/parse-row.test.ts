import { describe, expect, it } from "vitest";
import type { Cell, SheetRow } from "~/domain/import/cell";
import type { ImportClock } from "~/domain/import/dated-time";
import type { ImportEntity } from "~/domain/import/import-fields";
import { parseRow } from "~/domain/import/parse-row";
import type { RowResult } from "~/domain/import/parse-row";
import type { SheetMapping } from "~/domain/import/sheet-mapping";

const DEFAULTS = { defaultVisitDuration: 7, defaultVehicleStartHour: "06:00", defaultVehicleEndHour: "15:00" };

/** A row under these headers; a header 'Text=field' is mapped to the field. */
function parsed(
  headers: readonly string[],
  cells: readonly Cell[],
  {
    entity = "visit",
    hiddenRows = false,
    clock,
    ...row
  }: { entity?: ImportEntity; hiddenRows?: boolean; clock?: ImportClock } & Partial<SheetRow> = {},
): RowResult | null {
  const mapping: SheetMapping = {
    sheet: "s",
    entity,
    headerRow: 0,
    headers: headers.map((header) => header.split("=")[0] ?? ""),
    columns: headers.map((header) => header.split("=")[1] ?? null),
  };
  return parseRow(mapping, { row: 2, ...row, cells }, { defaults: { ...DEFAULTS, clock }, hiddenRows });
}
const itemOf = (headers: readonly string[], ...cells: Cell[]) =>
  parsed(["Name=name", ...headers], ["A", ...cells])?.item;
const notesOf = (headers: readonly string[], ...cells: Cell[]) =>
  parsed(["Name=name", ...headers], ["A", ...cells])?.notes;

describe("an address in columns of its own", () => {
  const PARTS = ["Strasse=street", "Nr=houseNumber", "PLZ=postcode", "Ort=city", "Land=country"];
  it("is joined, its postcode kept apart", () => {
    expect(itemOf(PARTS, "Main street", 5, 9490, "Vaduz", "Liechtenstein")).toMatchObject({
      address: "Main street 5, Vaduz, Liechtenstein",
      postcode: "9490",
    });
    expect(itemOf(PARTS, "Main street", null, null, "Vaduz", null)).toMatchObject({ address: "Main street, Vaduz" });
    expect(itemOf(PARTS, null, null, null, "Vaduz", null)).toMatchObject({ address: "Vaduz" });
  });
  it("says nothing twice, and a whole address comes before its parts", () => {
    expect(itemOf(["A=address", ...PARTS], "Hill road 6, VADUZ", "Main street", 5, null, "Vaduz", null)).toMatchObject({
      address: "Hill road 6, VADUZ",
    });
  });
  it("is cut where it is too long together", () => {
    expect(itemOf(PARTS, "x".repeat(250), 5, null, "Vaduz", null)).toMatchObject({
      address: `${"x".repeat(250)} 5, V`,
    });
  });
});

describe("two values in one column", () => {
  it("fill both fields; columns of their own come first", () => {
    expect(itemOf(["W=timeWindow", "P=coordinates"], "9-11:30", "47,14; 9,52")).toMatchObject({
      startTime: "09:00",
      endTime: "11:30",
      lat: 47.14,
      lng: 9.52,
    });
    expect(itemOf(["W=timeWindow", "S=startTime"], "9-11", "10:00")).toMatchObject({
      startTime: "10:00",
      endTime: "11:00",
    });
    expect(itemOf(["S=startTime", "W=timeWindow"], "10:00", "9-11")).toMatchObject({
      startTime: "10:00",
      endTime: "11:00",
    });
    expect(itemOf(["S=startTime", "W=timeWindow"], "", "ab 9")).toMatchObject({ startTime: "09:00", endTime: "20:00" });
    expect(
      parsed(["P=plate", "W=workHours", "B=breakHours"], ["LI 1", "07:00-16:00", "12-13"], { entity: "vehicle" })?.item,
    ).toMatchObject({ workHourStart: "07:00", workHourEnd: "16:00", breakStart: "12:00", breakEnd: "13:00" });
  });
  it("are noted when they are none", () => {
    expect(notesOf(["Zeit=timeWindow", "GPS=coordinates"], "morning", "here")).toEqual([
      {
        row: 2,
        column: "B",
        header: "Zeit",
        field: "Time window",
        value: "morning",
        code: "not_window",
        message: "Row 2: Time window 'morning' is no time window (08:00-12:00). The default is used.",
        kind: "defaulted",
      },
      {
        row: 2,
        column: "C",
        header: "GPS",
        field: "Coordinates",
        value: "here",
        code: "not_place",
        message:
          "Row 2: Coordinates 'here' is no pair of coordinates (47.14, 9.52). " +
          "Fix it in the file or set the place on the map.",
        kind: "defaulted",
      },
    ]);
    expect(notesOf(["W=timeWindow"], "12-9")).toMatchObject([
      {
        column: "B",
        code: "window_order",
        message: "Row 2: Start time must be less than end time (12-9). The default is used.",
      },
    ]);
    expect(notesOf(["W=timeWindow"], "8:75-12:00")).toMatchObject([
      {
        kind: "changed",
        message: "Row 2: Time window '8:75-12:00' has more than 59 minutes. 08:59–12:00 is used.",
      },
    ]);
    expect(notesOf(["W=timeWindow"], ["e", "#REF!", "#REF!"])).toMatchObject([{ code: "error_cell", value: "#REF!" }]);
  });
});

describe("times with their date", () => {
  const clock = { timeZone: "Europe/Vaduz", serviceDate: "2027-12-30" };
  const ofPlan = (headers: readonly string[], ...cells: Cell[]) =>
    parsed(["Name=name", ...headers], ["A", ...cells], { clock })!;
  const HOURS = ["From=startTime", "To=endTime"];
  it("are those of the warehouse's clock where they say their distance from UTC", () => {
    const { item, notes } = ofPlan(HOURS, "2027-12-30T08:00:00Z", "2027-12-30T12:00:00+01:00");
    expect(item).toMatchObject({ startTime: "09:00", endTime: "12:00" });
    expect(notes).toEqual([]);
    expect(ofPlan(["W=timeWindow"], "2027-12-30T08:00Z - 2027-12-30T10:00Z").item).toMatchObject({
      startTime: "09:00",
      endTime: "11:00",
    });
  });
  it("are used and listed where it isn't the plan's", () => {
    const { item, notes } = ofPlan(HOURS, "2027-12-31 08:00", ["d", "2027-12-30 10:00", "30.12.2027 10:00"]);
    expect(item).toMatchObject({ startTime: "08:00", endTime: "10:00" });
    expect(notes).toMatchObject([
      {
        column: "B",
        code: "other_day",
        kind: "changed",
        message:
          "Row 2: Start time '2027-12-31 08:00' is of Fri 31 Dec 2027, and the plan of Thu 30 Dec 2027. 08:00 is used.",
      },
    ]);
    expect(ofPlan(["W=timeWindow"], "2027-12-31 08:00 - 2027-12-31 12:00").notes).toMatchObject([
      { code: "other_day", kind: "changed" },
    ]);
    const hours = ["Plate=plate", "From=workHourStart"];
    const vehicle = parsed(hours, ["LI 1", "2027-12-31 08:00"], { entity: "vehicle", clock });
    expect(vehicle).toMatchObject({ item: { workHourStart: "08:00" }, notes: [] });
  });
});

describe("midnight as an end", () => {
  const HOURS = ["From=startTime", "To=endTime"];
  it.each([
    ["20:00", "00:00", "20:00", "24:00"],
    ["20:00", 0, "20:00", "24:00"],
    [null, "0:00", "08:00", "24:00"],
    ["00:00", "06:00", "00:00", "06:00"],
  ] as const)("%j - %j is %s - %s", (from, to, startTime, endTime) => {
    expect(itemOf(HOURS, from, to)).toMatchObject({ startTime, endTime });
    expect(notesOf(HOURS, from, to)).toEqual([]);
  });
  it("is that of the plan's day, also where its date says the next", () => {
    const clock = { timeZone: "Europe/Vaduz", serviceDate: "2027-12-30" };
    const cells = ["A", "2027-12-30 20:00", "2027-12-31 00:00"];
    expect(parsed(["Name=name", ...HOURS], cells, { clock })).toMatchObject({
      item: { startTime: "20:00", endTime: "24:00" },
      notes: [],
    });
  });
  it("leaves a range in the wrong order to the default", () => {
    expect(itemOf(HOURS, "00:00", "00:00")).toMatchObject({ startTime: "08:00", endTime: "20:00" });
    expect(notesOf(HOURS, "00:00", "00:00")).toMatchObject([{ code: "window_order" }]);
  });
});

describe("a window over midnight", () => {
  const HOURS = ["From=startTime", "To=endTime"];
  it("leaves the row out, as no visit has one and the default would be the opposite hours", () => {
    const sentence = "A day's windows end at 24:00. The row was left out.";
    expect(parsed(["Name=name", ...HOURS], ["A", "22:00", "02:00"])).toMatchObject({
      outcome: "dropped",
      notes: [
        {
          ...{ row: 2, column: "B", value: "22:00", code: "over_midnight", kind: "dropped" },
          message: `Row 2: The time window '22:00–02:00' goes over midnight. ${sentence}`,
        },
      ],
    });
    expect(parsed(["Name=name", "W=timeWindow"], ["A", "20-6 Uhr"])).toMatchObject({
      outcome: "dropped",
      notes: [{ column: "B", message: `Row 2: The time window '20-6 Uhr' goes over midnight. ${sentence}` }],
    });
  });
  it.each([
    ["22:00", "24:00"],
    ["22:00", "0:00"],
  ])("is none that ends with the day: %s - %s", (from, to) => {
    expect(itemOf(HOURS, from, to)).toMatchObject({ startTime: "22:00", endTime: "24:00" });
  });
  it("is none that is in the wrong order: it would be longer than half a day", () => {
    expect(itemOf(HOURS, "16:00", "12:00")).toMatchObject({ startTime: "08:00", endTime: "20:00" });
    expect(notesOf(HOURS, "16:00", "12:00")).toMatchObject([{ code: "window_order" }]);
  });
  it("leaves no vehicle out", () => {
    const vehicle = parsed(["Plate=plate", "From=workHourStart", "To=workHourEnd"], ["LI 1", "22:00", "06:00"], {
      entity: "vehicle",
    });
    expect(vehicle).toMatchObject({ outcome: "ok", notes: [{ code: "window_order" }] });
  });
});

describe("a unit in the header", () => {
  it("counts for values without one", () => {
    expect(itemOf(["Gewicht (t)=packageLoad", "Dauer (h)=serviceTime"], "1,5", 0.5)).toMatchObject({
      packageLoad: 1500,
      serviceTime: 30,
    });
    expect(itemOf(["Gewicht (t)=packageLoad"], "500 kg")).toMatchObject({ packageLoad: 500 });
    expect(itemOf(["Gewicht (km)=packageLoad"], 5)).toMatchObject({ packageLoad: 5 });
  });
});

describe("a whole row", () => {
  it("is no data up to the header row", () => {
    expect(parsed(["Name=name"], ["Name"], { row: 1 })).toBeNull();
    expect(parsed(["Name=name"], ["A"], { row: 2 })).toMatchObject({ outcome: "ok", row: 2 });
  });
  it("that the file hides is left out with a note, or taken when the user says so", () => {
    expect(parsed(["Name=name"], ["A"], { hidden: true })).toEqual({
      outcome: "dropped",
      row: 2,
      entity: "visit",
      item: null,
      notes: [
        {
          row: 2,
          column: null,
          header: null,
          field: null,
          value: "",
          code: "hidden",
          message: "Row 2: The row is hidden in the file. It was left out.",
          kind: "dropped",
        },
      ],
    });
    expect(parsed(["Name=name"], ["A"], { hidden: true, hiddenRows: true })).toMatchObject({
      outcome: "ok",
      notes: [],
    });
  });
  it("that repeats the headers is left out; one cell like its header is a value", () => {
    expect(parsed(["Name=name", "City=city"], ["NAME", "City"], { row: 50 })).toMatchObject({
      outcome: "dropped",
      notes: [{ row: 50, code: "headers_again", message: "Row 50: The row repeats the headers. It was left out." }],
    });
    expect(parsed(["Name=name", "City=city"], ["Name", null])).toMatchObject({ outcome: "ok" });
    expect(parsed(["Name=name", "City=city"], ["Name", "Vaduz"])).toMatchObject({ outcome: "ok" });
  });
  it("without a required value is left out with that alone", () => {
    expect(parsed(["Load=packageLoad", "Name=name"], ["much", " "])).toMatchObject({
      outcome: "dropped",
      item: null,
      notes: [{ column: "B", code: "required", message: "Row 2: Name is empty. The row was left out." }],
    });
    expect(parsed(["Name=name"], [["e", "#N/A", "#N/A"]])).toMatchObject({
      outcome: "dropped",
      notes: [
        { code: "error_cell", message: "Row 2: Name '#N/A' is an error in the spreadsheet. The row was left out." },
      ],
    });
  });
  it("tells by its notes what became of each value", () => {
    const { notes, item } =
      parsed(
        ["Name=name", "Tel=recipientPhone", "Note=recipientNote", "Zeit=startTime", "Id=externalId"],
        ["x".repeat(256), "111", "y".repeat(2_001), "later", ["e", "#REF!", "#REF!"]],
      ) ?? {};
    expect(notes?.map(({ field, kind, code }) => [field, kind, code])).toEqual([
      ["Name", "changed", "too_long"],
      ["Recipient phone", "kept", "phone"],
      ["Recipient note", "changed", "too_long"],
      ["Start time", "defaulted", "not_time"],
      ["External id", "defaulted", "error_cell"],
    ]);
    expect(notes?.[4]?.message).toBe("Row 2: External id '#REF!' is an error in the spreadsheet. It was left empty.");
    expect(item).toMatchObject({ name: "x".repeat(255), recipientPhone: "111", startTime: "08:00", externalId: null });
  });
  it("loses control characters, and headers of any name are texts", () => {
    expect(parsed(["__proto__=name", "constructor=externalId"], ["A\u0000\u0007B", "C\u200b"])).toMatchObject({
      item: { name: "AB", externalId: "C" },
      notes: [],
    });
    expect(parsed(["Name=name", "x=__proto__", "y=constructor"], ["A", "B", "C"])).toMatchObject({ notes: [] });
  });
  it("of a sheet without an entity is nothing", () => {
    const mapping = { sheet: "s", entity: null, headerRow: 0, headers: ["Name"], columns: [null] };
    expect(parseRow(mapping, { row: 2, cells: ["A"] }, { defaults: DEFAULTS, hiddenRows: false })).toBeNull();
  });
});

describe("a row that adds up the others", () => {
  const LIST = ["Name=name", "Adresse=address", "Kg=packageLoad", "Min=serviceTime", "Tour"];
  const of = (cells: readonly Cell[], row: Partial<SheetRow> = {}, headers = LIST) => {
    const result = parsed(headers, cells, row);
    return [result?.outcome, ...(result?.notes ?? []).map(({ code, kind, column }) => [code, kind, column].join(" "))];
  };

  it.each(["Gesamt", "Totaal", "TOTAL:", "Summe (kg)", "Total 14", "Разом", "Sub-total", "Łącznie"])(
    "%j is left out, and says so at its name",
    (name) => expect(of([name, null, 1212.5, 40, 3])).toEqual(["dropped", "total dropped A"]),
  );
  it("is left out where its formulas have no values, too", () => {
    expect(of(["Gesamt", null, null, null])).toEqual(["dropped", "total dropped A"]);
    expect(parsed(LIST, ["Gesamt", null, 12])?.notes[0]?.message).toBe(
      "Row 2: 'Gesamt' looks like a total. The row was left out.",
    );
  });
  it("is a visit as soon as it has an address, an id or a person, or another name", () => {
    expect(of(["Total", "Main street 5", 12])).toEqual(["ok"]);
    expect(of(["Total", null, 12, "E-1"], {}, ["N=name", "A=address", "Kg=packageLoad", "Id=externalId"])).toEqual([
      "ok",
    ]);
    expect(of(["Total Energies", null, 12])).toEqual(["ok"]);
    expect(of(["Summer", null, 12])).toEqual(["ok"]);
  });
  it("is kept with a remark where no row has an address, and where only its place and its sums speak for it", () => {
    expect(of(["Total", 12], {}, ["N=name", "Kg=packageLoad"])).toEqual(["ok", "total kept A"]);
    expect(of(["14 stops", null, 1212.5], { last: true })).toEqual(["ok", "total kept A"]);
    expect(of(["14 stops", null, 1212.5])).toEqual(["ok"]);
    expect(of(["Ash", "Main street 5", 1212.5], { last: true })).toEqual(["ok"]);
    expect(of(["Ash", null, null], { last: true })).toEqual(["ok"]);
    expect(of(["Ash", 5], { last: true }, ["N=name", "Kg=packageLoad"])).toEqual(["ok"]);
  });
  it("is no vehicle either", () => {
    const fleet = ["Plate=plate", "Kg=maxLoad", "Type=type"];
    expect(parsed(fleet, ["Gesamt", 4000], { entity: "vehicle" })?.outcome).toBe("dropped");
    expect(parsed(fleet, ["LI 5", 4000], { entity: "vehicle", last: true })?.notes).toEqual([]);
    expect(parsed(fleet, ["Total", 4000, "Car"], { entity: "vehicle" })?.outcome).toBe("ok");
  });
});
