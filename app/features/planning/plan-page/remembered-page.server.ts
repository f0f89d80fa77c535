import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { findPlan } from "~/db/repositories/plans.server";
import { findRoute } from "~/db/repositories/routes.server";
import { can } from "~/domain/access/permissions";
import { opensPage } from "~/http/flash.server";
import { LAST_PAGE_COOKIE } from "~/lib/last-page";
import { BASE_PATH, paths } from "~/paths";

type Asking = Pick<CompanySession, "actor"> & { company: { id: number } | null };

/**
 * Where the bare address of the plans leads back to. Going back to the list from a plan, and the list's own filters,
 * dialogs and longer address, stay with the list.
 */
export async function pageToRestore(asking: Asking, request: Request): Promise<string | null> {
  const { pathname, search } = new URL(request.url);
  const isBare = pathname === `${BASE_PATH}${paths.planning()}` && search === "";
  return isBare && opensPage(request) ? rememberedPage(asking, request) : null;
}

/** The plan or route that was last open on a narrow screen, if the session's company still has it. */
export async function rememberedPage({ company, actor }: Asking, request: Request): Promise<string | null> {
  const found = new RegExp(`(?:^|;\\s*)${LAST_PAGE_COOKIE}=(plan|route)-(\\d{1,15})(?:;|$)`).exec(
    request.headers.get("Cookie") ?? "",
  );
  if (found === null || company === null || !can(actor, "plan.list")) return null;
  const id = Number(found[2]);
  if (found[1] === "plan") return (await findPlan(db(), company.id, id)) ? paths.plan(id) : null;
  return (await findRoute(db(), company.id, id)) ? paths.route(id) : null;
}
