import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { CURRENT_FILE, currentVersion, MANIFEST_FILE, REGION_NAME } from "~/services/roads/regions.server";
import type { RegionManifest } from "~/services/roads/regions.server";

/** What a build that was broken off has finished; it goes on there when the extract is still the same. */
export interface BuildState {
  version: string;
  /** of the extract, once it is on disk */
  identity: string | null;
  roads: RegionManifest["roads"];
  map: RegionManifest["map"];
  /** parts that are finished, also those that the region goes without */
  finished: string[];
}

/** The folder in which a region is built, and its way into use. */
export class RegionFolder {
  readonly work: string;
  private readonly own: string;

  constructor(roads: string, name: string) {
    this.work = path.join(roads, ".work", name);
    this.own = path.join(roads, name);
  }

  private get stateFile(): string {
    return path.join(this.work, "state.json");
  }

  /** Where the parts of this build are made. */
  parts(state: BuildState): string {
    const folder = path.join(this.work, state.version);
    mkdirSync(folder, { recursive: true });
    return folder;
  }

  /** The state of the last build that was broken off, or a new one. */
  state(now: Date): BuildState {
    try {
      return JSON.parse(readFileSync(this.stateFile, "utf8")) as BuildState;
    } catch {
      return this.fresh(now, null);
    }
  }

  /** Begins anew; what is left of an earlier build goes. */
  fresh(now: Date, identity: string | null): BuildState {
    for (const name of existsSync(this.work) ? readdirSync(this.work) : [])
      if (REGION_NAME.test(name) && /^\d/.test(name))
        rmSync(path.join(this.work, name), { recursive: true, force: true });
    const version = now.toISOString().replace(/[-:]/g, "").replace("T", "-").slice(0, 15);
    return { version, identity, roads: null, map: null, finished: [] };
  }

  save(state: BuildState): void {
    mkdirSync(this.work, { recursive: true });
    writeFileSync(`${this.stateFile}.next`, JSON.stringify(state));
    renameSync(`${this.stateFile}.next`, this.stateFile);
  }

  /**
   * Puts a finished version into use in one step. The version before stays until the next build: calculations that run
   * still read it.
   */
  use(state: BuildState, manifest: RegionManifest): void {
    mkdirSync(this.own, { recursive: true });
    const built = this.parts(state);
    writeFileSync(path.join(built, MANIFEST_FILE), JSON.stringify(manifest, null, 2));
    const target = path.join(this.own, state.version);
    if (!existsSync(target)) renameSync(built, target);
    const before = currentVersion(this.own);
    writeFileSync(path.join(this.own, "next"), `${state.version}\n`);
    renameSync(path.join(this.own, "next"), path.join(this.own, CURRENT_FILE));
    rmSync(this.work, { recursive: true, force: true });
    for (const name of readdirSync(this.own))
      if (![CURRENT_FILE, state.version, before].includes(name))
        rmSync(path.join(this.own, name), { recursive: true, force: true });
  }

  /** @returns false: there was none */
  remove(): boolean {
    const there = existsSync(path.join(this.own, CURRENT_FILE)) || existsSync(this.stateFile);
    // First out of use, then away.
    rmSync(path.join(this.own, CURRENT_FILE), { force: true });
    rmSync(this.own, { recursive: true, force: true });
    rmSync(this.work, { recursive: true, force: true });
    return there;
  }
}
