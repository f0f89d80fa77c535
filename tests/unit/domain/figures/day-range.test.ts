import { expect, it } from "vitest";
import { chosenDays } from "~/domain/figures/day-range";

const asked = (query: string, today = "2028-03-01") => {
  const { name, from, to, isCut } = chosenDays(new URLSearchParams(query), today);
  return [name, from, to, ...(isCut ? ["cut"] : [])];
};

it.each([
  ["range=today", "today", "2028-03-01", "2028-03-01"],
  ["range=yesterday", "yesterday", "2028-02-29", "2028-02-29"],
  ["range=7", "7", "2028-02-24", "2028-03-01"],
  ["range=30", "30", "2028-02-01", "2028-03-01"],
  ["range=90", "90", "2027-12-03", "2028-03-01"],
  ["range=month", "month", "2028-03-01", "2028-03-01"],
  ["range=last-month", "last-month", "2028-02-01", "2028-02-29"],
  ["", "7", "2028-02-24", "2028-03-01"],
  ["range=ever&from=2028-02-30", "7", "2028-02-24", "2028-03-01"],
])("%s is %s, %s to %s", (query, ...days) => {
  expect(asked(query)).toEqual(days);
});

it("own days may come in either order, one alone is a day, and two years are the most", () => {
  expect(asked("from=2027-05-01&to=2027-05-09")).toEqual(["own", "2027-05-01", "2027-05-09"]);
  expect(asked("from=2027-05-09&to=2027-05-01")).toEqual(["own", "2027-05-01", "2027-05-09"]);
  expect(asked("from=2027-05-09")).toEqual(["own", "2027-05-09", "2027-05-09"]);
  expect(asked("from=2026-01-01&to=2028-01-01")).toEqual(["own", "2026-01-01", "2028-01-01"]);
  expect(asked("from=2025-12-31&to=2028-01-01")).toEqual(["own", "2026-01-01", "2028-01-01", "cut"]);
  // A range by its name counts more than the fields beside it.
  expect(asked("range=today&from=2027-05-01&to=2027-05-09")).toEqual(["today", "2028-03-01", "2028-03-01"]);
});
