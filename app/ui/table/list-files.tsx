import { useSearchParams } from "@remix-run/react";
import { CHOSEN_PARAM, DIALOG_PARAM } from "~/lib/dialog-param";
import { absolute } from "~/paths";
import styles from "./list-files.module.css";

/** What an address says beside what the list is narrowed to. */
const NOT_OF_THE_ROWS = ["page", "rows", "id", "highlight", "before", CHOSEN_PARAM, DIALOG_PARAM];

/** All rows that the list is narrowed to, of every page of it. @param file its address, by format */
export function ListFiles({ file }: { file: (format: "xlsx" | "csv", query: Record<string, string>) => string }) {
  const [params] = useSearchParams();
  const query = Object.fromEntries([...params].filter(([name]) => !NOT_OF_THE_ROWS.includes(name)));
  return <FileLinks xlsx={absolute(file("xlsx", query))} csv={absolute(file("csv", query))} />;
}

/** Where a list's files are: everywhere in the same words. @param xlsx, csv addresses with the base path */
export function FileLinks({ xlsx, csv }: { xlsx: string; csv?: string }) {
  return (
    <span className={styles.files}>
      Export All{" "}
      <a href={xlsx} aria-label="Export All to Excel">
        Excel
      </a>
      {csv !== undefined && (
        <>
          {" "}
          <a href={csv} aria-label="Export All to CSV">
            CSV
          </a>
        </>
      )}
    </span>
  );
}
