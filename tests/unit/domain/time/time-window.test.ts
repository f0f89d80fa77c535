import { expect, it } from "vitest";
import { hoursText, windowInColumn, windowInWords, windowNamed, windowShort } from "~/domain/time/time-window";

it.each([
  ["08:00", "12:30", "08:00–12:30", "08:00–12:30", "08:00–12:30", "08–12:30", "window 08:00–12:30"],
  ["08:00", null, "08:00", "from 08:00", "08:00–…", "08–…", "window 08:00–"],
  [null, "24:00", "24:00", "until 24:00", "…–24:00", "…–24", "window –24:00"],
  ["", undefined, "", "any time", "any time", "any time", null],
] as const)("a window from %s to %s", (from, to, hours, words, column, short, named) => {
  expect([
    hoursText(from, to),
    windowInWords(from, to),
    windowInColumn(from, to),
    windowShort(from, to),
    windowNamed(from, to),
  ]).toEqual([hours, words, column, short, named]);
});

it("leaves a cell empty where any time is not worth a word", () => {
  expect([windowInWords(null, "", ""), windowInWords("08:00", null, "")]).toEqual(["", "from 08:00"]);
});
