import { NavLink } from "@remix-run/react";
import type { CompanyNavItem } from "../company-nav";
import styles from "./company-tabs.module.css";

/** The pages of the company area; on narrow screens the line scrolls sideways. */
export function CompanyTabs({ items }: { items: readonly CompanyNavItem[] }) {
  return (
    <nav className={styles.tabs} aria-label="Company">
      {items.map((item) => (
        <NavLink key={item.to} to={item.to} className={styles.tab} prefetch="intent">{item.label}</NavLink>
      ))}
    </nav>
  );
}
