import { useEffect, useRef } from "react";
import { Link, useLocation } from "@remix-run/react";
import styles from "./page-tabs.module.css";

interface PageTabsProps {
  label: string;
  items: readonly PageTab[];
}

interface PageTab {
  to: string;
  label: string;
  /** Tabs of one kind stand together, and go to the next line together. */
  group?: string;
  /** pages below it belong to other tabs */
  isExact?: boolean;
  /** the beginning of the addresses that belong to it; default: its own */
  area?: string;
}

/** Whether the page of an address belongs to a tab. */
export function isInTab(pathname: string, { to, isExact = false, area = to }: PageTab): boolean {
  return pathname === to || (!isExact && (pathname === area || pathname.startsWith(`${area}/`)));
}

/** One list for each kind, in the order of the tabs. */
function groupsOf(items: readonly PageTab[]): PageTab[][] {
  const groups: PageTab[][] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (last !== undefined && last[0]?.group === item.group) last.push(item);
    else groups.push([item]);
  }
  return groups;
}

/** The pages of an area. What has no room goes to a second line; on phones the line scrolls sideways. */
export function PageTabs({ label, items }: PageTabsProps) {
  const { pathname } = useLocation();
  const line = useRef<HTMLElement>(null);
  // On a phone the line is longer than the screen: the open page's tab stays visible.
  useEffect(() => {
    const box = line.current;
    const current = box?.querySelector<HTMLElement>("[aria-current=page]");
    if (box && current) box.scrollLeft = current.offsetLeft - (box.clientWidth - current.offsetWidth) / 2;
  }, [pathname]);
  return (
    <nav ref={line} className={styles.tabs} aria-label={label}>
      {groupsOf(items).map((group) => (
        <div key={group[0]?.to} className={styles.group}>
          {group.map((item) => (
            <Link
              key={item.to}
              to={item.to}
              className={styles.tab}
              aria-current={isInTab(pathname, item) ? "page" : undefined}
            >
              {item.label}
            </Link>
          ))}
        </div>
      ))}
    </nav>
  );
}
