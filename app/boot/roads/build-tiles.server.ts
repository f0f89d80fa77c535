import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { AppError } from "~/lib/errors";
import { buildConfig } from "~/services/routing/valhalla/valhalla-config";

/** What the program says at the beginning of its stages, in their order. */
const STAGES = [
  "Parsing ways",
  "Parsing relations",
  "Parsing nodes",
  "Creating graph edges",
  "tiles with",
  "Enhanc",
  "Hierarch",
  "shortcut",
  "Validat",
];
/** Its last words, after its temporary files are gone. */
const ALL_WRITTEN = "build_tile_set took";
const KEPT_CHARS = 4000;

/**
 * Makes Valhalla's road tiles of an extract, with the package's own program, in a process of its own.
 * @param target a folder that does not exist yet
 * @throws AppError with the end of what the program said
 */
export async function buildTiles(
  packageFolder: string,
  source: string,
  target: string,
  { onProgress, signal }: { onProgress(share: number): void; signal: AbortSignal },
): Promise<{ tiles: number; bytes: number }> {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const configFile = `${target}.json`;
  writeFileSync(configFile, JSON.stringify(buildConfig(target, availableParallelism())));
  try {
    await run(programOf(packageFolder), ["-c", configFile, source], { cwd: target, onProgress, signal });
  } finally {
    rmSync(configFile, { force: true });
  }
  const built = sizeOf(target);
  if (built.tiles === 0)
    throw new AppError("roads.no_roads", `The extract "${path.basename(source)}" has no roads for vehicles.`);
  return built;
}

function programOf(packageFolder: string): string {
  const { platform, arch } = process;
  const program = path.join(packageFolder, platform, arch, "valhalla_build_tiles");
  if (statSync(program, { throwIfNoEntry: false }) === undefined)
    throw new AppError(
      "roads.platform",
      `Valhalla's programs are there for Linux and macOS, not for ${platform} ${arch}. Set OSRM_URL or VALHALLA_URL.`,
    );
  return program;
}

function run(
  program: string,
  words: readonly string[],
  { cwd, onProgress, signal }: { cwd: string; onProgress(share: number): void; signal: AbortSignal },
): Promise<void> {
  return new Promise((resolve, reject) => {
    // It leaves a list of doubled ways where it runs.
    const child = spawn(program, words, { cwd, stdio: ["ignore", "pipe", "pipe"], signal });
    let said = "";
    let stage = 0;
    const hear = (text: Buffer) => {
      said = (said + text.toString()).slice(-KEPT_CHARS);
      stage = Math.max(stage, STAGES.findLastIndex((words) => said.includes(words)) + 1);
      onProgress(stage / (STAGES.length + 1));
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("error", reject);
    child.once("close", (code, killedBy) => {
      // It may crash on its way out, when everything is written.
      if (code === 0 || (killedBy === "SIGSEGV" && said.includes(ALL_WRITTEN))) return resolve();
      const end = said.trim().split("\n").slice(-5).join("\n");
      reject(
        new AppError("roads.tiles", `Valhalla could not build the roads (${killedBy ?? `code ${code}`}).\n${end}`),
      );
    });
  });
}

function sizeOf(folder: string): { tiles: number; bytes: number } {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".gph"));
  const bytes = files.reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0);
  return { tiles: files.length, bytes };
}
