/** What platform admins write on the pages that anybody may read. */
import { PUBLIC_PAGE_LABELS } from "~/domain/pages/public-page";
import type { PublicPage } from "~/domain/pages/public-page";
import { action, defineActions } from "~/http/actions/define-actions.server";
import { paths } from "~/paths";
import { restorePage, savePage } from "./commands/save-page.server";
import { PageVersionText, RestoredPage } from "./schemas";

const saved = (_done: unknown, { page }: { page: PublicPage }) => ({
  message: `${PUBLIC_PAGE_LABELS[page]}: the page is changed`,
  redirectTo: paths.adminPages({ page }),
});

export const PAGES_ACTIONS = defineActions({
  "public_page.save": action({
    summary: "Writes a new version of a page that anybody may read; the ones before are kept.",
    permission: "pages.edit",
    idempotent: true,
    input: PageVersionText,
    run: (session, input) => savePage(session, input),
    answer: saved,
  }),
  "public_page.restore": action({
    summary: "Makes an older version of a public page the newest one; version 0 is the text of the product.",
    permission: "pages.edit",
    idempotent: true,
    input: RestoredPage,
    run: (session, input) => restorePage(session, input),
    answer: saved,
  }),
});
