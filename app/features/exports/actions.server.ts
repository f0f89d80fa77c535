import { action, defineActions } from "~/http/actions/define-actions.server";
import { SAVED } from "~/lib/action-result";
import { saveColumns } from "./commands/save-columns.server";
import { columnsForm } from "./columns-form";
import { ExportColumns } from "./schemas";

export const EXPORT_ACTIONS = defineActions({
  "plan.export_columns": action({
    summary: "Chooses the columns of exported plans, their order and what they are called, for the whole company.",
    permission: "plan.export",
    idempotent: true,
    input: ExportColumns,
    form: columnsForm,
    run: (session, { columns }) => saveColumns(session, columns),
    answer: () => ({ message: SAVED }),
  }),
});
