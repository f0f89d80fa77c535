import { describe, expect, it } from "vitest";
import { workbookFault } from "~/features/imports/import-faults";
import { unpack } from "~/services/spreadsheet/unzip";
import { archiveOf, sheetXml, workbookEntries } from "../../helpers/archives";
import type { ArchiveEntry } from "../../helpers/archives";
import { sheetsOfFile } from "../../helpers/sheet-rows";
import { workbookOf } from "../../helpers/workbooks";

const read = (content: Uint8Array) => sheetsOfFile(content, "a.xlsx");
const fault = (content: Uint8Array) => {
  const answer = read(content);
  return typeof answer === "string" ? answer : null;
};
const SMALL = { entries: 10, bytes: 1_000_000, ratio: 50, ratioFromBytes: 100_000 };
const zeros = (bytes: number) => Buffer.alloc(bytes);
const noise = (bytes: number) => Buffer.from(Array.from({ length: bytes }, (_, index) => (index * index * 31) % 251));
const names = (entries: readonly ArchiveEntry[], limits = SMALL, says?: number) => [
  ...unpack(archiveOf(entries, says), () => true, limits).keys(),
];

describe("an archive", () => {
  it("is unpacked as it was packed", () => {
    const content = unpack(
      archiveOf([
        { name: "a.xml", content: "one" },
        { name: "b\\c.xml", content: noise(5_000) },
      ]),
      () => true,
      SMALL,
    );
    expect(content.get("a.xml")?.toString()).toBe("one");
    expect(content.get("b/c.xml")?.equals(noise(5_000))).toBe(true);
  });

  it.each<[string, readonly ArchiveEntry[], number?]>([
    ["that says to unpack to more than the limit", [{ name: "a", content: "x", saysBytes: 1_000_001 }]],
    [
      "of entries that are too large together",
      [
        { name: "a", content: noise(600_000) },
        { name: "b", content: noise(600_000) },
      ],
    ],
    ["that unpacks to more than it says", [{ name: "a", content: zeros(2_000_000), saysBytes: 10 }]],
    [
      "of entries that say little and are too large together",
      [
        { name: "a", content: noise(600_000), saysBytes: 1 },
        { name: "b", content: noise(600_000), saysBytes: 1 },
      ],
    ],
    ["that packs 50 times too well", [{ name: "a", content: zeros(200_000) }]],
    ["of too many entries", Array.from({ length: 11 }, (_, index) => ({ name: String(index), content: "" }))],
    ["that says to hold more entries than it can", [{ name: "a", content: "" }], 65_535],
  ])("%s is refused", (_, entries, says) => {
    expect(() => names(entries, SMALL, says)).toThrow("unpacks_too_large");
  });

  it("isn't blamed for an entry that nobody wants", () => {
    const archive = archiveOf([
      { name: "film.mp4", content: zeros(2_000_000) },
      { name: "a.xml", content: "x" },
    ]);
    expect([...unpack(archive, (name) => name.endsWith(".xml"), SMALL).keys()]).toEqual(["a.xml"]);
  });

  it("that is cut off anywhere, or names places outside itself, is damaged and nothing worse", () => {
    const whole = archiveOf([
      { name: "a.xml", content: noise(300) },
      { name: "b.xml", content: "y" },
    ]);
    for (let length = 0; length < whole.length; length++)
      expect(() => unpack(whole.subarray(0, length), () => true, SMALL)).toThrow("damaged");
    expect(() => names([{ name: "a", content: "x", encrypted: true }])).toThrow("encrypted");
  });
});

describe("a workbook", () => {
  const book = (xml: string, more: readonly ArchiveEntry[] = []) => archiveOf([...workbookEntries(xml), ...more]);

  it("made of bare entries is read like any other", () => {
    expect(read(book(sheetXml([["Name"], ["A"]])))).toEqual([
      {
        name: "Visits",
        rows: [
          { row: 1, cells: ["Name"] },
          { row: 2, cells: ["A"] },
        ],
      },
    ]);
  });

  it("that unpacks to gigabytes is refused by its directory, before anything is inflated", () => {
    const bomb = book(sheetXml([["Name"], ["A"]]), [
      { name: "xl/sharedStrings.xml", content: "x", saysBytes: 2_000_000_000 },
    ]);
    expect(fault(bomb)).toBe("unpacks_too_large");
  });

  it("with entities that unfold into each other is refused", () => {
    const laughs = `<!DOCTYPE w [<!ENTITY a "ha">${"bcdefghij"
      .split("")
      .map((name, index) => `<!ENTITY ${name} "${`&${"abcdefghi"[index]};`.repeat(10)}">`)
      .join("")}]>`;
    expect(fault(book(sheetXml([["Name"], ["&j;"]], laughs)))).toBe("damaged");
  });

  it("with pictures inside is read without them, however large they are", () => {
    expect(
      read(book(sheetXml([["Name"], ["A"]]), [{ name: "xl/media/film.xml", content: "", saysBytes: 4_000_000_000 }])),
    ).toMatchObject([{ name: "Visits" }]);
  });

  it("with too many rows, columns or cells is refused with the number", () => {
    const wide = workbookOf({
      Visits: [["Name", ...Array.from({ length: 256 }, (_, index) => `Column ${index}`)], ["A"]],
    });
    expect(fault(wide)).toBe("too_many_columns");
    expect(workbookFault("w.xlsx", "too_many_columns")).toBe(
      'The file "w.xlsx" has more than 256 columns. Remove those that are not needed.',
    );
    expect(
      fault(workbookOf({ Visits: [["Name", ...Array.from({ length: 255 }, (_, index) => `Column ${index}`)], ["A"]] })),
    ).toBeNull();
    const three = { Visits: [["Name", "Address"], ["A"], ["B", "b"], ["C"]] };
    const limited = (rows: number, cells: number, type?: "biff8") =>
      sheetsOfFile(workbookOf(three, type), "a.xlsx", { rows, cells });
    expect(limited(3, 6)).toMatchObject([{ name: "Visits" }]);
    expect([limited(2, 6), limited(2, 6, "biff8")]).toEqual(["too_many_rows", "too_many_rows"]);
    expect([limited(3, 5), limited(3, 5, "biff8")]).toEqual(["too_many_cells", "too_many_cells"]);
  });
});
