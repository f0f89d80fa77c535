import { INK, MARGIN, pdfBytes } from "./pdf-document";
import { printableText } from "./printable";
import { textInBox } from "./text-in-box";

export interface Invoice {
  number: string;
  /** as people write days */
  date: string;
  /** lines of whoever sends it: name, address, tax number, account */
  from: readonly string[];
  /** lines of whoever it goes to */
  to: readonly string[];
  what: string;
  period: string;
  /** with its sign */
  amount: string;
}

const HEADING = 18;
const NORMAL = 11;

/** One page: who it goes to, what was ordered for which days, and what it costs. */
export function invoiceBytes({ number, date, from, to, what, period, amount }: Invoice): Promise<Uint8Array> {
  const title = `Invoice ${number}`;
  return pdfBytes(title, (doc) => {
    const width = doc.page.width - 2 * MARGIN;
    const line = (font: "text" | "bold", size: number, text: string): PDFKit.PDFDocument => {
      doc.font(font).fontSize(size).fillColor(INK);
      textInBox(doc, printableText(text), { x: MARGIN, y: doc.y, width });
      return doc;
    };
    line("bold", HEADING, title);
    line("text", NORMAL, date).moveDown(2);
    for (const one of from.filter(Boolean)) line("text", NORMAL, one);
    doc.moveDown();
    for (const one of to) line("text", NORMAL, one);
    doc.moveDown(2);
    line("bold", NORMAL, what);
    line("text", NORMAL, period).moveDown();
    line("bold", HEADING, amount).moveDown(2);
    line("text", NORMAL, "The amount is due within 14 days.");
  });
}
