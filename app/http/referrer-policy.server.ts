import { env } from "~/env.server";
import type { Env } from "~/env.server";

/** The frames that show maps: of those who plan, and of drivers. Every other document is without scripts or maps. */
const FRAMES_WITH_MAPS: readonly string[] = ["routes/_main", "routes/driver"];

/**
 * The Referrer-Policy of a document that may load a third party's map: such services ask whose page it is, and refuse
 * whoever doesn't say it. They get the origin and no path. Every other answer keeps the policy that tells nothing to
 * others: recipients' pages load nothing from them, and the addresses of some pages open something by themselves.
 * @param routeIds of the routes that make the document
 * @returns null: the policy of every answer stays
 */
export function referrerPolicyOf(
  routeIds: readonly string[],
  url: URL,
  settings: Pick<Env, "GOOGLE_MAPS_BROWSER_KEY" | "MAP_PMTILES" | "MAP_TILES_URL"> = env(),
): string | null {
  const { GOOGLE_MAPS_BROWSER_KEY: google, MAP_PMTILES: archive, MAP_TILES_URL: tiles } = settings;
  const isElsewhere = tiles !== undefined && archive === undefined && !tiles.startsWith(`${url.origin}/`);
  if (google === undefined && !isElsewhere) return null;
  // A recipient's link that somebody of the company has opened.
  if (url.searchParams.has("hash")) return null;
  return routeIds.some((id) => FRAMES_WITH_MAPS.includes(id)) ? "strict-origin-when-cross-origin" : null;
}
