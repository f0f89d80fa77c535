import { useEffect, useState } from "react";
import { useLocation, useNavigation } from "@remix-run/react";
import { absolute, withoutBase } from "~/paths";
import { shortened } from "~/lib/shortened";
import styles from "./opening.module.css";

/** Quick pages are there before. */
const SAID_AFTER_MS = 300;
const MOST_LETTERS = 60;
/** Marks the link that was followed, for the style sheet. */
const MARK = "data-opening";

/** The link that leads there; the one that has the keyboard first, as the page may hold several. */
function linkTo(address: string): HTMLAnchorElement | undefined {
  const leads = (link: Element | null): link is HTMLAnchorElement =>
    link instanceof HTMLAnchorElement && [address, absolute(address)].includes(link.pathname + link.search);
  const focused = document.activeElement?.closest("a") ?? null;
  return leads(focused) ? focused : [...document.querySelectorAll("a[href]")].find(leads);
}

/** What a link is called; figures beside its name are left out (`data-opens`). */
const nameOf = (link: HTMLAnchorElement): string =>
  shortened((link.dataset.opens ?? link.getAttribute("aria-label") ?? link.textContent ?? "").trim(), MOST_LETTERS);

/** The page that has been on its way for longer than a moment. */
interface OpeningPage {
  /** without the base path */
  path: string;
  /** of the link that was followed; empty: there is none */
  name: string;
}

/**
 * The page that is on its way, when it takes longer than a moment; null: none is. What was followed is marked as long.
 */
export function useOpeningPage(): OpeningPage | null {
  const { state, location: next } = useNavigation();
  const here = useLocation();
  const [page, setPage] = useState<OpeningPage | null>(null);
  const leaves =
    state === "loading" && next !== undefined && ![here.pathname, absolute(here.pathname)].includes(next.pathname);
  const [path, search] = leaves ? [next.pathname, next.search] : [null, ""];
  useEffect(() => {
    if (path === null) return;
    let link: HTMLAnchorElement | undefined;
    const timer = setTimeout(() => {
      link = linkTo(path + search);
      link?.setAttribute(MARK, "");
      setPage({ path: withoutBase(path), name: link === undefined ? "" : nameOf(link) });
    }, SAID_AFTER_MS);
    return () => {
      clearTimeout(timer);
      link?.removeAttribute(MARK);
      setPage(null);
    };
  }, [path, search]);
  return page;
}

/** Says which page is on its way. The region is always there, so that its words are read out. */
export function Opening({ page }: { page: OpeningPage | null }) {
  return (
    <div role="status" className={styles.opening} data-on={page !== null || undefined}>
      {page?.name === "" && "Opening the page …"}
      {page !== null && page.name !== "" && (
        <>
          Opening <bdi>{page.name}</bdi> …
        </>
      )}
    </div>
  );
}
