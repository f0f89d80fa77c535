import { useEffect, useState } from "react";
import { useLocation, useNavigation } from "@remix-run/react";
import { absolute } from "~/paths";
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

/**
 * Says which page is on its way, and marks what was followed, when it takes longer than a moment. The region is always
 * there, so that its words are read out.
 */
export function Opening() {
  const { state, location: next } = useNavigation();
  const here = useLocation();
  const [name, setName] = useState<string | null>(null);
  const leaves =
    state === "loading" && next !== undefined && ![here.pathname, absolute(here.pathname)].includes(next.pathname);
  const address = leaves ? next.pathname + next.search : null;
  useEffect(() => {
    if (address === null) return;
    let link: HTMLAnchorElement | undefined;
    const timer = setTimeout(() => {
      link = linkTo(address);
      link?.setAttribute(MARK, "");
      setName(link === undefined ? "" : nameOf(link));
    }, SAID_AFTER_MS);
    return () => {
      clearTimeout(timer);
      link?.removeAttribute(MARK);
      setName(null);
    };
  }, [address]);
  return (
    <div role="status" className={styles.opening} data-on={name !== null || undefined}>
      {name === "" && "Opening the page …"}
      {name !== null && name !== "" && (
        <>
          Opening <bdi>{name}</bdi> …
        </>
      )}
    </div>
  );
}
