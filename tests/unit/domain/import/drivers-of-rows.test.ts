import { describe, expect, it } from "vitest";
import type { SheetRow } from "~/domain/import/cell";
import { driversOfRows, MAX_IMPORTED_DRIVERS } from "~/domain/import/drivers-of-rows";

const HEADERS = ["Vorname", "Nachname", "E-Mail", "Mobile", "Aktiv"];
const rows = (...cells: SheetRow["cells"][]): SheetRow[] => cells.map((row, index) => ({ row: index + 2, cells: row }));

describe("drivers of a spreadsheet", () => {
  it("have a name, and what the row says besides", () => {
    const complete = (text: string) => `+423${text.replaceAll(" ", "")}`;
    const read = driversOfRows(
      HEADERS,
      rows(["Ann", "Bell", "Ann@Example.com", "237 12 34", "nein"], ["Cem", null, null, null, null]),
      complete,
    );
    expect(read).toEqual({
      items: [
        { row: 2, name: "Ann", surname: "Bell", email: "ann@example.com", phone: "+4232371234", isActive: false },
        { row: 3, name: "Cem", surname: "", email: null, phone: null, isActive: true },
      ],
      faults: [],
    });
  });

  it("are refused by row and field, with the value", () => {
    const { faults } = driversOfRows(
      HEADERS,
      rows(
        ["", "Bell", null, null, null],
        ["Ann", "", "nowhere", null, "x"],
        ["B", "", "a@b.li", null, null],
        ["C", "", "A@B.li", null, null],
      ),
    );
    expect(faults.map(({ message }) => message)).toEqual([
      "Row 2: Name is required (column A).",
      expect.stringMatching(/^Row 3: E-mail 'nowhere' .+ \(column C\)\.$/) as string,
      "Row 3: Status 'x' is neither Active nor Inactive (column E).",
      "Row 5: E-mail 'A@B.li' is also that of row 4 (column C).",
    ]);
  });

  it("need a column with names, and are at most so many", () => {
    expect(driversOfRows(["Phone"], rows(["1"])).faults).toMatchObject([
      { row: 0, field: "Name", message: "The file has no column Name." },
    ]);
    const many = rows(...Array.from({ length: MAX_IMPORTED_DRIVERS + 1 }, () => ["Ann"]));
    expect(driversOfRows(["Name"], many).faults).toMatchObject([{ row: 0, field: null }]);
  });
});
