import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fieldText, readUnitFields, storedFieldName, textsInUnits, unitsSent } from "~/domain/unit-fields";
import { IMPERIAL, METRIC } from "~/domain/units";
import type { Units } from "~/domain/units";

const MIXED: Units = { distance: "mi", weight: "kg" };
const FIELDS = ["packageLoad", "max_load", "max_distance", "maxDistance", "cost_per_km"];
const anyField = fc.constantFrom(...FIELDS);
const anyUnits = fc.constantFrom(METRIC, IMPERIAL, MIXED);
/** What columns of doubles may hold, as fields write it. */
const anyStored = fc.oneof(
  fc.double({ min: 0.000_1, max: 9_999_999, noNaN: true }),
  fc.integer({ min: 0, max: 999_999 }).map((value) => value / 100),
);

describe("fields in the reader's units", () => {
  it("never change a stored value that nobody has touched", () => {
    fc.assert(
      fc.property(anyField, anyStored, anyUnits, (name, value, units) => {
        const stored = String(value);
        const posted = {
          [name]: fieldText(name, stored, units),
          [storedFieldName(name)]: stored,
          ...unitsSent(units),
        };
        expect(readUnitFields(posted)[name]).toBe(stored);
      }),
    );
  });

  it("show again what was typed", () => {
    fc.assert(
      fc.property(anyField, fc.integer({ min: 0, max: 9_999_999 }), anyUnits, (name, hundredths, units) => {
        const typed = String(hundredths / 100);
        const stored = readUnitFields({ [name]: typed, ...unitsSent(units) })[name]!;
        expect(fieldText(name, stored, units)).toBe(typed);
      }),
    );
  });

  it("take pounds, miles and money a mile for what they are", () => {
    const posted = { max_load: "100", max_distance: "100", cost_per_km: "1.61", ...unitsSent(IMPERIAL) };
    expect(readUnitFields(posted)).toMatchObject({
      max_load: "45.359237",
      max_distance: "160.9344",
      cost_per_km: "1.000408",
    });
    expect(readUnitFields({ ...posted, ...unitsSent(MIXED) })).toMatchObject({
      max_load: "100",
      max_distance: "160.9344",
    });
    expect(unitsSent(METRIC)).toEqual({});
    expect(readUnitFields({ max_load: "100" })).toEqual({ max_load: "100" });
  });

  it("read thousands before they are converted, and leave what can't be read to be refused", () => {
    const lb = (max_load: string) => readUnitFields({ max_load, ...unitsSent(IMPERIAL) }).max_load;
    expect(["1,000", "1.000,5", "1.200", "1e3"].map(lb)).toEqual(["453.59237", "453.819166", "1.200", "1e3"]);
  });

  it("count what was changed, also where something is stored", () => {
    const posted = { max_load: "220,5", [storedFieldName("max_load")]: "100", ...unitsSent(IMPERIAL) };
    expect(readUnitFields(posted).max_load).toBe("100.017118");
  });

  it("leave what is no number, what is empty and other fields as they are", () => {
    const posted = { max_load: "heavy", max_distance: "", speed: "100", ...unitsSent(IMPERIAL) };
    expect(readUnitFields(posted)).toMatchObject(posted);
    expect(textsInUnits({ max_load: "", title: "12", max_distance: "160.9344" }, IMPERIAL)).toEqual({
      max_load: "",
      title: "12",
      max_distance: "100",
    });
  });
});
