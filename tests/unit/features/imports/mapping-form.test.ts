import { describe, expect, it } from "vitest";
import { postedFields } from "~/http/actions/decode-form";
import { mappingForm } from "~/features/imports/form-fields";

describe("the form of a sheet's columns", () => {
  const wire = (values: Record<string, string>) =>
    mappingForm(
      postedFields(
        new URLSearchParams({ sheet_id: "1", sheet: "Orders", "column.0": "name", "default.city": "Vaduz", ...values }),
      ),
    ).wire;

  it("says what each column is, and what stands where there is none", () => {
    expect(wire({ header_was: "1", header_row: " 1" })).toEqual({
      sheet_id: 1,
      sheet: "Orders",
      columns: ["name"],
      defaults: { city: "Vaduz" },
    });
  });

  it.each([
    ["3", 3],
    ["", 0],
  ])("asks for the columns of another header row, by its button or by Enter: %j", (typed, header_row) => {
    const rehead = { sheet_id: 1, sheet: "Orders", header_row };
    expect(wire({ header_was: "1", header_row: typed })).toEqual(rehead);
    expect(wire({ header_was: "1", header_row: typed, rehead: "1" })).toEqual(rehead);
  });
});
