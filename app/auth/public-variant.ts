import { paths } from "~/paths";

const TRACKING = /^\/tracking(?:\/(route|visit)\/(\d{1,15}))?\/?$/;

/**
 * Where somebody without a session who asks for a tracking page is sent: with the link's hash to the public page, else
 * to one that asks for the whole link. Null for every other page.
 */
export function publicVariantOf(pathname: string, hash: string | null): string | null {
  const match = TRACKING.exec(pathname);
  if (match === null) return null;
  const [, kind, id = ""] = match;
  if (kind === undefined || hash === null || hash === "") return paths.publicTracking(pathname);
  return kind === "route" ? paths.publicRoute(id, hash) : paths.publicVisit(id, hash);
}
