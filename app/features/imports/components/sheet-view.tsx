import type { ActionResult } from "~/lib/action-result";
import { useAnswer } from "~/lib/use-answer";
import { ButtonLink } from "~/ui/button";
import { ConfirmDialog } from "~/ui/dialog/confirm-dialog";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { PageBody, PageHeader } from "~/ui/page/page-header";
import { ErrorState } from "~/ui/page/states";
import { AppForm } from "~/ui/form/app-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { paths } from "~/paths";
import { useLiveChanges } from "~/realtime/use-live";
import type { SheetPage } from "../queries/sheet-page.server";
import { mayBeMapped, SheetState } from "~/domain/import/sheet-state";
import { ColumnsDialog } from "./columns-dialog";
import { CountsPanel } from "./counts-panel";
import styles from "./imports.module.css";
import { PlacesPanel } from "./places-panel";
import { ProgressPanel } from "./progress-panel";
import { RowDialog } from "./row-dialog";
import { RowsPanel } from "./rows-panel";
import { SheetsPanel } from "./sheets-panel";

const DISCARD = "discard";

const DESCRIPTIONS: Readonly<Record<SheetState, string>> = {
  uploaded: "Say what each sheet holds, and which column is which field. Nothing is imported yet.",
  mapped: "The rows are being checked. Nothing is imported yet.",
  parsed: "The rows are checked. Nothing is imported yet.",
  applying: "The rows are being imported.",
  applied: "Importing was finished",
  failed: "Importing was failed",
  discarded: "The file is being removed. Nothing more is imported from it.",
};

/** Its rows are not all there: not yet, or no more. */
const UNCOUNTED: readonly SheetState[] = [SheetState.Uploaded, SheetState.Mapped, SheetState.Discarded];

/** One import, at whatever step it is. */
export function SheetView({ sheet }: { sheet: SheetPage }) {
  const { state, target, columns, row } = sheet;
  const dialog = useDialogUrl();
  const result = useAnswer<ActionResult>() ?? null;
  const isOpen = mayBeMapped(state);
  // Places are looked up after the import.
  useLiveChanges(
    (event) =>
      (event.model === "RoutingSheet" && event.ids.includes(sheet.id)) ||
      (event.model === "RoutingVisit" && sheet.places !== null),
  );
  return (
    <>
      <PageHeader
        title={<span className={styles.title}>{sheet.title}</span>}
        crumbs={
          target.plan === null
            ? [{ label: "Imports", to: paths.sheets() }, { label: sheet.title }]
            : [
                { label: "Planning", to: paths.planningMain() },
                { label: target.plan.title, to: paths.plan(target.plan.id) },
                { label: "Import" },
              ]
        }
        meta={<span className={`${styles.dim} num`}>{sheet.when}</span>}
        description={DESCRIPTIONS[state]}
        actions={<Actions sheet={sheet} discardHref={dialog.href(DISCARD)} />}
      />
      <PageBody>
        {sheet.progress !== null && <ProgressPanel state={state} progress={sheet.progress} />}
        {sheet.failure !== null && <Failure sheet={sheet} result={result} />}
        {!UNCOUNTED.includes(state) && <CountsPanel sheet={sheet} result={result} />}
        {sheet.places !== null && <PlacesPanel sheetId={sheet.id} places={sheet.places} />}
        {isOpen && <SheetsPanel sheet={sheet} result={result} />}
        {sheet.rows !== null && <RowsPanel sheet={sheet} list={sheet.rows} result={result} />}
      </PageBody>
      {columns !== null && <ColumnsDialog sheetId={sheet.id} data={columns} result={result} />}
      {row !== null && <RowDialog sheetId={sheet.id} row={row} result={result} />}
      <ConfirmDialog
        name={DISCARD}
        question={`Do you want to remove ${sheet.title}?`}
        confirmLabel="Remove"
        danger
        intent="routing-sheet.destroy"
        result={result}
      >
        <p className={styles.hint}>
          {isOpen ? "Nothing of it was imported." : "The list of its rows goes; what was imported stays."}
        </p>
      </ConfirmDialog>
    </>
  );
}

function Actions({ sheet: { state, target }, discardHref }: { sheet: SheetPage; discardHref: string }) {
  if (state === SheetState.Applying) return null;
  return (
    <>
      <ButtonLink kind="quiet" icon="trash" to={discardHref} preventScrollReset>
        {state === SheetState.Applied ? "Remove" : "Discard"}
      </ButtonLink>
      {target.plan !== null && (
        <ButtonLink
          kind={state === SheetState.Applied ? "primary" : "plain"}
          icon="plan"
          to={paths.plan(target.plan.id)}
        >
          {state === SheetState.Applied ? "Open the plan" : "Back to the plan"}
        </ButtonLink>
      )}
      {target.plan === null && state === SheetState.Applied && (
        <ButtonLink kind="primary" icon="plus" to={paths.planningMain({ dialog: "new-plan" })}>
          Create plan
        </ButtonLink>
      )}
    </>
  );
}

/** What stopped the import; what was imported before stays. */
function Failure({ sheet, result }: { sheet: SheetPage; result: ActionResult | null }) {
  return (
    <div className={styles.failure}>
      <ErrorState compact title="Importing was failed">
        {sheet.failure}
      </ErrorState>
      {sheet.mayTryAgain && (
        <AppForm intent="routing-sheet.apply-mapping" result={result} layout="inline" aria-label="Try again">
          <SubmitButton icon="refresh">Try again</SubmitButton>
        </AppForm>
      )}
    </div>
  );
}
