import type { ReactNode } from "react";
import { Breadcrumb, type Crumb } from "./breadcrumb";
import styles from "./page.module.css";

interface PageHeaderProps {
  title: ReactNode;
  description?: ReactNode;
  /** Only where the depth is more than two. */
  crumbs?: Crumb[];
  /** Small facts in the title's line: status, date. */
  meta?: ReactNode;
  /** Buttons at the right end; the primary one last. */
  actions?: ReactNode;
}

export function PageHeader({ title, description, crumbs, meta, actions }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <div className={styles.headings}>
        {crumbs !== undefined && crumbs.length > 0 && <Breadcrumb crumbs={crumbs} />}
        <div className={styles.titleLine}>
          <h1 className={styles.title}>{title}</h1>
          {meta}
        </div>
        {description !== undefined && <p className={styles.description}>{description}</p>}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}

/** The page's body: the gutters and the widest line that is still read well. `fill` is for map pages. */
export function PageBody({ children, fill = false }: { children: ReactNode; fill?: boolean }) {
  return <div className={fill ? styles.fill : styles.body}>{children}</div>;
}

/** A white surface with a thin edge: the one box on pages. */
export function Panel({
  title,
  actions,
  children,
  flush = false,
}: {
  title?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  /** No padding, for tables and lists. */
  flush?: boolean;
}) {
  return (
    <section className={styles.panel}>
      {(title !== undefined || actions !== undefined) && (
        <div className={styles.panelHead}>
          <h2 className={styles.panelTitle}>{title}</h2>
          {actions}
        </div>
      )}
      <div className={flush ? undefined : styles.panelBody}>{children}</div>
    </section>
  );
}
