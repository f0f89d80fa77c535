import { formatNumber } from "~/domain/format-number";
import { SPREADSHEET_ENDINGS } from "~/domain/validation/files";
import { refusalOf } from "~/lib/action-result";
import type { ActionResult } from "~/lib/action-result";
import { FormDialog } from "~/ui/dialog/form-dialog";
import { FileDrop } from "~/ui/form/file-drop";
import { chosenFileFault } from "../chosen-file";
import styles from "./imports.module.css";

interface ImportListProps {
  /** of the dialog, as addresses have it */
  name: string;
  /** "warehouses" */
  what: string;
  intent: string;
  /** what becomes of those that are there already */
  known: string;
  columns: readonly string[];
  /** what no row can do without */
  needed: string;
  most: number;
  result: ActionResult<unknown> | null;
  tab: string;
}

/** Uploads a spreadsheet with a list: all of its rows are taken, or none. */
export const ImportListDialog = (props: ImportListProps) => (
  <FormDialog
    name={props.name}
    title={`Import ${props.what}`}
    description={props.known}
    intent={props.intent}
    encType="multipart/form-data"
    hidden={{ tab: props.tab }}
    result={refusalOf(props.result, props.intent)}
    submitLabel="Import"
  >
    <FileDrop
      name="file"
      accept={SPREADSHEET_ENDINGS}
      title="Choose a spreadsheet, or drop it here"
      hint={`.xlsx, .xls, .csv or .tsv, up to ${formatNumber(props.most)} rows`}
      required
      faultOf={chosenFileFault}
    />
    <p className={styles.hint}>
      Columns are found by their headers: {props.columns.join(", ")}. {props.needed} The exported list can be changed
      and imported again. Where one row is wrong, nothing is imported.
    </p>
  </FormDialog>
);
