import { describe, expect, test } from "vitest";
import { readCode } from "~/domain/access/second-factor";
import { DecimalsOfColumn } from "~/domain/import/decimal-mark";
import { parseCell } from "~/domain/import/parse-cell";
import { openMarkOf } from "~/domain/import/parse-number";
import { readPaging } from "~/domain/paging";
import { normalizeTimeInput } from "~/domain/time/clock-text";
import { looksLikePhone } from "~/domain/validation/browser-phone";
import { cleanNumber } from "~/domain/validation/clean-number";
import { dialled, plainPhone } from "~/domain/validation/contact";
import { anyPhone, optionalPhone } from "~/domain/validation/contact-fields";
import { coordinatePair } from "~/domain/validation/coordinates";
import { numberOf } from "~/domain/validation/field-reader";
import { withLatinDigits } from "~/domain/validation/latin-digits";
import { wholePhone } from "~/domain/validation/national-phone";
import { oneLine } from "~/domain/validation/text";
import { plainNumber } from "~/domain/validation/wire-fields";
import { isSameCode } from "~/domain/visit/scanned-code";

/** 1234567890 as phones of Egypt, Iran, Nepal, Bangladesh, Thailand and Japan type it. */
const KEYBOARDS = ["١٢٣٤٥٦٧٨٩٠", "۱۲۳۴۵۶۷۸۹۰", "१२३४५६७८९०", "১২৩৪৫৬৭৮৯০", "๑๒๓๔๕๖๗๘๙๐", "１２３４５６７８９０"];

describe("what is typed with the digits of another keyboard", () => {
  test.each(KEYBOARDS)("%s is read as a number, a time and a code", (digits) => {
    expect(withLatinDigits(digits)).toBe("1234567890");
    const [one, two, three, four, five, six] = [...digits] as [string, string, string, string, string, string];
    expect(cleanNumber(`${one}${two}${three}${four}`)).toBe("1234");
    expect(normalizeTimeInput(`${one}${two}:${three}${four}`)).toBe("12:34");
    expect(plainNumber(`${four}${five}.${six}`)).toBe(45.6);
    expect(readCode(`${one}${two}${three} ${four}${five}${six}`)).toEqual({ kind: "totp", code: "123456" });
    expect(isSameCode(`AB-${one}${two}`, "ab12")).toBe(true);
    expect(readPaging(new URLSearchParams({ page: `${one}${two}` })).page).toBe(12);
    expect(parseCell("number", `${one}${two},${five}`)).toEqual({ ok: true, value: 12.5 });
    expect(parseCell("time", `${one}${two}.${three}${four}`)).toEqual({ ok: true, value: "12:34" });
    expect(parseCell("minutes", `${one}${five} min`, { unit: "min" })).toEqual({ ok: true, value: 15 });
  });

  test("with the marks that belong to them", () => {
    expect(cleanNumber("١٬٢٣٤٫٥")).toBe("1234.5");
    // The mark before decimals means nothing else, so that nobody is asked how it was meant.
    expect(cleanNumber("١٫٢٠٠")).toBe("1.2");
    expect(parseCell("number", "١٫٢٠٠")).toEqual({ ok: true, value: 1.2 });
    expect(openMarkOf("١٫٢٠٠")).toBeNull();
    // Between thousands, and nowhere else: also in a field that stays below 1,000.
    expect(cleanNumber("١٬٢٠٠", { max: 500 })).toBe("500");
    expect(cleanNumber("１，５")).toBe("1.5");
    expect(coordinatePair("٣٠٫٠٤٤٤، ٣١٫٢٣٥٧")).toEqual({ lat: 30.0444, lng: 31.2357 });
    const column = new DecimalsOfColumn();
    column.see("١٢٫٥");
    expect(column.mark).toBe(".");
    expect(numberOf("٣٫٥")).toBe(3.5);
  });

  test("and words keep theirs", () => {
    expect(oneLine("شارع ٩")).toBe("شارع ٩");
    expect(parseCell("text", "شارع ٩")).toEqual({ ok: true, value: "شارع ٩" });
  });
});

describe("numbers as browsers and spreadsheets of other places write them", () => {
  test.each([
    ["1\u202f234,5", "1234.5", "French, a narrow no-break space"],
    ["1.234,5", "1234.5", "German"],
    ["1’234.5", "1234.5", "Swiss"],
    ["12,5", "12.5", "a decimal comma"],
    ["\u200e12.5\u200e", "12.5", "out of a text from right to left"],
  ])("%s is %s: %s", (typed, number) => expect(cleanNumber(typed)).toBe(number));
});

describe("a phone that was copied", () => {
  test.each([
    ["\u202a+49 170 1234567\u202c", "+49 170 1234567"],
    ["+49\u00a0170\u00a01234567", "+49 170 1234567"],
    ["+49 170\u20111234567", "+49 170-1234567"],
    ["٠١٠٠ ١٢٣ ٤٥٦٧", "0100 123 4567"],
  ])("%j is stored as %j", (typed, phone) => {
    expect(optionalPhone().parse(typed)).toBe(phone);
    expect(parseCell("phone", typed)).toEqual({ ok: true, value: phone });
  });

  test("what is no phone stays as it is, where it may stay", () => {
    expect(plainPhone("0171–12")).toBe("0171–12");
    expect(anyPhone("Phone").parse("0171–12")).toBe("0171–12");
  });

  test("is known as one of its country, and can be dialled", () => {
    expect(wholePhone("\u202a٠١٠٠ ١٢٣ ٤٥٦٧\u202c", "EG")).toEqual({ phone: "+20 10 01234567", country: "EG" });
    expect(looksLikePhone("\u202a٠١٠٠ ١٢٣ ٤٥٦٧\u202c", "EG")).toBe(true);
    expect(dialled("٠١٠٠ ١٢٣ ٤٥٦٧")).toBe("01001234567");
  });
});
