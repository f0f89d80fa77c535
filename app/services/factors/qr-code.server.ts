import QRCode from "qrcode";

interface QrCode {
  /** modules per side, with the quiet zone that readers need */
  size: number;
  /** of an SVG path: one square per dark module */
  path: string;
}

const QUIET = 4;

/** A text as a QR code, to be drawn as SVG. */
export function qrCode(text: string): QrCode {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: "M" });
  const squares: string[] = [];
  for (let row = 0; row < modules.size; row += 1)
    for (let column = 0; column < modules.size; column += 1)
      if (modules.get(row, column)) squares.push(`M${column + QUIET} ${row + QUIET}h1v1h-1z`);
  return { size: modules.size + 2 * QUIET, path: squares.join("") };
}
