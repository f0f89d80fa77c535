import { Link, useLocation } from "@remix-run/react";
import { paths } from "~/paths";
import styles from "./webhooks.module.css";

/** On every page of the company but their own, which says more. @param count that are disabled because of failures */
export function LostWebhooks({ count }: { count: number }) {
  const { pathname } = useLocation();
  if (count === 0 || pathname.endsWith("/api/webhooks")) return null;
  return (
    <p className={styles.lost} role="status">
      <strong>{count === 1 ? "A webhook is disabled" : `${count} webhooks are disabled`}</strong> because of failures,
      and {count === 1 ? "is" : "are"} told nothing. <Link to={paths.companyWebhooks()}>Look at it</Link>
    </p>
  );
}
