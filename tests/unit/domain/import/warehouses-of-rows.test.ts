import { describe, expect, it } from "vitest";
import type { Cell } from "~/domain/import/cell";
import { MAX_IMPORTED_WAREHOUSES } from "~/domain/import/warehouse-columns";
import { warehousesOfRows } from "~/domain/import/warehouses-of-rows";

const HEADERS = ["Title", "Address", "Latitude", "Longitude", "External id", "Status"];
const read = (rows: readonly (readonly Cell[])[], headers: readonly string[] = HEADERS) =>
  warehousesOfRows(
    headers,
    rows.map((cells, nth) => ({ row: nth + 2, cells })),
  );
const messages = (rows: readonly (readonly Cell[])[], headers?: readonly string[]) =>
  read(rows, headers).faults.map(({ message }) => message);

describe("warehouses of a spreadsheet", () => {
  it("are read by the headers, in any order and under other names", () => {
    expect(read([["A", "Road 1", 47.1, "9.5", "W-1", "Inactive"]]).items).toEqual([
      { row: 2, title: "A", address: "Road 1", lat: 47.1, lng: 9.5, externalId: "W-1", isActive: false },
    ]);
    expect(read([["47.14, 9.52", "B"]], ["GPS", "Lager"]).items).toEqual([
      expect.objectContaining({ title: "B", lat: 47.14, lng: 9.52, address: undefined, isActive: undefined }),
    ]);
  });

  it("say of each row and field what is wrong", () => {
    const faults = messages([
      ["", "Road", 47, 9, "", ""],
      ["B", "", "abc", 9, "", ""],
      ["C", "", 91, 9, "", ""],
      ["D", "", "", "", "", ""],
      ["E", "", 47, 9, "X", "perhaps"],
      ["F", "", 47, 9, "Y", ""],
      ["G", "", 47, 9, "Y", ""],
      ["H", "", 0, 0, "", ""],
    ]);
    expect(faults[0]).toBe("Row 2: Title is required (column A).");
    expect(faults[1]).toMatch(/^Row 3: Latitude 'abc' .* \(column C\)\.$/);
    expect(faults[2]).toMatch(/^Row 4: Latitude '91' .*\(column C\)\.$/);
    expect(faults[3]).toMatch(/^Row 5: Latitude is required/);
    expect(faults[4]).toBe("Row 6: Status 'perhaps' is neither Active nor Inactive (column F).");
    expect(faults[5]).toBe("Row 8: External id 'Y' is also that of row 7 (column E).");
    expect(faults[6]).toMatch(/^Row 9: /);
    expect(faults).toHaveLength(7);
  });

  it("need columns for the title and the place, and have a limit", () => {
    expect(messages([["A"]], ["Title"])).toEqual(["The file has no column Latitude and Longitude."]);
    expect(messages([[1, 2]], ["Latitude", "Longitude"])).toEqual(["The file has no column Title."]);
    const many = Array.from({ length: MAX_IMPORTED_WAREHOUSES + 1 }, () => ["A", "", 1, 1, "", ""]);
    expect(messages(many)).toEqual([`The file has 1001 rows. At most 1000 can be imported at once.`]);
    expect(read(many.slice(1)).items).toHaveLength(1000);
  });
});
