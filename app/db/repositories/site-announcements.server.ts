/** Announced upgrades belong to the platform. */
import type { Db } from "../client.server";
import type { SiteAnnouncementRow, UtcText } from "../tables";

/** @returns its id */
export async function insertAnnouncement(db: Db, now: UtcText): Promise<number> {
  const [id] = await db("site_announcements").insert({ created_at: now });
  return Number(id);
}

/** The newest; undefined: none was ever made. */
export const newestAnnouncement = async (db: Db): Promise<SiteAnnouncementRow | undefined> =>
  (await db("site_announcements").orderBy("id", "desc").first()) as SiteAnnouncementRow | undefined;
