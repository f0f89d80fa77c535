import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import PDFDocument from "pdfkit";

/** Points (1/72 inch) on A4. */
export const MARGIN = 36;
export const INK = "#1a1f24";

/** DejaVu has Latin with all its accents, Greek and Cyrillic; the file embeds only the letters that it uses. */
const fontFile = (name: string): Buffer =>
  readFileSync(createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));
let fonts: { text: Buffer; bold: Buffer } | undefined;

/** An A4 document with the fonts `text` and `bold`, drawn by `draw`. */
export async function pdfBytes(title: string, draw: (doc: PDFKit.PDFDocument) => void): Promise<Uint8Array> {
  fonts ??= { text: fontFile("DejaVuSansCondensed"), bold: fontFile("DejaVuSansCondensed-Bold") };
  const doc = new PDFDocument({
    size: "A4",
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN },
    bufferPages: true,
    // None: the standard font would be looked up as a file that a bundled worker doesn't carry.
    font: "",
    info: { Title: title, Producer: "Route planning", Creator: "Route planning" },
  });
  const parts: Buffer[] = [];
  doc.on("data", (part: Buffer) => parts.push(part));
  const ended = new Promise<void>((resolve, reject) => {
    doc.on("end", resolve);
    doc.on("error", reject);
  });
  doc.registerFont("text", fonts.text);
  doc.registerFont("bold", fonts.bold);
  draw(doc);
  doc.end();
  await ended;
  return new Uint8Array(Buffer.concat(parts));
}
