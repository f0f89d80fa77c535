import { expect, it } from "vitest";
import type { Cell } from "~/domain/import/cell";
import { ImportEntity } from "~/domain/import/import-fields";
import { columnsDialog } from "~/features/imports/queries/columns-dialog.server";
import { readSample } from "~/features/imports/read-sample";

const clock = { timeZone: "Europe/Vaduz", serviceDate: "2027-12-30" };

/** What the dialog says of one time in the first row, in a column that is mapped so. */
function sampleOf(cell: Cell, field = "startTime") {
  const headers = ["Name", "From"];
  const preview = [
    { row: 1, cells: headers },
    { row: 2, cells: ["A", cell] },
  ];
  const mapping = { sheet: "Visits", entity: ImportEntity.Visit, headerRow: 0, headers, columns: ["name", field] };
  const data = columnsDialog(
    new Request("http://localhost/x?dialog=columns&sheet=0"),
    [{ preview, hiddenRows: false, rowsTotal: 1 }] as never,
    [{ ...mapping, defaults: {}, sure: true, unsure: [], withoutHidden: false }] as never,
    { clock },
  );
  return readSample(data!, ImportEntity.Visit, ["name", field])[0]?.[1];
}

it.each([
  [0.375, "0.375", "09:00"],
  [["d", "2027-12-30 09:00", "12/30/27 9:00"], "12/30/27 9:00", "09:00"],
  ["2027-12-30T08:00:00Z", "2027-12-30T08:00:00Z", "09:00"],
  ["2027-12-30T10:00:00+05:00", "2027-12-30T10:00:00+05:00", "06:00"],
] as const)("the time %j in the first rows is shown as the import reads it", (cell, shown, becomes) => {
  expect(sampleOf(cell)).toEqual({ shown, becomes, fault: null });
});

it("a window in the first rows is by the clock of the plan, too", () => {
  expect(sampleOf("2027-12-30T08:00Z - 2027-12-30T10:00Z", "timeWindow")?.becomes).toBe("09:00–11:00");
});

it("a time of another day in the first rows is told with both days", () => {
  expect(sampleOf(["d", "2027-12-31 09:00", "31.12.2027 09:00"])?.fault).toContain(
    "is of Fri 31 Dec 2027, and the plan of Thu 30 Dec 2027. 09:00 is used.",
  );
});
