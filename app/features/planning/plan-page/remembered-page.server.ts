import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { findPlan } from "~/db/repositories/plans.server";
import { findRoute } from "~/db/repositories/routes.server";
import { can } from "~/domain/access/permissions";
import { LAST_PAGE_COOKIE } from "~/lib/last-page";
import { paths } from "~/paths";

/** The plan or route that was last open on a narrow screen, if the session's company still has it. */
export async function rememberedPage(
  { company, actor }: Pick<CompanySession, "actor"> & { company: { id: number } | null },
  request: Request,
): Promise<string | null> {
  const found = new RegExp(`(?:^|;\\s*)${LAST_PAGE_COOKIE}=(plan|route)-(\\d{1,15})(?:;|$)`).exec(
    request.headers.get("Cookie") ?? "",
  );
  if (found === null || company === null || !can(actor, "plan.list")) return null;
  const id = Number(found[2]);
  if (found[1] === "plan") return (await findPlan(db(), company.id, id)) ? paths.plan(id) : null;
  return (await findRoute(db(), company.id, id)) ? paths.route(id) : null;
}
