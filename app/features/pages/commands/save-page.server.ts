import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import {
  findPageVersion,
  insertPageVersion,
  listPageVersions,
  newestPageVersion,
} from "~/db/repositories/public-pages.server";
import { withTransaction } from "~/db/transaction.server";
import { fullName } from "~/domain/access/person-name";
import { isSameText } from "~/domain/pages/public-page";
import type { PageText, PublicPage } from "~/domain/pages/public-page";
import { SAMPLE_TEXTS } from "~/domain/pages/sample-texts";
import { AppError, notFound } from "~/lib/errors";
import { pick } from "~/lib/pick";
import { nowText } from "~/services/now.server";
import type { PageVersionText, RestoredPage } from "../schemas";

const TEXT = ["title", "description", "body"] as const;

/** @throws AppError 403, 409 for a page that somebody else has written meanwhile */
export async function savePage(session: CompanySession, { page, seen, ...text }: PageVersionText): Promise<void> {
  authorize(session, "pages.edit");
  await addVersion(session, page, seen, () => Promise.resolve(text));
}

/** An older text becomes the newest version. @throws AppError 403, 404, 409 */
export async function restorePage(session: CompanySession, { page, seen, version }: RestoredPage): Promise<void> {
  authorize(session, "pages.edit");
  await addVersion(session, page, seen, async (trx) => {
    if (version === 0) return SAMPLE_TEXTS[page];
    const row = await findPageVersion(trx, page, version);
    if (row === undefined) throw notFound("Version");
    return pick(row, TEXT);
  });
}

/** One more version; none for a text that is the one before. */
const addVersion = (
  session: CompanySession,
  page: PublicPage,
  seen: number,
  textOf: (trx: Db) => Promise<PageText>,
): Promise<void> =>
  withTransaction(db(), async (trx) => {
    const newest = await newestPageVersion(trx, page);
    const version = newest?.version ?? 0;
    if (seen < version) throw await writtenMeanwhile(trx, page);
    const text = await textOf(trx);
    if (isSameText(text, newest ?? SAMPLE_TEXTS[page])) return;
    const row = { page, version: version + 1, userId: session.user.id, ...text };
    if (!(await insertPageVersion(trx, row, nowText()))) throw await writtenMeanwhile(trx, page);
  });

async function writtenMeanwhile(trx: Db, page: PublicPage): Promise<AppError> {
  const [newest] = await listPageVersions(trx, page, 1);
  const author = newest?.author ?? null;
  const who = author === null ? "Somebody else" : fullName(author) || author.email;
  const then = "Your entries are kept: look at the page, then save again.";
  return new AppError("page.changed", `${who} changed the page in the meantime. ${then}`, { status: 409 });
}
