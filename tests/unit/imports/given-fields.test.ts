import { describe, expect, it } from "vitest";
import type { ImportEntity } from "~/domain/import/import-fields";
import { rowReader } from "~/features/imports/read-row";

const DEFAULTS = { defaultVisitDuration: 5, defaultVehicleStartHour: "08:00", defaultVehicleEndHour: "18:00" };

/** The fields that a row changes of a visit or vehicle that is there already. */
function givenOf(entity: ImportEntity, cells: Record<string, string>): string[] {
  const columns = Object.keys(cells);
  const mapping = { sheet: "Day", entity, headerRow: 0, headers: columns, columns };
  const chosen = { ...mapping, defaults: {}, withoutHidden: false, sure: true, unsure: [], byContent: [] };
  return [...rowReader(chosen, DEFAULTS)({ row: 2, cells: Object.values(cells) }).given];
}

describe("a row changes what it has a value for", () => {
  it.each<[ImportEntity, Record<string, string>, string[]]>([
    ["visit", { name: "Ash", startTime: "09:00" }, ["name", "startTime"]],
    ["visit", { name: "Ash", startTime: "", endTime: "12:00" }, ["name", "endTime"]],
    ["visit", { name: "Ash", startTime: "soon", endTime: "12:00" }, ["name", "endTime"]],
    ["visit", { name: "Ash", timeWindow: "8-12" }, ["name", "startTime", "endTime"]],
    ["visit", { name: "Ash", coordinates: "47.14, 9.52" }, ["name", "lat", "lng"]],
  ])("%s %o", (entity, cells, given) => expect(givenOf(entity, cells)).toEqual(given));

  it("and of times in the wrong order none: the defaults would replace both", () => {
    expect(givenOf("visit", { name: "Ash", startTime: "12:00", endTime: "10:00" })).toEqual(["name"]);
    expect(givenOf("visit", { name: "Ash", timeWindow: "12:00-10:00" })).toEqual(["name"]);
    expect(givenOf("vehicle", { plate: "A 1", workHours: "18-8", breakStart: "12:00", breakEnd: "13:00" })).toEqual([
      "plate",
      "breakStart",
      "breakEnd",
    ]);
  });

  it("and of a window with one end that one alone", () => {
    expect(givenOf("visit", { name: "Ash", timeWindow: "from 10" })).toEqual(["name", "startTime"]);
    expect(givenOf("visit", { name: "Ash", timeWindow: "until 16:30" })).toEqual(["name", "endTime"]);
  });
});
