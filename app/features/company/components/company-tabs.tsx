import { useEffect, useRef } from "react";
import { NavLink, useLocation } from "@remix-run/react";
import type { CompanyNavItem } from "../company-nav";
import styles from "./company-tabs.module.css";

/** The pages of the company area; on narrow screens the line scrolls sideways. */
export function CompanyTabs({ items }: { items: readonly CompanyNavItem[] }) {
  const { pathname } = useLocation();
  const line = useRef<HTMLElement>(null);
  // Where the line is longer than the screen, the open page's tab stays visible.
  useEffect(() => {
    const box = line.current;
    const current = box?.querySelector<HTMLElement>("[aria-current=page]");
    if (box && current) box.scrollLeft = current.offsetLeft - (box.clientWidth - current.offsetWidth) / 2;
  }, [pathname]);
  return (
    <nav ref={line} className={styles.tabs} aria-label="Company">
      {items.map((item) => (
        <NavLink key={item.to} to={item.to} className={styles.tab} prefetch="intent">
          {item.label}
        </NavLink>
      ))}
    </nav>
  );
}
