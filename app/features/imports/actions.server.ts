import { removeFiles } from "~/http/receive-form.server";
import { action, defineActions, pickActions } from "~/http/actions/define-actions.server";
import type { ActionOptions } from "~/http/actions/define-actions.server";
import { count } from "~/domain/format-number";
import { SAVED } from "~/lib/action-result";
import { AppError } from "~/lib/errors";
import { paths } from "~/paths";
import { authorOf } from "~/planner/author.server";
import { continueApply, startApply } from "./commands/apply-sheet.server";
import { checkRows } from "./commands/check-rows.server";
import { discardSheet } from "./commands/discard-sheet.server";
import { importAtOnce } from "./commands/import-at-once.server";
import { mapSheet, startCheck } from "./commands/map-sheet.server";
import { mendRows } from "./commands/mend-rows.server";
import { checkIfSure, uploadAndCheck } from "./commands/upload-and-check.server";
import { firstRowsOf } from "./commands/first-rows.server";
import { COLUMNS_DIALOG, COLUMNS_PARAM } from "./dialogs";
import { applyForm, checkForm, mappingForm, mendForm, sheetForm } from "./form-fields";
import { NO_FILE } from "./import-faults";
import { madeBySheet, sheetItem } from "./queries/sheet-item.server";
import { ApplyInput, CheckInput, ImportTarget, MappingInput, MendInput, NoInput, OneSheet } from "./schemas";

function fileOf({ files: [file] = [] }: ActionOptions): { fileName: string; key: string } {
  if (file === undefined) throw new AppError("import.file", NO_FILE, { status: 422, field: "file" });
  return { fileName: file.name, key: file.key };
}

export const IMPORT_ACTIONS = defineActions({
  "routing-sheet.upload": action({
    summary: "Uploads a spreadsheet, which comes along as a file; its columns are mapped next.",
    permission: "import.run",
    idempotent: false,
    input: ImportTarget,
    async run(session, { plan_id, warehouse_id }, options) {
      const id = await uploadAndCheck(session, fileOf(options), { planId: plan_id, warehouseId: warehouse_id });
      return { item: await sheetItem(session.company.id, id) };
    },
  }),
  "routing-sheet.upload-mapping": action({
    summary: "Reads a spreadsheet that comes along as a file, keeps nothing, and answers the first rows of each sheet.",
    permission: "import.run",
    idempotent: true,
    input: NoInput,
    async run(session, _input, options) {
      try {
        return await firstRowsOf(session, fileOf(options));
      } finally {
        await removeFiles(options.files ?? []);
      }
    },
  }),
  "routing-sheet.save-mapping": action({
    summary: "Says what a sheet of the file holds, and which of its columns is which field.",
    permission: "import.run",
    idempotent: true,
    input: MappingInput,
    form: mappingForm,
    async run(session, { sheet_id, sheet, header_row, without_hidden, ...choice }) {
      await mapSheet(session, sheet_id, sheet, {
        ...choice,
        headerRow: header_row === undefined ? undefined : header_row - 1,
        withoutHidden: without_hidden,
      });
      if (header_row === undefined) await checkIfSure(session, sheet_id);
      return sheetItem(session.company.id, sheet_id);
    },
    // Another header row gives other columns to look at.
    answer: (_sheet, { sheet_id, sheet, header_row }) =>
      header_row === undefined
        ? { message: SAVED }
        : { redirectTo: paths.sheet(sheet_id, { dialog: COLUMNS_DIALOG, [COLUMNS_PARAM]: sheet }) },
  }),
  "routing-sheet.parse-visits": action({
    summary: "Checks rows of the file, some at a time; to be repeated until the answer says that it is finished.",
    permission: "import.run",
    idempotent: true,
    input: CheckInput,
    form: checkForm,
    async run(session, { sheet_id, entities, start }) {
      if (start === true || entities !== undefined) await startCheck(session, sheet_id, entities);
      else await sheetItem(session.company.id, sheet_id);
      return checkRows(session.company.id, sheet_id);
    },
    answer: ({ finished }) => (finished ? { message: "Uploading finished" } : { message: "Checking the rows..." }),
  }),
  "routing-sheet.apply-mapping": action({
    summary: "Imports the rows that were checked, some at a time; to be repeated until it is finished.",
    permission: "import.run",
    idempotent: true,
    logs: "plan.import",
    input: ApplyInput,
    form: applyForm,
    async run(session, { sheet_id, plan_id, start }, { tab }) {
      if (start) await startApply(session, sheet_id, { planId: plan_id });
      else await sheetItem(session.company.id, sheet_id);
      const progress = await continueApply(authorOf(session), sheet_id, { tab });
      return { ...progress, ...(await madeBySheet(session.company.id, sheet_id)) };
    },
    answer: ({ finished }) => (finished ? { message: "Importing was finished" } : { message: "Importing..." }),
  }),
  "routing-sheet.upload-visits": action({
    summary: "Imports the visits of a spreadsheet whose columns are recognised, without a question.",
    permission: "import.run",
    idempotent: false,
    logs: "plan.import",
    input: ImportTarget,
    async run(session, { plan_id, warehouse_id }, options) {
      const target = { planId: plan_id, warehouseId: warehouse_id };
      const id = await importAtOnce(session, fileOf(options), target, { tab: options.tab, only: "visit" });
      return { sheet_id: id, visits: (await madeBySheet(session.company.id, id)).visits };
    },
  }),
  "routing-sheet.upload-plan": action({
    summary: "Imports visits and vehicles of a spreadsheet whose columns are recognised, without a question.",
    permission: "import.run",
    idempotent: false,
    logs: "plan.import",
    input: ImportTarget,
    async run(session, { plan_id, warehouse_id }, options) {
      const target = { planId: plan_id, warehouseId: warehouse_id };
      const id = await importAtOnce(session, fileOf(options), target, { tab: options.tab });
      return { sheet_id: id, ...(await madeBySheet(session.company.id, id)) };
    },
  }),
  "routing-sheet.mend-rows": action({
    summary: "Changes cells of rows that are not imported yet, and checks these rows again.",
    permission: "import.run",
    idempotent: true,
    input: MendInput,
    form: mendForm,
    run: (session, { sheet_id, cells }) =>
      mendRows(
        session,
        sheet_id,
        cells.map(({ row_id, column, value }) => ({ rowId: row_id, column, value })),
      ),
    answer: ({ ready, left }) => ({
      message:
        ready + left === 0
          ? "Nothing was changed"
          : `${count(ready, "row")} can be imported now${left > 0 ? `, ${count(left, "row")} still not` : ""}`,
    }),
  }),
  "routing-sheet.destroy": action({
    summary: "Discards an upload that was not imported; of an import that was applied the list of rows goes.",
    permission: "import.run",
    idempotent: false,
    input: OneSheet,
    form: sheetForm,
    run: (session, { sheet_id }) => discardSheet(session, sheet_id),
    answer: () => ({ message: "The import has been deleted!", redirectTo: paths.sheets() }),
  }),
});

/** What the page of one import can do. */
export const SHEET_ACTIONS = pickActions(
  IMPORT_ACTIONS,
  "routing-sheet.save-mapping",
  "routing-sheet.parse-visits",
  "routing-sheet.apply-mapping",
  "routing-sheet.mend-rows",
  "routing-sheet.destroy",
);
