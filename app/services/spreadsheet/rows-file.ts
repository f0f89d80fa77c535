/**
 * The intermediate file: a workbook's rows, read once, in blocks that are found without reading those before.
 *
 * Layout: blocks (a JSON list of rows, deflated), then the places of all blocks as JSON, then its length (4 bytes) and
 * the mark. Row `[7, cells]`, hidden `[7, cells, 1]`; rows without a value are left out.
 */
import { closeSync, openSync, writeSync } from "node:fs";
import { open } from "node:fs/promises";
import { promisify } from "node:util";
import { deflateRawSync, inflateRaw } from "node:zlib";
import type { Cell, SheetRow } from "~/domain/import/cell";

type StoredRow = [row: number, cells: readonly Cell[], hidden?: 1];

/** Where a block is in the file, and the index of its first row in its sheet. */
type Block = [offset: number, bytes: number, first: number];

/** A block is inflated and parsed within a few milliseconds. */
const BLOCK = { rows: 500, chars: 256_000 };
const MARK = 0x524f5753;
const TAIL_BYTES = 8;
/** Nothing that is kept is longer; Excel has the same limit. */
export const MAX_CELL_CHARS = 32_767;

/** Writes a file sheet by sheet. */
export class RowsWriter {
  private readonly file: number;
  private readonly sheets: { rows: number; blocks: Block[] }[] = [];
  private offset = 0;
  private block: string[] = [];
  private chars = 0;

  constructor(path: string) {
    this.file = openSync(path, "w", 0o600);
  }

  startSheet(): void {
    this.flush();
    this.sheets.push({ rows: 0, blocks: [] });
  }

  add({ row, cells, hidden }: SheetRow): void {
    const stored: StoredRow = hidden ? [row, cells, 1] : [row, cells];
    const text = JSON.stringify(stored);
    this.block.push(text);
    this.chars += text.length;
    if (this.block.length >= BLOCK.rows || this.chars >= BLOCK.chars) this.flush();
  }

  finish(): void {
    this.flush();
    const index = Buffer.from(JSON.stringify(this.sheets));
    const tail = Buffer.alloc(TAIL_BYTES);
    tail.writeUInt32LE(index.byteLength, 0);
    tail.writeUInt32LE(MARK, 4);
    this.write(Buffer.concat([index, tail]));
    this.close();
  }

  close(): void {
    closeSync(this.file);
  }

  private flush(): void {
    const sheet = this.sheets[this.sheets.length - 1];
    if (sheet === undefined || this.block.length === 0) return;
    const packed = deflateRawSync(`[${this.block.join(",")}]`, { level: 1 });
    sheet.blocks.push([this.offset, packed.byteLength, sheet.rows]);
    sheet.rows += this.block.length;
    this.write(packed);
    this.block = [];
    this.chars = 0;
  }

  private write(content: Buffer): void {
    for (let written = 0; written < content.byteLength;)
      written += writeSync(this.file, content, written, content.byteLength - written);
    this.offset += content.byteLength;
  }
}

const inflate = promisify(inflateRaw);

export interface RowsPiece {
  rows: SheetRow[];
  /** where the next piece starts, null at the end */
  next: number | null;
  total: number;
}

/**
 * Some rows of a sheet, by their index among those that have a value.
 * @throws Error when the file is none of ours or has no such sheet
 */
export async function readRows(path: string, sheet: number, from: number, count: number): Promise<RowsPiece> {
  const file = await open(path, "r");
  try {
    const read = async (offset: number, bytes: number): Promise<Buffer> => {
      const content = Buffer.alloc(bytes);
      const { bytesRead } = await file.read(content, 0, bytes, offset);
      if (bytesRead !== bytes) throw new Error("The file with the rows is cut off.");
      return content;
    };
    const { size } = await file.stat();
    const tail = await read(Math.max(0, size - TAIL_BYTES), TAIL_BYTES);
    if (tail.readUInt32LE(4) !== MARK) throw new Error("This is no file with rows.");
    const indexBytes = tail.readUInt32LE(0);
    const index = JSON.parse((await read(size - TAIL_BYTES - indexBytes, indexBytes)).toString()) as {
      rows: number;
      blocks: Block[];
    }[];
    const found = index[sheet];
    if (found === undefined) throw new Error(`The file with the rows has no sheet ${sheet}.`);
    const end = Math.min(from + count, found.rows);
    const rows: SheetRow[] = [];
    for (const [at, [offset, bytes, first]] of found.blocks.entries()) {
      const after = found.blocks[at + 1]?.[2] ?? found.rows;
      if (after <= from || first >= end) continue;
      const stored = JSON.parse((await inflate(await read(offset, bytes))).toString()) as StoredRow[];
      for (const [row, cells, hidden] of stored.slice(Math.max(0, from - first), end - first))
        rows.push(hidden ? { row, cells, hidden: true } : { row, cells });
    }
    return { rows, next: end < found.rows ? end : null, total: found.rows };
  } finally {
    await file.close();
  }
}
