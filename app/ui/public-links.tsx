import { PUBLIC_PAGE_LABELS, PUBLIC_PAGES } from "~/domain/pages/public-page";
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
