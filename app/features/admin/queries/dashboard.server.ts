import { statfs } from "node:fs/promises";
import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { countAcrossCompanies } from "~/db/repositories/platform-figures.server";
import { DAY_SEC } from "~/domain/time/calendar";
import { addSeconds } from "~/domain/time/utc-text";
import { env } from "~/env.server";
import { nowText } from "~/services/now.server";

/** Bytes that are left where uploads and the SQLite file are; null where the system doesn't say. */
async function freeBytes(): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(env().dataDir);
    return bavail * bsize;
  } catch {
    return null;
  }
}

/** The figures of the whole platform. @throws AppError 403 */
export async function loadCards(session: CompanySession) {
  authorize(session, "admin.view");
  const { storage, ...figures } = await countAcrossCompanies(db(), addSeconds(nowText(), -DAY_SEC));
  return { ...figures, storage: { ...storage, free_bytes: await freeBytes() } };
}
export type Cards = Awaited<ReturnType<typeof loadCards>>;
