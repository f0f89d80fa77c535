import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { getRoute } from "~/db/repositories/routes.server";

/** @throws AppError 404 when the company has no such route */
export const planOfRoute = async (session: CompanySession, routeId: number): Promise<number> =>
  (await getRoute(db(), session.company.id, routeId)).plan_id;
