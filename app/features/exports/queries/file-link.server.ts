import type { CompanySession } from "~/auth/session.server";
import { AppError } from "~/lib/errors";
import { absolute, paths } from "~/paths";
import { exportedCalculation } from "./exported-calculation.server";
import { exportedPlan, exportedRoute } from "./exported-plan.server";

/** Where a file is downloaded from, with the same session. */
interface FileLink {
  file: string;
}

const link = (what: "plan" | "route" | "calculation", id: number): FileLink => ({
  file: absolute(paths.exportFile(what, id, "xlsx")),
});

/** The workbook of a plan, or of one route. @throws AppError 403, 404, 422 for neither and for both */
export async function planOrRouteFile(
  session: CompanySession,
  { plan_id, id }: { plan_id: number | null; id: number | null },
): Promise<FileLink> {
  if (id !== null && plan_id !== null)
    throw new AppError("export.both", "Send either plan_id or id", { status: 422, field: "id" });
  if (id !== null) {
    await exportedRoute(session, id);
    return link("route", id);
  }
  if (plan_id === null) throw new AppError("export.nothing", "Plan is required", { status: 422, field: "plan_id" });
  await exportedPlan(session, plan_id);
  return link("plan", plan_id);
}

/** The workbook of a calculation. @throws AppError 403, 404 */
export async function calculationFile(session: CompanySession, id: number): Promise<FileLink> {
  await exportedCalculation(session, id);
  return link("calculation", id);
}
