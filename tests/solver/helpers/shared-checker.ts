import { existsSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

/** The benchmark lies beside the project; null where it isn't there. */
const folder = fileURLToPath(new URL("../../../../shared/bench/", import.meta.url));
export const benchFolder: string | null = existsSync(`${folder}check.mjs`) ? folder : null;

export interface SharedVerdict {
  readonly feasible: boolean;
  readonly violations: readonly string[];
  readonly cost: number;
  readonly unassigned: number;
}

export type SharedCheck = (problem: unknown, solution: unknown) => SharedVerdict;

/** The independent checker of the benchmark, or null. */
export async function loadSharedCheck(): Promise<SharedCheck | null> {
  if (benchFolder === null) return null;
  const module = (await import(/* @vite-ignore */ pathToFileURL(`${benchFolder}check.mjs`).href)) as {
    check: SharedCheck;
  };
  return module.check;
}
