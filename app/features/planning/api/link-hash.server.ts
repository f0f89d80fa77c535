import { z } from "zod";
import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { listedId } from "~/domain/validation/wire-fields";
import { AppError } from "~/lib/errors";
import { absolute, paths } from "~/paths";
import { routeTrackingHash, visitTrackingHash } from "~/planner/tracking-links.server";

/** get_hash of the specification, section 7: the hash of the public tracking link. */
const GET_HASH = z.literal([true, "true", "1", 1]).optional();
export const linkFields = (id: "route_id" | "visit_id") => ({ [id]: listedId().optional(), get_hash: GET_HASH });
/** path: of the page that the hash opens, as it follows the platform's address */
export const LinkAnswer = z.object({ hash: z.string(), path: z.string() });

/** @returns undefined: the list is asked for. @throws AppError 403, 404, 422 */
export async function linkInstead(
  session: CompanySession,
  kind: "route" | "visit",
  input: Readonly<Record<string, unknown>>,
): Promise<z.infer<typeof LinkAnswer> | undefined> {
  if (input.get_hash === undefined) return undefined;
  const id = input[`${kind}_id`];
  if (typeof id !== "number")
    throw new AppError("api.id", `${kind === "route" ? "Route" : "Visit"} id is required`, {
      status: 422,
      field: `${kind}_id`,
    });
  const companyId = session.company.id;
  authorize(session, "route.share", { companyId });
  if (kind === "route") {
    const hash = await routeTrackingHash(db(), companyId, id);
    return { hash, path: absolute(paths.publicRoute(id, hash)) };
  }
  const hash = await visitTrackingHash(db(), companyId, id);
  return { hash, path: absolute(paths.publicVisit(id, hash)) };
}
