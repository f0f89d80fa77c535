/**
 * Texts as long as a form or a file may bring, of what patterns take several ways through: whoever looks at them with
 * more than one unbounded repetition takes minutes here, and keeps a server from all others as long.
 */
import { describe, expect, it } from "vitest";
import { safeRedirect } from "~/auth/sign-in.server";
import { DecimalsOfColumn } from "~/domain/import/decimal-mark";
import { fieldOfHeader } from "~/domain/import/headers";
import { parseCell } from "~/domain/import/parse-cell";
import type { SingleKind } from "~/domain/import/parse-cell";
import { openMarkOf, parseAmount, parseDegrees } from "~/domain/import/parse-number";
import { headerUnit } from "~/domain/import/units";
import { isTotalWord } from "~/domain/import/value-words";
import { normalizeTimeInput } from "~/domain/time/clock-text";
import { readNumber } from "~/domain/validation/clean-number";
import { coordinatePair } from "~/domain/validation/coordinates";
import { numberOf } from "~/domain/validation/field-reader";
import { plainNumber } from "~/domain/validation/wire-fields";

const OF_A_FORM = 240_000;
const OF_A_CELL = 32_767;
const long = (length: number, first: string, repeated: string, last: string): string =>
  first + repeated.repeat(length / repeated.length) + last;
const texts = (length: number): string[] => [
  long(length, "1", " ", "x"),
  long(length, "a", " ", "x"),
  long(length, "47.1234", " ", "!"),
  long(length, "8", " ", "x"),
  long(length, "", "0", "x"),
  long(length, "1", "1.", "x"),
  long(length, "", "(", "x"),
  long(length, "", "( in ", "x"),
  long(length, "%", " ", "%x"),
  long(length, "", "°", "n x"),
];

describe("a text that is too long to mean anything", () => {
  it.each(texts(OF_A_FORM))("is no number, pair or time of a form (%#)", (text) => {
    expect(coordinatePair(text)).toBeNull();
    expect(readNumber(text)).toEqual({ fault: "none" });
    expect(plainNumber(text)).toBeNull();
    expect(numberOf(text)).toBeNaN();
    expect(normalizeTimeInput(text)).toBeNull();
  });

  const kinds: SingleKind[] = ["minutes", "number", "whole", "speed", "lat", "lng", "time", "visitType", "vehicleType"];
  it.each(kinds)("is no value of a cell: %s", (kind) => {
    for (const text of texts(OF_A_CELL)) expect(parseCell(kind, text, { unit: "kg" })).toMatchObject({ ok: false });
  });

  it("names no unit, and tells no decimal mark", () => {
    for (const text of texts(OF_A_CELL)) {
      expect(headerUnit(text)).toEqual({ text, unit: null });
      expect(fieldOfHeader("visit", text)?.key).not.toBe("name");
      expect(isTotalWord(text)).toBe(false);
      expect([parseDegrees(text), openMarkOf(text)]).toEqual([null, null]);
      expect(parseAmount(text, { unit: "kg", headerFactor: 1 })).toBeNull();
      const column = new DecimalsOfColumn();
      column.see(text);
      expect(column.mark).toBeNull();
    }
  });

  it("is no page to go back to after the sign-in", () => {
    expect(safeRedirect(long(OF_A_FORM, "/a", "/", "x"))).toBe(safeRedirect(null));
  });
});

describe("degrees with their half of the earth", () => {
  it.each([
    ["47.1157° N", 47.1157],
    ["47,1157 ° S", -47.1157],
    ["9.5O", 9.5],
    ["9.5 º W", -9.5],
    [`47°07'30" N`, 47.125],
    ["° N", null],
    ["N", null],
  ])("%s", (text, degrees) => {
    expect(parseDegrees(text)).toBe(degrees);
  });
});
