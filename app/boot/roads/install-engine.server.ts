import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { env } from "~/env.server";
import { AppError } from "~/lib/errors";
import {
  ENGINE_INTEGRITY,
  ENGINE_PACKAGE,
  ENGINE_VERSION,
  engineFolder,
  enginePackage,
} from "~/services/routing/valhalla/engine-package.server";

/** Printed by npm and kept for the message. */
const KEPT_CHARS = 2000;

/**
 * Installs the embedded Valhalla where it is missing, with npm, checked against the hash of the published package.
 * @returns the package's folder
 * @throws AppError when npm fails
 */
export async function ensureEngine(dataDir: string, signal: AbortSignal): Promise<string> {
  const installed = enginePackage(dataDir);
  if (installed !== null) return installed;
  const final = engineFolder(dataDir);
  // Apart from others who install at the same time: a program that runs must not be written again.
  const folder = `${final}.${randomUUID()}`;
  mkdirSync(folder, { recursive: true });
  const dependencies = { [ENGINE_PACKAGE]: ENGINE_VERSION };
  writeFileSync(
    path.join(folder, "package.json"),
    JSON.stringify({ name: "roads-engine", private: true, dependencies }),
  );
  writeFileSync(
    path.join(folder, "package-lock.json"),
    JSON.stringify({
      name: "roads-engine",
      lockfileVersion: 3,
      requires: true,
      packages: {
        "": { name: "roads-engine", dependencies },
        [`node_modules/${ENGINE_PACKAGE}`]: { version: ENGINE_VERSION, integrity: ENGINE_INTEGRITY },
      },
    }),
  );
  try {
    await npm(["ci", "--ignore-scripts", "--no-audit", "--no-fund"], folder, signal);
    putInPlace(folder, final, () => enginePackage(dataDir) !== null);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const made = enginePackage(dataDir);
  if (made === null) throw new AppError("roads.engine", `${ENGINE_PACKAGE} is not there after its installation.`);
  return made;
}

/** Whoever comes second finds it there. What is there and is no engine is the rest of an installation that ended. */
function putInPlace(folder: string, final: string, isThere: () => boolean): void {
  if (isThere()) return;
  rmSync(final, { recursive: true, force: true });
  try {
    renameSync(folder, final);
  } catch (error) {
    if (!isThere()) throw error;
  }
}

function npm(words: readonly string[], cwd: string, signal: AbortSignal): Promise<void> {
  // The npm that started this program, where there is one: an installed Node always has it.
  const own = env().npm_execpath;
  const [command, ...first] = own?.endsWith(".js") ? [process.execPath, own] : ["npm"];
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...first, ...words], { cwd, stdio: ["ignore", "pipe", "pipe"], signal });
    let said = "";
    const keep = (text: Buffer) => (said = (said + text.toString()).slice(-KEPT_CHARS));
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) return resolve();
      reject(
        new AppError(
          "roads.engine",
          `${ENGINE_PACKAGE} could not be installed: npm ended with code ${code}. ${said.trim()}`.trim(),
        ),
      );
    });
  });
}
