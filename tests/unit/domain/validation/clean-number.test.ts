import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanLatitude, cleanLongitude, cleanNumber, isNoNumber } from "~/domain/validation/clean-number";

describe("number fields", () => {
  // @spec PC-5.35
  it.each([
    ["12,5", "12.5"],
    ["12.50", "12.5"],
    [" 7 ", "7"],
    ["1 200", "1200"],
    ["12 kg", "12"],
    ["12,75 m3", "12.75"],
    ["-3", "-3"],
    ["3-4", "34"],
    ["1.2.3", "1.23"],
    ["abc", "abc"],
    [".", "."],
    ["-", "-"],
    ["seven", "seven"],
    [",5", "0.5"],
    ["", ""],
    ["   ", ""],
    ["-0", "0"],
  ])("makes %j into %j", (typed, cleaned) => expect(cleanNumber(typed)).toBe(cleaned));

  it.each([
    ["10,000", "10000"],
    [" 1,234,567 ", "1234567"],
    ["-2,000", "-2000"],
    ["12,5", "13"],
    ["1,00", "1"],
    ["1,0000", "1"],
  ])("reads a whole number's commas between thousands: %j is %j", (typed, cleaned) =>
    expect(cleanNumber(typed, { decimals: 0 })).toBe(cleaned),
  );

  it("keeps the limits and the decimals", () => {
    expect(cleanNumber("151", { min: 50, max: 150 })).toBe("150");
    expect(cleanNumber("-5", { min: 0 })).toBe("0");
    expect(cleanNumber("99,95", { max: 99.9, decimals: 1 })).toBe("99.9");
    expect(cleanNumber("3.7", { decimals: 0 })).toBe("4");
  });

  // @spec PC-5.27 PC-5.28
  it("clamps places to the globe and six decimals", () => {
    expect(cleanLatitude("91")).toBe("90");
    expect(cleanLatitude("47,14159265")).toBe("47.141593");
    expect(cleanLongitude("-200")).toBe("-180");
  });

  it("answers a plain number for whatever has a digit, and doesn't change its own answer", () => {
    fc.assert(
      fc.property(fc.string(), (typed) => {
        const cleaned = cleanNumber(typed, { min: -1000, max: 1_000_000 });
        if (cleaned !== "" && !isNoNumber(typed)) expect(Number.isFinite(Number(cleaned))).toBe(true);
        expect(cleanNumber(cleaned, { min: -1000, max: 1_000_000 })).toBe(cleaned);
      }),
    );
  });
});
