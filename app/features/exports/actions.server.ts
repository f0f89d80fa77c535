import { action, defineActions, pickActions } from "~/http/actions/define-actions.server";
import { SAVED } from "~/lib/action-result";
import { saveColumns } from "./commands/save-columns.server";
import { columnsForm } from "./columns-form";
import { calculationFile, planOrRouteFile } from "./queries/file-link.server";
import { CalculationFile, ExportColumns, FileLink, RouteFile } from "./schemas";

export const EXPORT_ACTIONS = defineActions({
  "plan.export_columns": action({
    summary: "Chooses the columns of exported plans, their order and what they are called, for the whole company.",
    permission: "plan.exportColumns",
    idempotent: true,
    input: ExportColumns,
    form: columnsForm,
    run: (session, { columns }) => saveColumns(session, columns),
    answer: () => ({ message: SAVED }),
  }),
  "routing-route.export": action({
    summary: "Gives the link of the workbook of a plan or of one route.",
    permission: "plan.export",
    idempotent: true,
    input: RouteFile,
    tells: FileLink,
    run: (session, input) => planOrRouteFile(session, input),
  }),
  "routing-query.export": action({
    summary: "Gives the link of the workbook of a calculation.",
    permission: "calculation.export",
    idempotent: true,
    input: CalculationFile,
    tells: FileLink,
    run: (session, { id }) => calculationFile(session, id),
  }),
});

/** What the page of the columns can do. */
export const EXPORT_COLUMNS_ACTIONS = pickActions(EXPORT_ACTIONS, "plan.export_columns");
