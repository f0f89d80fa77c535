import { useState } from "react";
import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { formatNumber } from "~/domain/format-number";
import type { ImportEntity } from "~/domain/import/import-fields";
import { chooseColumns } from "~/domain/import/sheet-mapping";
import type { ActionResult } from "~/lib/action-result";
import { Button, ButtonLink } from "~/ui/button";
import { DialogFrame } from "~/ui/dialog/dialog-frame";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { StatusBadge } from "~/ui/feedback/status-badge";
import { AppForm, FormActions } from "~/ui/form/app-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { fieldOptions } from "../field-options";
import { columnField } from "../form-fields";
import { COLUMNS_DIALOG, COLUMNS_PARAM } from "../dialogs";
import { readSample } from "../read-sample";
import type { SampleValue } from "../read-sample";
import type { ColumnsDialogData } from "../queries/columns-dialog.server";
import styles from "./columns-dialog.module.css";
import { DefaultFields } from "./default-fields";

interface ColumnsDialogProps {
  sheetId: number;
  data: ColumnsDialogData;
  result: ActionResult | null;
}

/**
 * Which column of the sheet is which field, with the first rows and what becomes of them. Without scripts "Show" asks
 * the server for the same.
 */
export function ColumnsDialog({ sheetId, data, result }: ColumnsDialogProps) {
  const dialog = useDialogUrl([COLUMNS_PARAM]);
  const { entity } = data;
  return (
    <DialogFrame
      title={`Columns of sheet ${data.name}`}
      description="Each field takes one column. Columns without a field are not imported."
      closeTo={dialog.closeTo}
      onClose={dialog.close}
      width={960}
    >
      {entity !== null && (
        // Another header row gives other columns.
        <Columns
          key={`${data.sheet} ${data.headerRow} ${data.columns.join()}`}
          {...{ sheetId, data, entity, result }}
        />
      )}
    </DialogFrame>
  );
}

function Columns({ data, entity, result }: ColumnsDialogProps & { entity: ImportEntity }) {
  const dialog = useDialogUrl([COLUMNS_PARAM]);
  // A form that was refused comes back with what it said; without scripts that is all there is of it.
  const typed = result !== null && !result.ok ? result.values : undefined;
  const [draft] = useState(() =>
    typed === undefined ? data : chooseColumns(data.columns, entity, (column) => typed[columnField(column)]),
  );
  const [columns, setColumns] = useState<readonly (string | null)[]>(draft.columns);
  const [messages, setMessages] = useState<Readonly<Record<number, string>>>(draft.messages);
  const choose = (column: number, key: string | null) => {
    const chosen = chooseColumns(columns, entity, (one) => (one === column ? key : undefined));
    setColumns(chosen.columns);
    setMessages(chosen.messages);
  };
  const sample = readSample(data, entity, columns);
  const options = fieldOptions(entity);
  return (
    <AppForm
      intent="routing-sheet.save-mapping"
      hidden={{ sheet: data.sheet, dialog: COLUMNS_DIALOG }}
      result={result}
      replace
      aria-label={`Columns of sheet ${data.name}`}
    >
      <HeaderRow data={data} typed={typed?.header_row} />
      <table className={styles.columns} role="table">
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">
              Column
            </th>
            <th role="columnheader" scope="col">
              Field
            </th>
            <th role="columnheader" scope="col">
              First rows, and what they become
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {data.headers.map((header, column) => (
            <tr key={column} role="row" data-left-out={columns[column] === null || undefined}>
              <th role="rowheader" scope="row" title={header}>
                <span className={styles.letter}>{data.letters[column]}</span>
                <span className={styles.header}>{header}</span>
              </th>
              <td role="cell">
                <NativeSelect
                  name={columnField(column)}
                  aria-label={`Field of column ${data.letters[column]}, ${header}`}
                  data={options}
                  value={columns[column] ?? ""}
                  error={messages[column]}
                  onChange={(event) => choose(column, event.currentTarget.value || null)}
                />
                {data.unsure.includes(column) && columns[column] === data.columns[column] && (
                  <StatusBadge tone="amber" icon="alert" label="A guess: please look" />
                )}
              </td>
              <td role="cell">
                <ul className={styles.samples}>
                  {sample.map((row, index) => (
                    <Sample key={index} value={row[column]!} />
                  ))}
                </ul>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <DefaultFields entity={entity} columns={columns} defaults={data.defaults} />
      {data.hiddenRows > 0 && (
        <>
          <input type="hidden" name="has_hidden" value="1" />
          <Checkbox
            name="without_hidden"
            value="1"
            defaultChecked={typed === undefined ? data.withoutHidden : typed.without_hidden !== undefined}
            label={`Leave out the rows that the file hides (${formatNumber(data.hiddenRows)})`}
          />
        </>
      )}
      <FormActions>
        <noscript>
          <Button type="submit" formMethod="get">
            Show
          </Button>
        </noscript>
        <ButtonLink kind="quiet" to={dialog.closeTo} preventScrollReset>
          Cancel
        </ButtonLink>
        <SubmitButton>Save</SubmitButton>
      </FormActions>
    </AppForm>
  );
}

function Sample({ value }: { value: SampleValue }) {
  const { shown, becomes, fault } = value;
  return (
    <li>
      <span className={styles.shown} title={shown}>
        {shown === "" ? "–" : shown}
      </span>
      {fault !== null ? (
        <span className={styles.fault} title={fault}>
          {fault}
        </span>
      ) : becomes === null ? null : (
        <span className={styles.becomes} title={becomes}>
          <span aria-hidden="true">→ </span>
          <span className="visually-hidden">becomes </span>
          {becomes}
        </span>
      )}
    </li>
  );
}

/** Which row has the headers. Setting it proposes the columns anew. */
function HeaderRow({ data, typed }: { data: ColumnsDialogData; typed: string | undefined }) {
  const now = data.headerRow === -1 ? "" : String(data.headerRow + 1);
  return (
    <details className={styles.more} open={data.headerRow === -1}>
      <summary>
        {data.headerRow === -1 ? "The sheet has no row with headers" : `The headers are in row ${data.headerRow + 1}`}
      </summary>
      <ol className={styles.first}>
        {data.first.map(({ row, text }) => (
          <li key={row} value={row} data-header={row === data.headerRow + 1 || undefined}>
            {text}
          </li>
        ))}
      </ol>
      <div className={styles.headerRow}>
        <input type="hidden" name="header_was" value={now} />
        <TextInput
          name="header_row"
          label="Row with the headers, empty for none"
          inputMode="numeric"
          maxLength={6}
          defaultValue={typed ?? now}
        />
        <SubmitButton kind="plain" name="rehead" value="1">
          Use this row
        </SubmitButton>
      </div>
    </details>
  );
}
