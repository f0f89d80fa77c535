import type { Session } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { countOpenRoadTasks } from "~/db/repositories/road-tasks.server";
import { can } from "~/domain/access/permissions";

/** How many tasks wait for a dispatcher; 0 for those who may settle none. */
export async function countWaitingTasks({ actor, company }: Session): Promise<number> {
  if (company === null || !can(actor, "task.settle", { companyId: company.id })) return 0;
  return countOpenRoadTasks(db(), company.id);
}
