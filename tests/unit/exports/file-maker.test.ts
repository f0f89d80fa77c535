import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MAX_WORKBOOK_CELLS } from "~/domain/constants";
import { fileMaker } from "~/services/export/file-maker.server";
import type { FileTask } from "~/services/export/make-file";
import { bundledProgram } from "../../helpers/programs";

const columns = Array.from({ length: 32 }, (_, column) => ({ header: `Column ${column}` }));
const sheetOf = (rows: number): FileTask => {
  const row = columns.map((_, column) => (column % 3 === 0 ? column : `Text ${column}`));
  return { kind: "workbook", tables: [{ name: "Visits", columns, rows: Array.from({ length: rows }, () => row) }] };
};

describe("files that are made in a thread", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), "route-platform-files-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("have their time from when they are begun, however many are made before", async () => {
    const worker = path.join(folder, "slow.cjs");
    const slow = "module.exports = () => new Promise((done) => setTimeout(() => done(new Uint8Array(1)), 800));";
    writeFileSync(worker, slow);
    const files = fileMaker(worker, { timeoutMs: 1_500 });
    const made = await Promise.allSettled([1, 2, 3].map((rows) => files.make(sheetOf(rows))));
    expect(made.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled"]);
    const short = fileMaker(worker, { timeoutMs: 300 });
    await expect(short.make(sheetOf(1))).rejects.toThrow();
    await Promise.all([files.close(), short.close()]);
  });

  it("take little memory beside their rows, and are refused before they take too much", async () => {
    const program = await bundledProgram("app/services/export/make-file.worker.ts");
    const files = fileMaker(program.file, { heapMb: 128 });
    try {
      const bytes = await files.make(sheetOf(20_000));
      expect(bytes.byteLength).toBeGreaterThan(100_000);
      await expect(files.make(sheetOf(MAX_WORKBOOK_CELLS / columns.length + 1))).rejects.toMatchObject({
        code: "export.too_large",
        status: 422,
        message: expect.stringContaining("CSV") as string,
      });
    } finally {
      await files.close();
      program.remove();
    }
  });
});
