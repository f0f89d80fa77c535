import { describe, expect, it } from "vitest";
import { TextFileError, textRows } from "~/services/spreadsheet/text-rows";

const rows = (content: Uint8Array | string) =>
  [...textRows(Buffer.from(content))].map(({ row, cells }) => [row, ...cells]);
const fault = (content: Uint8Array | string): string | null => {
  try {
    rows(content);
    return null;
  } catch (error) {
    if (error instanceof TextFileError) return error.fault;
    throw error;
  }
};

const latin1 = (text: string) => Buffer.from(text, "latin1");
const utf16 = (text: string, mark: boolean) => Buffer.from(`${mark ? "\uFEFF" : ""}${text}`, "utf16le");
const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16();

describe("the encoding of a text file", () => {
  const TEXT = "Kunde;Straße\nMüller;Bühelstraße 5\n";
  const ROWS = [
    [1, "Kunde", "Straße"],
    [2, "Müller", "Bühelstraße 5"],
  ];
  it.each<[string, Uint8Array]>([
    ["UTF-8", Buffer.from(TEXT)],
    ["UTF-8 with a mark", Buffer.from(`\uFEFF${TEXT}`)],
    ["Windows' Western one", latin1(TEXT)],
    ["UTF-16", utf16(TEXT, true)],
    ["UTF-16, the other way round", swapped(utf16(TEXT, true))],
    ["UTF-16 without a mark", utf16(TEXT, false)],
    ["UTF-16 without a mark, the other way round", swapped(utf16(TEXT, false))],
  ])("%s is found", (_, content) => expect(rows(content)).toEqual(ROWS));

  it("Windows' Cyrillic one is found by its letters", () => {
    const cyrillic = (text: string) =>
      Buffer.from(
        [...text].map((letter) => {
          const code = letter.codePointAt(0) ?? 0;
          return code >= 0x410 && code <= 0x44f ? code - 0x350 : code;
        }),
      );
    const text = "Клиент;Адрес;Примечание\nМагазин продуктов;Первая улица 5;Звонить перед доставкой\n";
    expect(rows(cyrillic(text))[1]).toEqual([2, "Магазин продуктов", "Первая улица 5", "Звонить перед доставкой"]);
  });

  it("is none for pictures, PDF files and what has zeros inside", () => {
    expect([
      fault(Buffer.concat([Buffer.from("Name;Address\n"), Buffer.from([0, 1, 2, 0, 0]), Buffer.from("x".repeat(90))])),
      fault("%PDF-1.7\nName;Address\n"),
      fault(Buffer.from(Array.from({ length: 400 }, (_, index) => 1 + ((index * 7) % 31)))),
    ]).toEqual(["not_text", "not_text", "not_text"]);
  });

  it("keeps letters that lie on the border of two pieces", () => {
    const line = `${"ü".repeat(1_001)};x\n`;
    const all = rows(line.repeat(1_500));
    expect(all).toHaveLength(1_500);
    expect(all.every(([, first]) => first === "ü".repeat(1_001))).toBe(true);
  });
});

describe("the separator of a text file", () => {
  it.each([";", ",", "\t", "|"])("%j is found", (separator) => {
    const text = [
      ["Name", "Address", "Load"],
      ["A", "Street 5", "7"],
      ["B", "Street 6", "8"],
    ]
      .map((cells) => cells.join(separator))
      .join("\n");
    expect(rows(text)).toEqual([
      [1, "Name", "Address", "Load"],
      [2, "A", "Street 5", "7"],
      [3, "B", "Street 6", "8"],
    ]);
  });
  it("is the one between columns, not the one before decimals or in notes", () => {
    expect(rows("Name;Lat;Lng\nA, the first;47,1;9,5\nB;47,2;9,6\n")[1]).toEqual([2, "A, the first", "47,1", "9,5"]);
    expect(rows('Name,Note\nA,"x;y;z"\nB,"x;y;z"\n')[1]).toEqual([2, "A", "x;y;z"]);
  });
  it("may be named by Excel's own first line, which is a row of the file", () => {
    expect(rows("sep=|\nName|Note\nA;B|C\n")).toEqual([
      [2, "Name", "Note"],
      [3, "A;B", "C"],
    ]);
  });
  it("is not needed for a single column", () => {
    expect(rows("Name\nA\nB\n")).toEqual([
      [1, "Name"],
      [2, "A"],
      [3, "B"],
    ]);
  });
});

describe("the rows of a text file", () => {
  it("keep their numbers where rows are empty, and end as any system writes", () => {
    const expected = [
      [1, "Name", "Note"],
      [4, "A", null, "x"],
    ];
    for (const end of ["\n", "\r\n", "\r"])
      expect(rows(["Name;Note", "", ";;", "A;;x;", ""].join(end)), JSON.stringify(end)).toEqual(expected);
  });
  it("hold line ends, quotes and separators inside quotes", () => {
    expect(rows('Name;Note\r\n"A ""quoted""";"one\r\ntwo;three"\r\nB;x\r\n')).toEqual([
      [1, "Name", "Note"],
      [2, 'A "quoted"', "one\ntwo;three"],
      [3, "B", "x"],
    ]);
  });
  it("are the same wherever a piece of the file ends", () => {
    const line = (index: number) => `"Name ${index}";"note\r\n${"x".repeat(index % 50)}";${index}\r\n`;
    const all = rows(Array.from({ length: 60_000 }, (_, index) => line(index)).join(""));
    expect(all).toHaveLength(60_000);
    expect(all.every(([row, name, , index]) => name === `Name ${index}` && row === Number(index) + 1)).toBe(true);
  });
  it("are not counted twice where a piece ends between the two characters of a line end", () => {
    const text = `abc\r\n${"a\r\n".repeat(400_000)}`;
    expect(text[999_999]).toBe("\r");
    expect(rows(text).at(-1)).toEqual([400_001, "a"]);
  });
  it("are refused where a quote never closes or a line never ends", () => {
    expect(fault('Name;Note\n"A;B\nC;D\n')).toBe("open_quote");
    expect(fault(`Name;Note\n"${"x".repeat(80)}\n`.padEnd(3_000_000, "y\n"))).toBe("open_quote");
    expect(fault("x".repeat(2_500_000))).toBe("long_line");
    expect(fault(`Name\n${"x".repeat(900_000)}`)).toBeNull();
  });
});

describe("a quote that is no cell's", () => {
  const texts = (content: string) => rows(content).map(([, ...cells]) => cells);
  const [bad, good] = ['"Müller" GmbH;Weg 2', '"Beck";Weg 5'];
  const SIX = ["Kunde 1;Weg 1", bad, "Kunde 3;Weg 3", "Kunde 4;Weg 4", good, "Kunde 6;Weg 6"];
  const CELLS = [
    ["Kunde 1", "Weg 1"],
    ['"Müller" GmbH', "Weg 2"],
    ["Kunde 3", "Weg 3"],
    ["Kunde 4", "Weg 4"],
    ["Beck", "Weg 5"],
    ["Kunde 6", "Weg 6"],
  ];

  it("leaves the rows below it alone", () => {
    expect(texts(`Name;Street\r\n${SIX.join("\r\n")}\r\n`)).toEqual([["Name", "Street"], ...CELLS]);
    expect(texts(`Name;Street\n${SIX.slice(0, 4).join("\n")}`)).toEqual([["Name", "Street"], ...CELLS.slice(0, 4)]);
    expect(texts('No;Name\n1;"Müller" GmbH\n"2";Beck\n3;"A" B\n4;"C" D\n')).toEqual([
      ["No", "Name"],
      ["1", '"Müller" GmbH'],
      ["2", "Beck"],
      ["3", '"A" B'],
      ["4", '"C" D'],
    ]);
    expect(texts('Name\n"Müller" GmbH\nKunde\n"Beck"\n')).toEqual([["Name"], ['"Müller" GmbH'], ["Kunde"], ["Beck"]]);
    expect(texts('Name;Note\n"A;x\n"B";y\n')).toEqual([
      ["Name", "Note"],
      ['"A', "x"],
      ["B", "y"],
    ]);
  });

  it("leaves them alone on either side of a piece of the file", () => {
    for (const shift of [-40, -17, -9, -3, -1, 0, 1, 5]) {
      const head = "Name;Street\n";
      const line = `${"x".repeat(97)};y\n`;
      const lines = Math.floor((1_000_000 + shift - head.length) / line.length) - 1;
      const rest = 1_000_000 + shift - head.length - lines * line.length;
      const before = `${head}${line.repeat(lines)}${"z".repeat(rest - 3)};z\n`;
      const text = `${before}"Bad" one;Weg 2\nKunde;Weg\n${line.repeat(12_000)}"Beck";Weg\n`;
      const found = texts(text);
      expect(found, String(shift)).toHaveLength(lines + 12_005);
      expect(found.slice(lines + 2, lines + 4)).toEqual([
        ['"Bad" one', "Weg 2"],
        ["Kunde", "Weg"],
      ]);
      expect(found.at(-1)).toEqual(["Beck", "Weg"]);
    }
  });

  it("is part of a cell that closes in its line, or whose lines are no rows", () => {
    expect(texts('Name;Note;City\nA;"Ring "hard" please";x\nB;"Ring "hard" now\nplease";y\n')).toEqual([
      ["Name", "Note", "City"],
      ["A", 'Ring "hard" please', "x"],
      ["B", 'Ring "hard" now\nplease', "y"],
    ]);
    expect(texts('Name;Note\nA;"Ring bell "hard" please"\nB;"8" pipe"\nC;"ok" \n')).toEqual([
      ["Name", "Note"],
      ["A", 'Ring bell "hard" please'],
      ["B", '8" pipe'],
      ["C", "ok"],
    ]);
  });
});
