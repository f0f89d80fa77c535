import { useSearchParams } from "@remix-run/react";
import { absolute, paths } from "~/paths";
import styles from "./admin.module.css";

/** All rows that the list is narrowed to, of every page of it. */
export function ListFiles({ what }: { what: "users" | "companies" }) {
  const [params] = useSearchParams();
  const query = Object.fromEntries([...params].filter(([name]) => ["q", "status", "sort"].includes(name)));
  return (
    <span className={styles.exports}>
      Export All{" "}
      <a href={absolute(paths.adminListFile(what, "xlsx", query))} aria-label="Export All to Excel">
        Excel
      </a>{" "}
      <a href={absolute(paths.adminListFile(what, "csv", query))} aria-label="Export All to CSV">
        CSV
      </a>
    </span>
  );
}
