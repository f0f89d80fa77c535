import { Link } from "@remix-run/react";
import { Icon } from "~/ui/icons";
import type { IconName } from "~/ui/icons";
import styles from "./row-action.module.css";

interface RowActionProps {
  to: string;
  icon: IconName;
  /** What it does to which row: spoken, and shown on hover. */
  label: string;
}

/** A small link at the end of a row. Plain markup: a list of 1,000 rows has 1,000 of them. */
export function RowAction({ to, icon, label }: RowActionProps) {
  return (
    <Link to={to} className={styles.action} aria-label={label} title={label} preventScrollReset>
      <Icon name={icon} size={16} />
    </Link>
  );
}
