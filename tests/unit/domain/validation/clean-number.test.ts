import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanLatitude, cleanLongitude, cleanNumber, numberFault, readNumber } from "~/domain/validation/clean-number";

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
    ["abc", "abc"],
    [".", "."],
    ["-", "-"],
    ["seven", "seven"],
    [",5", "0.5"],
    ["", ""],
    ["   ", ""],
    ["-0", "0"],
    ["€ 1,200.50", "1200.5"],
    ["5,-", "5"],
    ["−3", "-3"],
  ])("makes %j into %j", (typed, cleaned) => expect(cleanNumber(typed)).toBe(cleaned));

  it.each([
    ["1,200", "1200"],
    ["-12,345", "-12345"],
    ["1,200.5", "1200.5"],
    ["1.234,5", "1234.5"],
    ["1,234,567", "1234567"],
    ["1.234.567", "1234567"],
    ["1’200.5", "1200.5"],
    ["1 234 567,25", "1234567.25"],
    ["1,5", "1.5"],
    ["1,25", "1.25"],
    ["1,2345", "1.2345"],
    ["0,125", "0.125"],
    ["1.234", "1.234"],
    ["0.500", "0.5"],
  ])("reads marks between thousands as the product shows them: %j is %j", (typed, cleaned) =>
    expect(cleanNumber(typed)).toBe(cleaned),
  );

  it.each(["1e3", "0x10", "3-4", "1.2.3", "1,2,3", "1,20.5", "12,3456.7", "5 kg 200", "1 2", "m3", "9".repeat(400)])(
    "refuses %j, which is no number",
    (typed) => {
      expect(cleanNumber(typed)).toBe(typed);
      expect(numberFault("Load", typed)).toMatch(/^Load must be a number, not “/);
    },
  );

  it("asks which number is meant where a dot may stand between thousands", () => {
    expect(cleanNumber("1.200")).toBe("1.200");
    expect(numberFault("Load", " -12.500 kg")).toBe("Load “-12.500 kg” can be read in two ways: write -12500 or -12.5");
    expect(numberFault("Load", "1.255")).toBeUndefined();
    expect(numberFault("Load", " ")).toBeUndefined();
  });

  it("has no thousands where the largest value is below them", () => {
    for (const [typed, cleaned] of [
      ["1,250", "1.25"],
      ["2.500", "2.5"],
      ["12,125", "12.125"],
    ] as const)
      expect(cleanNumber(typed, { max: 99.9 })).toBe(cleaned);
    expect(readNumber("1,250", { max: 1000 })).toEqual({ value: 1250 });
  });

  it.each([
    ["10,000", "10000"],
    [" 1,234,567 ", "1234567"],
    ["-2,000", "-2000"],
    ["12,5", "13"],
    ["1,00", "1"],
    ["1,0000", "1"],
    ["10.000", "10000"],
  ])("reads a whole number's marks between thousands: %j is %j", (typed, cleaned) =>
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

  it("answers a plain number for whatever is one, and doesn't change its own answer", () => {
    fc.assert(
      fc.property(fc.string(), (typed) => {
        const cleaned = cleanNumber(typed, { min: -1000, max: 1_000_000 });
        if (cleaned !== "" && numberFault("", typed, { max: 1_000_000 }) === undefined)
          expect(Number.isFinite(Number(cleaned))).toBe(true);
        expect(cleanNumber(cleaned, { min: -1000, max: 1_000_000 })).toBe(cleaned);
      }),
    );
  });
});
