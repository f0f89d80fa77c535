import { NativeSelect } from "@mantine/core";
import { count, formatNumber } from "~/domain/format-number";
import { ImportEntity } from "~/domain/import/import-fields";
import type { ActionResult } from "~/lib/action-result";
import { ButtonLink } from "~/ui/button";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { StatusBadge } from "~/ui/feedback/status-badge";
import { AppForm, FormActions } from "~/ui/form/app-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Panel } from "~/ui/page/page-header";
import { entityField } from "../form-fields";
import type { SheetFacts, SheetPage } from "../queries/sheet-page.server";
import { SheetState } from "~/domain/import/sheet-state";
import { COLUMNS_DIALOG, COLUMNS_PARAM } from "../dialogs";
import styles from "./imports.module.css";

const ENTITY_CHOICES = [
  { value: ImportEntity.Visit, label: "Visits" },
  { value: ImportEntity.Vehicle, label: "Vehicles" },
  { value: "", label: "Leave out" },
];

/** The sheets of the file: what each holds, and which of its columns are fields. */
export function SheetsPanel({ sheet, result }: { sheet: SheetPage; result: ActionResult | null }) {
  const isChecked = sheet.state === SheetState.Parsed;
  return (
    <Panel title={sheet.sheets.length === 1 ? "The sheet" : "Sheets"}>
      <AppForm
        intent="routing-sheet.parse-visits"
        hidden={{ start: 1 }}
        result={result}
        aria-label="What the sheets hold"
      >
        <ul className={styles.sheets}>
          {sheet.sheets.map((one) => (
            <SheetLine key={one.index} sheet={one} />
          ))}
        </ul>
        <FormActions>
          <SubmitButton kind={isChecked ? "plain" : "primary"} icon="check">
            {isChecked ? "Check again" : "Check rows"}
          </SubmitButton>
        </FormActions>
      </AppForm>
    </Panel>
  );
}

function SheetLine({ sheet }: { sheet: SheetFacts }) {
  const dialog = useDialogUrl([COLUMNS_PARAM]);
  const href = dialog.href(COLUMNS_DIALOG, { [COLUMNS_PARAM]: String(sheet.index) });
  return (
    <li className={styles.sheet}>
      <div className={styles.sheetName}>
        <strong className={styles.breaks}>{sheet.name}</strong>
        <span className={`${styles.dim} num`}>
          {count(sheet.rows, "row")}
          {sheet.hidden ? ", hidden in the file" : ""}
          {sheet.hiddenRows > 0 && sheet.entity !== null
            ? `, ${formatNumber(sheet.hiddenRows)} of them hidden${sheet.withoutHidden ? " and left out" : ""}`
            : ""}
        </span>
      </div>
      <NativeSelect
        name={entityField(sheet.index)}
        aria-label={`What sheet ${sheet.name} holds`}
        data={ENTITY_CHOICES}
        defaultValue={sheet.entity ?? ""}
      />
      <div className={styles.sheetColumns}>
        {sheet.entity === null ? (
          <span className={styles.dim}>Nothing of this sheet is imported.</span>
        ) : (
          <>
            {sheet.unsure > 0 && <StatusBadge tone="amber" icon="alert" label="Please look at the columns" />}
            <span className={styles.breaks}>
              {sheet.labels.length === 0 ? "No column is a field yet." : columnsText(sheet)}
            </span>
          </>
        )}
      </div>
      {sheet.entity !== null && (
        <ButtonLink to={href} icon="edit" preventScrollReset>
          Columns
        </ButtonLink>
      )}
    </li>
  );
}

const columnsText = ({ labels, columns }: SheetFacts): string =>
  `${formatNumber(labels.length)} of ${count(columns, "column")}: ${labels.join(", ")}`;
