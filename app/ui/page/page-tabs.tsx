import { useEffect, useRef } from "react";
import { NavLink, useLocation } from "@remix-run/react";
import styles from "./page-tabs.module.css";

export interface PageTabsProps {
  label: string;
  /** `isExact`: pages below it belong to other tabs */
  items: readonly { to: string; label: string; isExact?: boolean }[];
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
        <NavLink key={item.to} to={item.to} end={item.isExact} className={styles.tab}>
          {item.label}
        </NavLink>
      ))}
    </nav>
  );
}
