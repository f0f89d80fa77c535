import { PUBLIC_PAGE_LABELS, PUBLIC_PAGES, PublicPage as Page } from "~/domain/pages/public-page";
import type { PublicPage } from "~/domain/pages/public-page";
import { absolute, paths } from "~/paths";

/** To the pages that anybody may read. Plain links: pages without hydration show them too. */
export function PublicLinks({ current }: { current?: PublicPage }) {
  return (
    <nav className="links public-links" aria-label="About this site">
      {PUBLIC_PAGES.map((page) => (
        <a key={page} href={absolute(paths.publicPage(page))} aria-current={page === current ? "page" : undefined}>
          {PUBLIC_PAGE_LABELS[page]}
        </a>
      ))}
    </nav>
  );
}

/** At the foot of pages of people who have no account, or are followed. In a tab of its own: the page goes on. */
export const PrivacyLink = () => (
  <a className="link" href={absolute(paths.publicPage(Page.Privacy))} target="_blank" rel="noreferrer">
    {PUBLIC_PAGE_LABELS[Page.Privacy]}
  </a>
);

export const PrivacyFoot = () => (
  <p className="links">
    <PrivacyLink />
  </p>
);
