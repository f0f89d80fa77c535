import { json } from "@remix-run/node";
import { currentSession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { newestPageVersion } from "~/db/repositories/public-pages.server";
import { isSamplePage } from "~/domain/pages/public-page";
import type { PageText, PublicPage } from "~/domain/pages/public-page";
import { gapsOf, SAMPLE_TEXTS } from "~/domain/pages/sample-texts";
import { paths } from "~/paths";
import { renderMarkdown } from "~/services/markdown/markdown.server";
import { publicLink } from "~/services/public-address.server";

/** What such a page shows. */
export function shownPage(page: PublicPage, text: PageText) {
  return {
    page,
    title: text.title,
    description: text.description,
    html: renderMarkdown(text.body),
    /** the operator has not put in their own name and words yet */
    isSample: isSamplePage(text, SAMPLE_TEXTS[page]) && gapsOf(text.body).length > 0,
    /** its one address, for search engines */
    address: publicLink(paths.publicPage(page)),
  };
}
export type ShownPage = ReturnType<typeof shownPage>;

/** For anybody; whoever is signed in gets a link back into the product. */
export async function loadPublicPage(request: Request, page: PublicPage) {
  const session = await currentSession(request);
  const text = (await newestPageVersion(db(), page)) ?? SAMPLE_TEXTS[page];
  return json({ ...shownPage(page, text), isSignedIn: session !== null });
}
