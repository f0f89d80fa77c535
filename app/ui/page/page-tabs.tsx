import { useEffect, useRef } from "react";
import { Link, useLocation } from "@remix-run/react";
import styles from "./page-tabs.module.css";

export interface PageTabsProps {
  label: string;
  items: readonly PageTab[];
}

export interface PageTab {
  to: string;
  label: string;
  /** pages below it belong to other tabs */
  isExact?: boolean;
  /** the beginning of the addresses that belong to it; default: its own */
  area?: string;
}

/** Whether the page of an address belongs to a tab. */
export function isInTab(pathname: string, { to, isExact = false, area = to }: PageTab): boolean {
  return pathname === to || (!isExact && (pathname === area || pathname.startsWith(`${area}/`)));
}

/** The pages of an area; on narrow screens the line scrolls sideways. */
export function PageTabs({ label, items }: PageTabsProps) {
  const { pathname } = useLocation();
  const line = useRef<HTMLElement>(null);
  // Where the line is longer than the screen, the open page's tab stays visible.
  useEffect(() => {
    const box = line.current;
    const current = box?.querySelector<HTMLElement>("[aria-current=page]");
    if (box && current) box.scrollLeft = current.offsetLeft - (box.clientWidth - current.offsetWidth) / 2;
  }, [pathname]);
  return (
    <nav ref={line} className={styles.tabs} aria-label={label}>
      {items.map((item) => (
        <Link
          key={item.to}
          to={item.to}
          className={styles.tab}
          aria-current={isInTab(pathname, item) ? "page" : undefined}
        >
          {item.label}
        </Link>
      ))}
    </nav>
  );
}
