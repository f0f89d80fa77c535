/** The files that `bench:import` reads: visits in 15 columns, as a dispatcher's list has them. */
import { utils, write } from "xlsx";
import { stop } from "./seed";

const HEADERS = [
  "Auftrag",
  "Kunde",
  "Strasse",
  "Ort",
  "PLZ",
  "Art",
  "von",
  "bis",
  "Dauer (min)",
  "Volumen m3",
  "Gewicht (kg)",
  "Breite",
  "Länge",
  "Telefon",
  "Bemerkung",
];

/** @param first number of the first row: other numbers are another file, whose rows nobody has imported */
function* lines(rows: number, first = 0): Generator<(string | number)[]> {
  yield HEADERS;
  for (let index = first; index < first + rows; index++) {
    const visit = stop(index, 0, 0);
    yield [
      `A-${index}`,
      `${visit.name} ${index}`,
      `Strasse ${index % 900}`,
      "Vaduz",
      String(9400 + (index % 99)),
      index % 5 === 0 ? "Abholung" : "Lieferung",
      // One in a hundred is no time: rows with notes take longer.
      index % 100 === 7 ? "später" : `0${8 + (index % 2)}:00`,
      "17:30",
      5 + (index % 20),
      "0,25",
      `${index % 300} kg`,
      visit.lat,
      visit.lng,
      `+423 2${10 + (index % 90)} 76 ${10 + (index % 90)}`,
      index % 3 === 0 ? "Bitte vorher anrufen" : "",
    ];
  }
}

export function workbookFile(rows: number, first = 0): Buffer {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([...lines(rows, first)], { dense: true }), "Tour");
  return write(book, { type: "buffer", bookType: "xlsx", bookSST: true, compression: true }) as Buffer;
}

export function textFile(rows: number): Buffer {
  const text: string[] = [];
  for (const cells of lines(rows)) text.push(cells.map((cell) => (cell === "" ? "" : `"${cell}"`)).join(";"));
  return Buffer.from(text.join("\r\n"));
}
