import { existsSync } from "node:fs";
import path from "node:path";
import { roadsFolder } from "../../roads/regions.server";

/** What `npm run roads` installs: Valhalla's programs for Linux and macOS in one npm package (MIT). */
export const ENGINE_PACKAGE = "@valhallajs/valhallajs";
export const ENGINE_VERSION = "3.6.1";
/** of the published package */
export const ENGINE_INTEGRITY =
  "sha512-od2CkY58XW2Frf2/6KTaqgd567XwGKkwFu4ga4YjYOAdu0u3aJIODEr6zlY6sSKW3qGylW1wwg3joZHidIbaiw==";

/** Where it is installed for this data folder. */
export const engineFolder = (dataDir: string): string => path.join(roadsFolder(dataDir), ".engine", ENGINE_VERSION);

/** The installed package's folder, or null. */
export function enginePackage(dataDir: string): string | null {
  const folder = path.join(engineFolder(dataDir), "node_modules", ...ENGINE_PACKAGE.split("/"));
  return existsSync(path.join(folder, "package.json")) ? folder : null;
}
