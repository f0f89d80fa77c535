import { describe, expect, it } from "vitest";
import { changedFieldWords, distinctFields, fieldsChanged, reversedFields } from "~/domain/plan/changed-fields";
import type { ChangedEntity, ChangeNames } from "~/domain/plan/changed-fields";

const names: ChangeNames = {
  route: (id) => (id === 1 ? "Route A" : undefined),
  vehicle: (id) => (id === 2 ? "Van" : undefined),
  driver: (id) => (id === 3 ? "R. Beck" : undefined),
  template: (id) => (id === 4 ? "At the door" : undefined),
};
const words = (of: ChangedEntity, field: string, from: unknown, to: unknown) =>
  changedFieldWords({ of, field, from, to }, names);

describe("what a change wrote", () => {
  it("is listed with both values, where people know the field", () => {
    const before = { id: 1, title: "Monday", serviceDate: "2026-06-01", version: 1 };
    expect(fieldsChanged("plan", before, { id: 1, title: "Tuesday", serviceDate: "2026-06-01", version: 2 })).toEqual([
      { of: "plan", field: "title", from: "Monday", to: "Tuesday" },
    ]);
  });
  it("counts what is missing as null, on either side, and no value as no change", () => {
    expect(
      fieldsChanged("visit", { name: "Bakery", postcode: null }, { address: "Main street", postcode: undefined }),
    ).toEqual([
      { of: "visit", field: "address", from: null, to: "Main street" },
      { of: "visit", field: "name", from: "Bakery", to: null },
    ]);
  });
  it("keeps zero, which is a value", () => {
    expect(fieldsChanged("visit", { serviceTime: 0 }, { serviceTime: 5 })).toEqual([
      { of: "visit", field: "serviceTime", from: 0, to: 5 },
    ]);
    expect(fieldsChanged("visit", { serviceTime: 5 }, { serviceTime: 0 })).toEqual([
      { of: "visit", field: "serviceTime", from: 5, to: 0 },
    ]);
  });
  it("names a vehicle's settings one by one", () => {
    const before = { isLocked: false, vehicleSettings: { speedFactor: 1, maxDistance: 90 } };
    expect(
      fieldsChanged("route", before, { isLocked: false, vehicleSettings: { speedFactor: 0.8, maxDistance: 90 } }),
    ).toEqual([{ of: "route", field: "speedFactor", from: 1, to: 0.8 }]);
    expect(fieldsChanged("route", { vehicleSettings: null }, { vehicleSettings: { hasBreaks: true } })).toEqual([
      { of: "route", field: "hasBreaks", from: null, to: true },
    ]);
    expect(fieldsChanged("route", { vehicleSettings: "broken" }, { vehicleSettings: {} })).toEqual([]);
  });
  it("is taken back the other way round", () => {
    expect(reversedFields([{ of: "plan", field: "title", from: "a", to: "b" }])).toEqual([
      { of: "plan", field: "title", from: "b", to: "a" },
    ]);
  });
  it("is said once, however many records it was made to, and the first eight alone", () => {
    const one = { of: "visit", field: "startTime", from: "08:00", to: "09:00" } as const;
    expect(
      distinctFields([
        one,
        { ...one },
        { ...one, to: "10:00" },
        { ...one, from: "07:00" },
        { ...one, field: "endTime" },
        { ...one, of: "route" },
      ]),
    ).toHaveLength(5);
    const many = Array.from({ length: 9 }, (_, index) => ({ ...one, to: `1${index}:00` }));
    expect(distinctFields(many)).toEqual(many.slice(0, 8));
  });
});

describe("a changed field in words", () => {
  it.each<[ChangedEntity, string, unknown, unknown, string | null]>([
    ["plan", "title", "Monday", "", "Title: Monday → none"],
    ["plan", "serviceDate", null, "2026-06-01", "Date: none → 2026-06-01"],
    ["plan", "squashDuration", 1, 2.5, "Squash duration: 1 min → 2.5 min"],
    ["plan", "avoidTolls", true, false, "Avoid tolls: yes → no"],
    ["plan", "avoidHighways", 0, 1, "Avoid highways: no → yes"],
    ["plan", "solvingTime", 60, 1200, "Solving time: 60 s → 1,200 s"],
    ["plan", "exploration", 5, 3, "Exploration: 5 → 3"],
    ["plan", "visitBalanceCoefficient", 0, 1, "Visit balance: 0 → 1"],
    ["plan", "aim", "time", "cost", "Calculations aim at: Least driving time → Least cost"],
    ["plan", "status", 1, 5, "Status: Not completed → Completed"],
    ["plan", "status", 1, 2, null],
    ["plan", "startLocationType", "W", "P", "Start: warehouse → parking"],
    ["plan", "startLocationAddress", null, "Vaduz", "Start address: none → Vaduz"],
    ["plan", "startLocationLat", null, 47.1, "Start latitude: none → 47.1°"],
    ["plan", "startLocationLng", 9.5, 9.6, "Start longitude: 9.5° → 9.6°"],
    ["route", "endLocationType", null, "C", "End: none → custom"],
    ["route", "endLocationAddress", "Vaduz", { street: "x" }, "End address: Vaduz → set"],
    ["route", "endLocationLat", 47, 48, "End latitude: 47° → 48°"],
    ["route", "endLocationLng", 9, 10, "End longitude: 9° → 10°"],
    ["route", "workHourStart", "08:00", undefined, "Working hours start: 08:00 → none"],
    ["route", "workHourEnd", "18:00", "17:00", "Working hours end: 18:00 → 17:00"],
    ["route", "maxDistance", 0, 1250.5, "Max distance: none → 1,250.5 km"],
    ["route", "speedFactor", 1, 0.8, "Speed: 100% → 80%"],
    ["route", "hasBreaks", 2, true, "Breaks: no → yes"],
    ["route", "breakStart", "", "12:00", "Breaks start: none → 12:00"],
    ["route", "breakEnd", "14:00", "13:00", "Breaks end: 14:00 → 13:00"],
    ["route", "breakDuration", 30, null, "Break duration: 30 min → none"],
    ["route", "vehicleId", 2, 99, "Vehicle: Van → a removed one"],
    ["route", "driverId", null, 3, "Driver: none → R. Beck"],
    ["route", "isLocked", false, true, "Locked: no → yes"],
    ["visit", "routeId", null, 1, "Route: none → Route A"],
    ["visit", "name", "Bakery", "Butcher", "Name: Bakery → Butcher"],
    ["visit", "address", "a", "b", "Address: a → b"],
    ["visit", "postcode", "9490", "9491", "Postcode: 9490 → 9491"],
    ["visit", "type", "P", "D", "Type: Pickup → Delivery"],
    ["visit", "lat", 47, 48, "Latitude: 47° → 48°"],
    ["visit", "lng", 9, 10, "Longitude: 9° → 10°"],
    ["visit", "startTime", "08:00", "09:30", "Window from: 08:00 → 09:30"],
    ["visit", "endTime", "18:00", null, "Window to: 18:00 → none"],
    ["visit", "serviceTime", 5, 7.5, "Service time: 5 min → 7.5 min"],
    ["visit", "packageLoad", 0, 1200, "Load: 0 kg → 1,200 kg"],
    ["visit", "packageCapacity", 0, 0.054, "Volume: 0 m³ → 0.054 m³"],
    ["visit", "recipientName", "a", "b", "Recipient: a → b"],
    ["visit", "recipientPhone", "1", "2", "Phone: 1 → 2"],
    ["visit", "recipientNote", "a", "b", "Note of the recipient: a → b"],
    ["visit", "deliveryNote", "a", "b", "Note for the driver: a → b"],
    ["visit", "recipientEmail", "a", "b", "E-mail: a → b"],
    ["visit", "confirmationTemplateId", null, 4, "Confirmation template: none → At the door"],
    ["visit", "confirmationTemplateId", 4, 5, "Confirmation template: At the door → a removed one"],
    ["vehicle", "title", "a", "b", "Title: a → b"],
    ["vehicle", "plate", "a", "b", "Plate: a → b"],
    ["vehicle", "type", "truck", "auto", "Type: Truck → Car"],
    ["vehicle", "status", 1, 0, "Status: Active → Inactive"],
    ["vehicle", "driverId", 3, 4, "Driver: R. Beck → a removed one"],
    ["vehicle", "capacity", 1, 2, "Capacity: 1 m³ → 2 m³"],
    ["vehicle", "maxLoad", 1, 2, "Load: 1 kg → 2 kg"],
    ["vehicle", "maxQuantity", 1, 2, "Visits max: 1 → 2"],
    ["vehicle", "overtime", 0, 15, "Overtime: 0 min → 15 min"],
    ["vehicle", "width", 2, 2.5, "Width: 2 → 2.5"],
    ["vehicle", "height", 2, 2.5, "Height: 2 → 2.5"],
    ["vehicle", "weight", 2, 2.5, "Weight: 2 → 2.5"],
    ["vehicle", "parkLocationAddress", "a", "b", "Park Location: a → b"],
    ["vehicle", "maxDistance", 1, 0, "Max distance: 1 km → no limit"],
    ["vehicle", "maxLoad", 0, 500, "Load: no limit → 500 kg"],
    ["vehicle", "capacity", 2, 0, "Capacity: 2 m³ → no limit"],
    ["vehicle", "maxQuantity", 0, 12, "Visits max: no limit → 12"],
    ["vehicle", "width", null, 2.5, "Width: no limit → 2.5"],
    ["vehicle", "costPerKm", 0, 0.5, "Cost per km: none → €0.50"],
    ["vehicle", "costPerHour", 30, 32.5, "Cost per hour: €30.00 → €32.50"],
    ["vehicle", "fixedCost", 80, 0, "Fixed cost: €80.00 → none"],
    ["vehicle", "parkLocationLat", null, 47.1, "Park Location latitude: none → 47.1°"],
    ["vehicle", "parkLocationLng", 9, 9.5, "Park Location longitude: 9° → 9.5°"],
    ["visit", "maxDistance", 1, 2, null],
  ])("%s.%s from %j to %j: %s", (of, field, from, to, expected) => {
    expect(words(of, field, from, to)).toBe(expected);
  });
  it("has none for what nobody knows", () => {
    expect(words("depot" as ChangedEntity, "title", "a", "b")).toBeNull();
  });
  it("is cut where it is long", () => {
    const [whole, long] = ["x".repeat(60), "y".repeat(61)];
    expect(words("visit", "deliveryNote", whole, long)).toBe(`Note for the driver: ${whole} → ${"y".repeat(60)}…`);
    expect(words("visit", "deliveryNote", `${long}a`, `${long}b`)).toBeNull();
  });
});
