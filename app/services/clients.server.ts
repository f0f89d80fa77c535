import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { env } from "~/env.server";
import { absolute } from "~/paths";

/** The scripts of pages that are drawn by the server alone: app/clients/<name>, bundled by the build. */
type ClientName = "account" | "driver" | "driver-worker" | "map" | "passkeys" | "tracking";

let manifest: Readonly<Record<string, string>> | undefined;

/** @throws Error when the build has no such script */
function fileOf(name: ClientName): string {
  manifest ??= JSON.parse(readFileSync(path.join(env().WORKER_DIR, "clients.json"), "utf8")) as Record<string, string>;
  const file = manifest[name];
  if (file === undefined) throw new Error(`The build has no script for ${name}: run npm run build.`);
  return file;
}

/** The address of a script, which changes with its text, so that a browser keeps it for good and never an old one. */
export const clientUrl = (name: ClientName): string => absolute(`/build/clients/${fileOf(name)}`);

/** The text of a script that has to stand under an address of its own. */
export const clientScript = (name: ClientName): Promise<string> =>
  readFile(path.join("public", "build", "clients", fileOf(name)), "utf8");
