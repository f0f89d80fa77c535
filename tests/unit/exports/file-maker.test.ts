import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { MAX_WORKBOOK_CELLS } from "~/domain/constants";
import { AppError } from "~/lib/errors";
import { withRequestContext } from "~/lib/request-context.server";
import { fileMaker } from "~/services/export/file-maker.server";
import type { FileMaker } from "~/services/export/file-maker.server";
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

  describe("for several callers", () => {
    /** Says in a file what it was given, and waits until another one is there, for all of them or for this one. */
    const slow = `const fs = require("node:fs"); const path = require("node:path");
      module.exports = ({ tables }) => new Promise((done) => {
        fs.appendFileSync(path.join(__dirname, "made"), tables[0].name + " ");
        const look = setInterval(() => {
          if (!["go", "go-" + tables[0].name].some((go) => fs.existsSync(path.join(__dirname, go)))) return;
          clearInterval(look);
          done(new Uint8Array(1));
        }, 5);
      });`;
    const marked = (name: string) => path.join(folder, name);
    const made = () => (existsSync(marked("made")) ? readFileSync(marked("made"), "utf8").trim() : "");
    const makerOf = (options: Parameters<typeof fileMaker>[1] = {}) => {
      for (const name of ["made", "go", "go-a1", "go-a2"]) rmSync(marked(name), { force: true });
      writeFileSync(marked("waits.cjs"), slow);
      return fileMaker(marked("waits.cjs"), options);
    };
    const ask = (files: FileMaker, companyId: number, name: string, gone?: AbortSignal) =>
      withRequestContext(
        { id: name, ip: "", userAgent: "", sender: { userId: 1, companyId, keyId: null }, ...(gone ? { gone } : {}) },
        () =>
          files.make({ kind: "workbook", tables: [{ name, columns: [], rows: [] }] }).then(
            () => "made",
            (error: unknown) => (error instanceof AppError ? `${error.status} ${error.code}: ${error.message}` : error),
          ),
      );

    it("have their time from when they are begun, however many are made before", async () => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      const files = makerOf({ timeoutMs: 1_000 });
      const all = ["a1", "a2", "a3"].map((name) => ask(files, 1, name));
      const begun = async (names: string) => {
        while (made() !== names) await new Promise((resolve) => setImmediate(resolve));
      };
      for (const [nth, names] of ["a1", "a1 a2"].entries()) {
        await begun(names);
        vi.advanceTimersByTime(900);
        writeFileSync(marked(`go-a${nth + 1}`), "");
      }
      expect(await Promise.all(all.slice(0, 2))).toEqual(["made", "made"]);
      await begun("a1 a2 a3");
      vi.advanceTimersByTime(1_000);
      expect(await all[2]).toBeInstanceOf(Error);
      vi.useRealTimers();
      await files.close();
    });

    it("are made by turns of their companies, and not for a caller who has left", async () => {
      const files = makerOf();
      const left = new AbortController();
      const first = ask(files, 1, "a1", left.signal);
      const waits = ask(files, 1, "a2", left.signal);
      const stay = [ask(files, 1, "a3"), ask(files, 1, "a4"), ask(files, 2, "b1")];
      await vi.waitFor(() => expect(made()).toBe("a1"), { timeout: 60_000 });
      left.abort();
      const gone = "408 file.gone: The request was ended.";
      expect(await Promise.all([first, waits])).toEqual([gone, gone]);
      await vi.waitFor(() => expect(made()).toBe("a1 b1"), { timeout: 60_000 });
      writeFileSync(marked("go"), "");
      expect(await Promise.all(stay)).toEqual(["made", "made", "made"]);
      expect(made()).toBe("a1 b1 a3 a4");
      await files.close();
    });

    it("are refused to a company that has too many waiting, and to nobody else", async () => {
      const files = makerOf({ limits: { perOwner: 2, all: 3, doing: "made" } });
      const taken = [ask(files, 1, "a1"), ask(files, 1, "a2"), ask(files, 2, "b1")];
      expect(await ask(files, 1, "a3")).toBe(
        "429 file.share: 2 files of your company are being made. Try again when one is done.",
      );
      expect(await ask(files, 3, "c1")).toBe("503 file.busy: Too many files are being made. Try again in a minute.");
      writeFileSync(marked("go"), "");
      expect(await Promise.all(taken)).toEqual(["made", "made", "made"]);
      await files.close();
    });
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
