import { describe, expect, it } from "vitest";
import { invoiceBytes } from "~/services/export/invoice-pdf";
import { manifestBytes } from "~/services/export/manifest-pdf";
import type { ManifestStop } from "~/services/export/manifest";
import { linesInOrder } from "~/services/export/text-in-box";
import { pdfText } from "../../helpers/pdf-text";

/** As wide as it is long. */
const widthOf = (piece: string): number => piece.length;
const lines = (text: string, width = 100) => linesInOrder(text, width, widthOf);

const stop = (part: Partial<ManifestStop>): ManifestStop => ({
  number: "1",
  time: "08:00",
  name: "Bakery",
  address: "Vaduz",
  window: "",
  load: "",
  note: "",
  phone: "",
  ...part,
});
const printed = async (stops: ManifestStop[], vehicle = "Van 3"): Promise<string> => {
  const bytes = await manifestBytes({ title: "Plan", vehicle, facts: [["Driver", "Anna"]], stops, printed: "today" });
  return pdfText(bytes).pages.join("\n");
};

describe("lines with Hebrew or Arabic", () => {
  it.each([
    ["Hebrew with a number: the number is read last, at the left", "שלום עולם 12", ["12", "שלום עולם "]],
    ["Arabic with a number in Arabic digits, which are read from the left", "شاحنة ٣٤", ["٤٣", "شاحنة "]],
    ["Latin words keep their place before Hebrew ones", "Van שלום 3", ["Van ", "3", "שלום "]],
    ["brackets close where they are read", "א (ב) ג", ["א )ב( ג"]],
    ["marks alone between numbers are turned by hand", "א 1 - 2", ["2", " - ", "1", "א "]],
  ])("%s", (_what, text, pieces) => expect(lines(text)).toEqual([pieces]));

  it("begin with the first words, not with the last ones", () => {
    expect(lines("מכתב ראשון לדואר המרכזי", 11)).toEqual([["מכתב ראשון"], ["לדואר"], ["המרכזי"]]);
    expect(lines("שורה\nשנייה")).toEqual([["שורה"], ["שנייה"]]);
  });

  it("break a word that is too long for a line, and lose no letter of it", () => {
    expect(lines("אבגדהו זח", 4)).toEqual([["אבגד"], ["הו"], ["זח"]]);
    expect(lines("אב גדהוזחט", 4)).toEqual([["אב"], ["גדהו"], ["זחט"]]);
  });

  // What is read from the right is one piece, which the font's shaping turns: its end is at the left.
  it.each([
    ["a line with room for them", "מכתב ראשון לדואר", 12, 1, [["מכתב ראשון…"]]],
    ["a full line gives up letters", "מכתב ראשון לדואר", 10, 1, [["מכתב ראשו…"]]],
    ["the last line alone", "מכתב ראשון לדואר המרכזי", 11, 2, [["מכתב ראשון"], ["לדואר…"]]],
    ["after a number, which stands at the left", "שלום 12 עולם", 8, 1, [["…", "12", "שלום "]]],
    ["Latin words first: at the right, after the Hebrew ones", "Van שלום עולם", 9, 1, [["Van ", "שלום", "…"]]],
    ["no room but for them", "אב", 1, 1, [["…"]]],
    ["nothing is left out", "מכתב ראשון", 12, 1, [["מכתב ראשון"]]],
  ])("dots stand where the reader comes to the end: %s", (_what, text, width, most, expected) => {
    const cut = linesInOrder(text, width, widthOf, most);
    expect(cut).toEqual(expected);
    for (const pieces of cut) expect(pieces.join("").length).toBeLessThanOrEqual(width);
  });
});

describe("what is printed", () => {
  it("has Hebrew words in the order in which they are read, on the list and on the invoice", async () => {
    // In the PDF letters stand from left to right as they are seen.
    const seen = (text: string): string => [...text].reverse().join("");
    const list = await printed([stop({ name: "שלום עולם 12" })], "רכב 7");
    expect(list.replaceAll("\n", "")).toContain(`12${seen("שלום עולם ")}`);
    expect(list.replaceAll("\n", "")).toContain(`7${seen("רכב ")}`);
    const invoice = pdfText(
      await invoiceBytes({
        number: "7",
        date: "1 Nov 2026",
        from: ["Route planning"],
        to: ["בית דפוס 5"],
        what: "Monthly",
        period: "30 days",
        amount: "€10.00",
      }),
    ).pages.join("");
    expect(invoice.replaceAll("\n", "")).toContain(`5${seen("בית דפוס ")}`);
    expect(invoice).toContain("The amount is due within 14 days.");
  });

  it("cuts a note in Arabic that is longer than a page, and goes on", async () => {
    const text = await printed([stop({ note: "شارع الاستقلال ".repeat(600) }), stop({ name: "After" })]);
    expect(text).toContain("…");
    expect(text).toContain("After");
  });
});
