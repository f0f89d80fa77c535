import { MAX_IMPORTED_WAREHOUSES, WAREHOUSE_COLUMNS } from "~/domain/import/warehouse-columns";
import { formatNumber } from "~/domain/format-number";
import { SPREADSHEET_ENDINGS } from "~/domain/validation/files";
import type { ActionResult } from "~/lib/action-result";
import { FormDialog } from "~/ui/dialog/form-dialog";
import { FileDrop } from "~/ui/form/file-drop";
import { chosenFileFault } from "../chosen-file";
import styles from "./imports.module.css";

export const IMPORT_WAREHOUSES_DIALOG = "import-warehouses";

/** Uploads a spreadsheet of warehouses: all of its rows are taken, or none. */
export function ImportWarehousesDialog({ result, tab }: { result: ActionResult<unknown> | null; tab: string }) {
  return (
    <FormDialog
      name="import-warehouses"
      title="Import warehouses"
      description="A warehouse with a known external id is changed, all others are added."
      intent="warehouse.import"
      encType="multipart/form-data"
      hidden={{ tab }}
      result={result}
      submitLabel="Import"
    >
      <FileDrop
        name="file"
        accept={SPREADSHEET_ENDINGS}
        title="Choose a spreadsheet, or drop it here"
        hint={`.xlsx, .xls, .csv or .tsv, up to ${formatNumber(MAX_IMPORTED_WAREHOUSES)} rows`}
        required
        faultOf={chosenFileFault}
      />
      <p className={styles.hint}>
        Columns are found by their headers: {WAREHOUSE_COLUMNS.join(", ")}. A title and a place are needed. The exported
        list can be changed and imported again. Where one row is wrong, nothing is imported.
      </p>
    </FormDialog>
  );
}
