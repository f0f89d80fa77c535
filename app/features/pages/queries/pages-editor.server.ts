import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { findPageVersion, listPageVersions, newestPageVersion } from "~/db/repositories/public-pages.server";
import { fullName } from "~/domain/access/person-name";
import { isSamplePage, PUBLIC_PAGES, PublicPage } from "~/domain/pages/public-page";
import type { PageText } from "~/domain/pages/public-page";
import { gapsOf, SAMPLE_TEXTS } from "~/domain/pages/sample-texts";
import { postedFields } from "~/http/actions/decode-form";
import { readForm } from "~/http/request/read-form.server";
import { notFound } from "~/lib/errors";
import { pick } from "~/lib/pick";
import { PageDraft } from "../schemas";
import { shownPage } from "./public-page.server";
import type { ShownPage } from "./public-page.server";

/** Versions that are listed; older ones stay in the database. */
const MAX_LISTED = 50;
const TEXT = ["title", "description", "body"] as const;

const pageIn = (params: URLSearchParams): PublicPage =>
  PUBLIC_PAGES.find((page) => page === params.get("page")) ?? PublicPage.Home;

/** One page to write, with its versions. @throws AppError 403 */
export async function loadPagesEditor(session: CompanySession, request: Request) {
  authorize(session, "pages.edit");
  const params = new URL(request.url).searchParams;
  const page = pageIn(params);
  const newest = await newestPageVersion(db(), page);
  const text = pick(newest ?? SAMPLE_TEXTS[page], TEXT);
  const versions = await listPageVersions(db(), page, MAX_LISTED);
  return {
    page,
    text,
    /** the version that is public */
    version: newest?.version ?? 0,
    gaps: gapsOf(text.body),
    isSample: isSamplePage(text, SAMPLE_TEXTS[page]),
    versions: versions.map(({ version, title, created_at, author }) => ({
      version,
      title,
      createdAt: created_at,
      who: author === null ? "Somebody whose account is gone" : fullName(author) || author.email,
    })),
  };
}
export type PagesEditor = Awaited<ReturnType<typeof loadPagesEditor>>;

/** A kept version as the page would show it; null: the address names none. @throws AppError 403, 404 */
export async function loadOldPage(session: CompanySession, request: Request): Promise<ShownPage | null> {
  authorize(session, "pages.edit");
  const params = new URL(request.url).searchParams;
  const asked = params.get("version");
  if (asked === null) return null;
  const page = pageIn(params);
  const text = asked === "0" ? SAMPLE_TEXTS[page] : await keptText(page, asked);
  if (text === undefined) throw notFound("Version");
  return shownPage(page, text);
}

const keptText = (page: PublicPage, version: string): Promise<PageText | undefined> =>
  /^\d{1,9}$/.test(version) ? findPageVersion(db(), page, Number(version)) : Promise.resolve(undefined);

/** The posted text as the page would show it, or what is wrong with it; nothing is stored. @throws AppError 403 */
export async function previewPage(session: CompanySession, request: Request): Promise<ShownPage | { fault: string }> {
  authorize(session, "pages.edit");
  const { values } = postedFields(await readForm(request));
  const draft = PageDraft.safeParse(pick(values, TEXT));
  if (!draft.success) return { fault: draft.error.issues[0]?.message ?? "Please check the form." };
  return shownPage(PUBLIC_PAGES.find((one) => one === values.page) ?? PublicPage.Home, draft.data);
}
