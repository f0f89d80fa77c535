/** Pages that anybody may read belong to the platform, so all of this crosses companies. */
import { isDuplicate } from "../errors.server";
import type { PageText, PublicPage } from "~/domain/pages/public-page";
import type { Db } from "../client.server";
import type { PublicPageVersionRow, UtcText } from "../tables";

type PageVersion = Omit<PublicPageVersionRow, "body">;
type SignedVersion = PageVersion & { author: { name: string; surname: string; email: string } | null };

/** The version that counts; undefined: nobody has written one. */
export const newestPageVersion = async (db: Db, page: PublicPage): Promise<PublicPageVersionRow | undefined> =>
  (await db("public_page_versions").where({ page }).orderBy("version", "desc").first()) as
    PublicPageVersionRow | undefined;

export const findPageVersion = async (
  db: Db,
  page: PublicPage,
  version: number,
): Promise<PublicPageVersionRow | undefined> =>
  (await db("public_page_versions").where({ page, version }).first()) as PublicPageVersionRow | undefined;

/** With who wrote each, newest first; without their texts. */
export async function listPageVersions(db: Db, page: PublicPage, limit: number): Promise<SignedVersion[]> {
  const rows = (await db("public_page_versions as version")
    .leftJoin("users as author", "author.id", "version.user_id")
    .where("version.page", page)
    .orderBy("version.version", "desc")
    .limit(limit)
    .select(
      ...(["id", "page", "version", "title", "description", "user_id", "created_at"] as const).map(
        (column) => `version.${column}`,
      ),
      "author.name",
      "author.surname",
      "author.email",
    )) as (PageVersion & Record<"name" | "surname" | "email", string | null>)[];
  return rows.map(({ name, surname, email, ...version }) => ({
    ...version,
    author: name === null || surname === null || email === null ? null : { name, surname, email },
  }));
}

/** @returns whether it was stored: false where somebody else has stored that version meanwhile */
export async function insertPageVersion(
  trx: Db,
  { page, version, userId, ...text }: PageText & { page: PublicPage; version: number; userId: number | null },
  now: UtcText,
): Promise<boolean> {
  try {
    await trx("public_page_versions").insert({ page, version, ...text, user_id: userId, created_at: now });
    return true;
  } catch (error) {
    if (isDuplicate(error)) return false;
    throw error;
  }
}
