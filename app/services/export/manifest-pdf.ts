import type { Manifest, ManifestStop } from "./manifest";
import { INK, MARGIN, pdfBytes } from "./pdf-document";
import { SUBSTITUTE_NOTE, printable } from "./printable";
import { heightInBox, textInBox } from "./text-in-box";

/** Points (1/72 inch) on A4. */
const FOOT = 24;
const PAD_X = 4;
const PAD_Y = 4;
const SMALL = 8;
const NORMAL = 9;
const LINE = "#c4cad0";
const HEAD = "#eef1f3";
const DIM = "#59636e";

interface ManifestColumn {
  key: keyof ManifestStop;
  label: string;
  /** share of the page's width */
  share: number;
  align?: "right";
}

const COLUMNS: readonly ManifestColumn[] = [
  { key: "number", label: "No.", share: 5, align: "right" },
  // "Departure" in bold and "ETA 17:44 +1" stand in one line; a line break counts as a letter when pdfkit wraps.
  { key: "time", label: "Time", share: 13 },
  { key: "name", label: "Name", share: 16.5 },
  { key: "address", label: "Address", share: 18.5 },
  { key: "window", label: "Window", share: 10.5 },
  { key: "load", label: "Load", share: 10 },
  { key: "note", label: "Note", share: 13.5 },
  { key: "phone", label: "Recipient", share: 13 },
];
const SHARES = COLUMNS.reduce((sum, column) => sum + column.share, 0);

/** The printed list of a route: A4, heads on every page, long texts wrapped, pages numbered. */
export function manifestBytes(given: Manifest): Promise<Uint8Array> {
  const { manifest, replaced } = printable(given);
  return pdfBytes(manifest.title, (doc) => {
    new ManifestPage(doc).draw(manifest, replaced ? SUBSTITUTE_NOTE : null);
    numberPages(doc, manifest);
  });
}

class ManifestPage {
  private readonly width: number;
  private readonly bottom: number;
  private y = MARGIN;

  constructor(private readonly doc: PDFKit.PDFDocument) {
    this.width = doc.page.width - 2 * MARGIN;
    this.bottom = doc.page.height - MARGIN - FOOT;
  }

  draw(manifest: Manifest, note: string | null): void {
    this.head(manifest);
    if (note !== null) this.note(note);
    this.tableHead();
    for (const stop of manifest.stops) this.row(stop);
    if (manifest.stops.length === 0) this.empty();
  }

  private head({ vehicle, facts }: Manifest): void {
    const { doc, width } = this;
    doc.font("bold").fontSize(16).fillColor(INK);
    textInBox(doc, vehicle, { x: MARGIN, y: this.y, width });
    this.y = doc.y + 8;
    const perLine = 4;
    const cell = width / perLine;
    for (let from = 0; from < facts.length; from += perLine) {
      let bottom = this.y;
      facts.slice(from, from + perLine).forEach(([label, value], index) => {
        const x = MARGIN + index * cell;
        doc
          .font("text")
          .fontSize(SMALL)
          .fillColor(DIM)
          .text(label, x, this.y, { width: cell - 8 });
        doc.font("bold").fontSize(NORMAL).fillColor(INK);
        textInBox(doc, value, { x, y: doc.y + 1, width: cell - 8 });
        bottom = Math.max(bottom, doc.y);
      });
      this.y = bottom + 8;
    }
    this.y += 4;
  }

  private note(text: string): void {
    const { doc, width } = this;
    doc.font("text").fontSize(SMALL).fillColor(DIM).text(text, MARGIN, this.y, { width });
    this.y = doc.y + 8;
  }

  private empty(): void {
    this.y += PAD_Y;
    this.note("No stops.");
  }

  private tableHead(): void {
    const { doc } = this;
    const height = SMALL + 2 * PAD_Y + 2;
    doc.rect(MARGIN, this.y, this.width, height).fill(HEAD);
    doc.font("bold").fontSize(SMALL).fillColor(INK);
    this.eachColumn((column, x, width) =>
      doc.text(column.label, x, this.y + PAD_Y, { width, align: column.align ?? "left", lineBreak: false }),
    );
    this.y += height;
  }

  /** A stop is never torn in two: when it doesn't fit, it begins the next page. */
  private row(stop: ManifestStop): void {
    const { doc } = this;
    doc.font("text").fontSize(SMALL);
    let height = 0;
    this.eachColumn((column, _x, width) => {
      this.face(column);
      height = Math.max(height, heightInBox(doc, stop[column.key], width));
    });
    const room = this.bottom - MARGIN - 3 * SMALL;
    // A note that is longer than a page ends in dots.
    const textHeight = Math.min(height, room - 2 * PAD_Y);
    if (this.y + textHeight + 2 * PAD_Y > this.bottom) {
      doc.addPage();
      this.y = MARGIN;
      this.tableHead();
    }
    this.eachColumn((column, x, width) => {
      this.face(column);
      doc.fillColor(INK);
      textInBox(doc, stop[column.key], {
        x,
        y: this.y + PAD_Y,
        width,
        height: textHeight + 1,
        ...(column.align === undefined ? {} : { align: column.align }),
      });
    });
    this.y += textHeight + 2 * PAD_Y;
    doc
      .moveTo(MARGIN, this.y)
      .lineTo(MARGIN + this.width, this.y)
      .lineWidth(0.5)
      .strokeColor(LINE)
      .stroke();
  }

  private face(column: ManifestColumn): void {
    this.doc
      .font(column.key === "number" || column.key === "time" || column.key === "name" ? "bold" : "text")
      .fontSize(SMALL);
  }

  private eachColumn(visit: (column: ManifestColumn, x: number, width: number) => void): void {
    let x = MARGIN;
    for (const column of COLUMNS) {
      const width = (this.width * column.share) / SHARES;
      visit(column, x + PAD_X, width - 2 * PAD_X);
      x += width;
    }
  }
}

function numberPages(doc: PDFKit.PDFDocument, { title, printed }: Manifest): void {
  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page);
    // Below the margin, where text would otherwise begin a new page.
    doc.page.margins.bottom = 0;
    const y = doc.page.height - MARGIN - 8;
    const width = doc.page.width - 2 * MARGIN;
    doc.font("text").fontSize(SMALL).fillColor(DIM);
    textInBox(doc, `${title} · ${printed}`, { x: MARGIN, y, width: width - 80, height: SMALL + 3 });
    doc.text(`Page ${page - start + 1} of ${count}`, MARGIN + width - 80, y, {
      width: 80,
      align: "right",
      lineBreak: false,
    });
  }
}
