import type { Db } from "~/db/client.server";
import { listEveryAccessOfUserAcrossCompanies } from "~/db/repositories/members.server";
import type { ListedAccess } from "~/db/repositories/members.server";

/** The companies that somebody would work for, if they and the membership were active. */
export const inactiveAccesses = async (db: Db, userId: number): Promise<ListedAccess[]> =>
  (await listEveryAccessOfUserAcrossCompanies(db, userId)).filter(({ is_active: isActive }) => isActive === 0);
