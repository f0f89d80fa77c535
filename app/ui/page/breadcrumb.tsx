import { Link } from "@remix-run/react";
import { Icon } from "~/ui/icons";
import styles from "./page.module.css";

export interface Crumb {
  label: string;
  /** Missing on the page itself. */
  to?: string;
}

export function Breadcrumb({ crumbs }: { crumbs: Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className={styles.crumbs}>
        {crumbs.map((crumb, index) => (
          <li key={index} className={styles.crumb}>
            {index > 0 && <Icon name="chevron-right" size={14} />}
            {crumb.to === undefined ? (
              <span aria-current="page" className="cut">
                {crumb.label}
              </span>
            ) : (
              <Link to={crumb.to} className="cut">
                {crumb.label}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
