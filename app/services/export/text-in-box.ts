/**
 * Texts of a printed page. pdfkit sets words from left to right; a text with Hebrew or Arabic in it is broken into
 * lines here and put into the order in which it is read (Unicode's bidirectional algorithm).
 */
import bidiFactory from "bidi-js";
import type { EmbeddingLevels } from "bidi-js";

const bidi = bidiFactory();
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;
/** Numbers, which are read from left to right, in digits that the font turns like the words around them. */
const ARABIC_DIGITS = /([\u0660-\u0669\u06f0-\u06f9]+)/;
const ELLIPSIS = "…";
/** Any list, an empty one as well, makes pdfkit shape a piece as a whole and not word by word. */
const AS_ONE = { features: [] };

/** A part of a paragraph, its end not in it. */
interface Line {
  start: number;
  end: number;
}

const turned = (text: string): string => [...text].reverse().join("");

/** A run as the font's shaping has to get it, which turns what begins in a script from right to left. */
function piecesOfRun(run: string, isTurned: boolean): string[] {
  if (!isTurned)
    return run
      .split(ARABIC_DIGITS)
      .filter(Boolean)
      .map((part) => (ARABIC_DIGITS.test(part) ? turned(part) : part));
  const mirrored = [...run].map((letter) => bidi.getMirroredCharacter(letter) ?? letter).join("");
  return [RIGHT_TO_LEFT.test(run) ? mirrored : turned(mirrored)];
}

/** The pieces of a line as they stand from left to right, each as the font's shaping has to get it. */
function piecesOf(paragraph: string, levels: EmbeddingLevels, { start, end }: Line): string[] {
  const order = Array.from({ length: end - start }, (_, index) => start + index);
  for (const [from = 0, to = 0] of bidi.getReorderSegments(paragraph, levels, start, end - 1))
    order.splice(from - start, to - from + 1, ...order.slice(from - start, to - start + 1).reverse());
  const runs: { indices: number[]; level: number }[] = [];
  for (const index of order) {
    const level = levels.levels[index] ?? 0;
    const last = runs.at(-1);
    if (last?.level === level && Math.abs((last.indices.at(-1) ?? 0) - index) === 1) last.indices.push(index);
    else runs.push({ indices: [index], level });
  }
  return runs.flatMap(({ indices, level }) => {
    const from = Math.min(...indices);
    return piecesOfRun(paragraph.slice(from, from + indices.length), level % 2 === 1);
  });
}

const withoutEndSpace = (paragraph: string, { start, end }: Line): Line => ({
  start,
  end: start + paragraph.slice(start, end).trimEnd().length,
});

/** Lines that fit, broken between words; a word that is too long for a line of its own is broken anywhere. */
function linesOf(paragraph: string, width: number, widthOf: (part: Line) => number): Line[] {
  const lines: Line[] = [];
  let start = 0;
  let end = 0;
  let used = 0;
  const take = (next: number, letters: string) => {
    const part = { start: end, end: next };
    const isAlone = end === start && [...letters].length === 1;
    if (isAlone || used + widthOf(withoutEndSpace(paragraph, part)) <= width) {
      used += widthOf(part);
      end = next;
    } else if (end > start) {
      lines.push({ start, end });
      start = end;
      used = 0;
      take(next, letters);
    } else {
      let at = start;
      for (const letter of letters) {
        at += letter.length;
        take(at, letter);
      }
    }
  };
  for (const { 0: word, index } of paragraph.matchAll(/\S*\s*/g)) if (word !== "") take(index + word.length, word);
  return [...lines, { start, end }].map((line) => withoutEndSpace(paragraph, line));
}

/**
 * The pieces of each line, which are set one behind the other from the left.
 * @param most lines; the last one of a text that has more ends in dots
 */
export function linesInOrder(
  text: string,
  width: number,
  widthOf: (piece: string) => number,
  most = Infinity,
): string[][] {
  const widthOfAll = (pieces: readonly string[]) => pieces.reduce((sum, piece) => sum + widthOf(piece), 0);
  const lines = text.split("\n").flatMap((paragraph) => {
    const levels = bidi.getEmbeddingLevels(paragraph);
    const pieces = (line: Line) => (line.end > line.start ? piecesOf(paragraph, levels, line) : []);
    return linesOf(paragraph, width, (part) => widthOfAll(pieces(part))).map((line) => ({
      pieces: () => pieces(line),
      cut: () =>
        piecesWithDots(
          paragraph.slice(line.start, line.end),
          isReadFromRight(levels) ? "rtl" : "ltr",
          (all) => widthOfAll(all) <= width,
        ),
    }));
  });
  return lines
    .slice(0, most)
    .map(({ pieces, cut }, index) => (index === most - 1 && lines.length > most ? cut() : pieces()));
}

const isReadFromRight = ({ paragraphs }: EmbeddingLevels): boolean => (paragraphs[0]?.level ?? 0) % 2 === 1;

/** A line with dots where its reader comes to its end, and as many of its letters as have room beside them. */
function piecesWithDots(
  line: string,
  direction: "rtl" | "ltr",
  fits: (pieces: readonly string[]) => boolean,
): string[] {
  const letters = [...line];
  for (;;) {
    const text = letters.join("").trimEnd() + ELLIPSIS;
    const pieces = piecesOf(text, bidi.getEmbeddingLevels(text, direction), { start: 0, end: text.length });
    if (letters.length === 0 || fits(pieces)) return pieces;
    letters.pop();
  }
}

const linesFor = (doc: PDFKit.PDFDocument, text: string, width: number, most?: number): string[][] =>
  linesInOrder(text, width, (piece) => doc.widthOfString(piece, AS_ONE), most);

export function heightInBox(doc: PDFKit.PDFDocument, text: string, width: number): number {
  if (!RIGHT_TO_LEFT.test(text)) return doc.heightOfString(text || " ", { width });
  return linesFor(doc, text, width).length * doc.currentLineHeight(true);
}

interface Box {
  x: number;
  y: number;
  width: number;
  /** a text that is longer ends in dots */
  height?: number;
  align?: "left" | "right";
}

/**
 * Like pdfkit's `text`, which goes on below. Words in any script begin at the left, as on the screens: columns keep
 * their edge.
 */
export function textInBox(doc: PDFKit.PDFDocument, text: string, { x, y, width, height, align = "left" }: Box): void {
  if (!RIGHT_TO_LEFT.test(text)) {
    doc.text(text, x, y, { width, align, ...(height === undefined ? {} : { height, ellipsis: ELLIPSIS }) });
    return;
  }
  const lineHeight = doc.currentLineHeight(true);
  const most = height === undefined ? undefined : Math.max(1, Math.floor(height / lineHeight));
  const lines = linesFor(doc, text, width, most);
  lines.forEach((pieces, index) => {
    let at = x;
    for (const piece of pieces) {
      doc.text(piece, at, y + index * lineHeight, { ...AS_ONE, lineBreak: false });
      at += doc.widthOfString(piece, AS_ONE);
    }
  });
  doc.x = x;
  doc.y = y + lines.length * lineHeight;
}
