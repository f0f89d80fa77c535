import { describe, expect, it } from "vitest";
import { houseNumberOf, NUMBER_FOUND, numberFit, numbersOf } from "~/domain/address/house-number";

describe("house numbers", () => {
  it.each([
    ["12", 12, 12, ""],
    ["12a", 12, 12, "a"],
    ["12 A", 12, 12, "a"],
    ["12 bis", 12, 12, "bis"],
    ["12-14", 12, 14, ""],
    ["12–14a", 12, 14, ""],
    ["12/3", 12, 12, "/3"],
    ["12a/3", 12, 12, "a/3"],
    ["1234/56", 1234, 1234, "/56"],
    ["12-3", 12, 12, "/3"],
    ["12-999", 12, 12, "/999"],
    ["9'", 9, 9, ""],
  ])("%s is read", (text, from, to, suffix) => expect(houseNumberOf(text)).toEqual({ from, to, suffix }));

  it.each(["", "a12", "bis", "1234567", "12 Landstrasse"])("%j is none", (text) =>
    expect(houseNumberOf(text)).toBeNull(),
  );

  it("several in one text are several, and the second of two numbers counts as well", () => {
    const found = numbersOf("12, 12a und 1234/56b").map(({ number, isSecond }) => [
      number.from,
      number.suffix,
      isSecond,
    ]);
    expect(found).toEqual([
      [12, "", false],
      [12, "a", true],
      [1234, "/56b", true],
      [56, "b", true],
    ]);
  });

  const fit = (asked: string, there: string) => numberFit(houseNumberOf(asked)!, houseNumberOf(there)!);
  it.each([
    ["12", "12", 1],
    ["12a", "12a", 1],
    ["40-44", "40-44", 1],
    ["12", "13", 0],
    ["13", "12-14", 0.6],
  ])("%s asked, %s there: %d", (asked, there, expected) => expect(fit(asked, there)).toBe(expected));

  it.each([
    ["42", "40-44"],
    ["12/3", "12"],
    ["12-14", "12"],
    ["56", "56/7"],
    ["12a/3", "12a"],
  ])("%s is found at %s", (asked, there) => expect(fit(asked, there)).toBeGreaterThanOrEqual(NUMBER_FOUND));

  it.each([
    ["12", "12a"],
    ["12b", "12"],
    ["12b", "12a"],
    ["41", "40-44"],
    ["12-16", "14"],
  ])("%s is a neighbour of %s at most", (asked, there) => expect(fit(asked, there)).toBeLessThan(NUMBER_FOUND));
});
