import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import ts from "typescript";
import { expect, test } from "./fixtures";
import { makeKey } from "./make-key";

const PROGRAM = path.resolve("tests/fixtures/api-client/main-path.ts");

/** Files of programs that were checked; most are TypeScript's own, and reading them takes longer than a check. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/** @returns all that it printed; @throws Error when it fails */
function runNode(args: string[], environment: Record<string, string> = {}): Promise<string> {
  const child = spawn(process.execPath, args, { env: { ...process.env, ...environment } });
  let output = "";
  let complaint = "";
  child.stdout.on("data", (piece: Buffer) => (output += piece.toString()));
  // Node warns here of the variables that colours are chosen by.
  child.stderr.on("data", (piece: Buffer) => (complaint += piece.toString()));
  return new Promise((resolve, reject) =>
    child.on("close", (code) => (code === 0 ? resolve(output) : reject(new Error(output + complaint)))),
  );
}

/** What TypeScript has against the program when it is written for an API of these types. */
function faultsOf(types: string): string[] {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    types: ["node"],
    strict: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    noEmit: true,
    paths: { "platform-api": [types] },
  };
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  // Only the types are another text the next time.
  host.getSourceFile = (file, ...rest) => {
    if (path.resolve(file) === types) return read(file, ...rest);
    if (!parsed.has(file)) parsed.set(file, read(file, ...rest));
    return parsed.get(file);
  };
  const program = ts.createProgram([PROGRAM], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

test("a client that is generated from the document leads a plan to its end", async ({ page, platform, signIn }) => {
  const folder = mkdtempSync(path.join(tmpdir(), "api-client-"));
  const types = path.join(folder, "api.d.ts");
  try {
    await runNode(["scripts/api-types.mjs", types, platform.url]);
    expect(faultsOf(types)).toEqual([]);

    await signIn(page, "super admin");
    const environment = { BASE: new URL("api", platform.url).href, KEY: await makeKey(page) };
    const output = await runNode(["--import", "tsx", PROGRAM], environment);
    // Completed: the plan and both routes; of each route, the loading and one delivery are done, and one has failed.
    expect(JSON.parse(output)).toEqual({ plan: 5, routes: [5, 5], visits: [4, 4, 4, 4, 5, 5], refused: "fail" });

    const text = readFileSync(types, "utf8");
    for (const [was] of BREAKS) expect(text).toMatch(was);
    // All at once: each has a fault of its own.
    writeFileSync(
      types,
      BREAKS.reduce((broken, [was, becomes]) => broken.replaceAll(was, becomes), text),
    );
    const faults = faultsOf(types).join("\n");
    for (const [, , fault] of BREAKS) expect(faults).toContain(fault);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Changes of the document that break callers, and what TypeScript says of them. */
const BREAKS = [
  // A field of an answer has another name.
  [/\barrival_time: /g, "arrives_at: ", "'arrival_time' does not exist"],
  // So has a field of a payload's records.
  [/\bpackage_load\?: /g, "load?: ", "'package_load' does not exist"],
  // An action takes something more.
  [/\bvisitId: number;/g, "visitId: number; reason: string;", "'reason' is missing"],
] as const;
