import type { ActionResult } from "~/lib/action-result";
import { ButtonLink } from "~/ui/button";
import { DialogFrame } from "~/ui/dialog/dialog-frame";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { AppForm, FormActions } from "~/ui/form/app-form";
import { TextField } from "~/ui/form/fields";
import { SubmitButton } from "~/ui/form/submit-button";
import { cellField } from "../form-fields";
import type { WholeRow } from "../queries/sheet-rows.server";
import { ROW_OUTCOME_LABELS } from "../row-outcome";
import styles from "./imports.module.css";

const MAX_CELL = 32_767;

/** All cells of one row: to look at, and to mend while the row is not imported. */
export function RowDialog({ row, result }: { sheetId: number; row: WholeRow; result: ActionResult | null }) {
  const dialog = useDialogUrl(["id"]);
  return (
    <DialogFrame
      title={`Row ${row.row} of sheet ${row.sheet}`}
      description={ROW_OUTCOME_LABELS[row.outcome]}
      closeTo={dialog.closeTo}
      onClose={dialog.close}
      place="side"
      width={480}
    >
      <AppForm intent="routing-sheet.mend-rows" result={result} replace onDone={dialog.close}>
        {row.notes.length > 0 && (
          <ul className={styles.remarks}>
            {row.notes.map((note, index) => (
              <li key={index} className={styles.reason}>
                {note.message}
              </li>
            ))}
          </ul>
        )}
        {row.cells.map(({ column, letter, header, field, text }) => (
          <TextField
            key={column}
            name={cellField(row.id, column)}
            label={header === "" ? `Column ${letter}` : header}
            help={field === null ? "Not imported" : field === header ? undefined : field}
            defaultValue={text}
            maxLength={MAX_CELL}
            readOnly={!row.mendable}
          />
        ))}
        <FormActions>
          <ButtonLink kind="quiet" to={dialog.closeTo} preventScrollReset>
            Close
          </ButtonLink>
          {row.mendable && <SubmitButton icon="check">Check this row</SubmitButton>}
        </FormActions>
      </AppForm>
    </DialogFrame>
  );
}
