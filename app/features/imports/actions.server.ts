import { z } from "zod";
import { besideFirstWrite } from "~/db/transaction.server";
import { removeFiles } from "~/http/receive-form.server";
import { action, defineActions, pickActions } from "~/http/actions/define-actions.server";
import type { ActionOptions } from "~/http/actions/define-actions.server";
import type { CompanySession } from "~/auth/session.server";
import { shownText } from "~/domain/import/cell";
import type { SheetRow } from "~/domain/import/cell";
import { isSpreadsheetName, spreadsheetEnding } from "~/domain/validation/files";
import { NoInput } from "~/domain/validation/wire-fields";
import { count } from "~/domain/format-number";
import { SAVED } from "~/lib/action-result";
import { AppError, notFound } from "~/lib/errors";
import { paths } from "~/paths";
import { authorOf } from "~/planner/author.server";
import { continueApply, startApply } from "./commands/apply-sheet.server";
import { checkRows } from "./commands/check-rows.server";
import { discardSheet } from "./commands/discard-sheet.server";
import { importAtOnce } from "./commands/import-at-once.server";
import { importDrivers } from "./commands/import-drivers.server";
import { importWarehouses } from "./commands/import-warehouses.server";
import { INCOMPLETE, keepEntities, mapSheet, startCheck } from "./commands/map-sheet.server";
import { mendRows } from "./commands/mend-rows.server";
import { checkIfSure, uploadAndCheck } from "./commands/upload-and-check.server";
import { uploadSheet } from "./commands/upload-sheet.server";
import type { StoredUpload } from "./commands/upload-sheet.server";
import { checkAsCalled, importOfCall, requireCheckedAs } from "./commands/map-as-called.server";
import { COLUMNS_DIALOG, COLUMNS_PARAM } from "./dialogs";
import { applyForm, checkForm, mappingForm, mendForm, sheetForm } from "./form-fields";
import { NO_FILE } from "./chosen-file";
import { publishSheet } from "./publish-imported.server";
import { refuseFailed } from "./refuse-failed.server";
import { itemsOfSheet, sheetItem } from "./queries/sheet-item.server";
import { ApplyInput, CheckInput, ImportTarget, MappingInput, MendInput, OneSheet, UploadInput } from "./schemas";
import { Told } from "./wire-items";

/** Calls name the company that the session is for; another one isn't there. */
function requireOwn({ company }: CompanySession, companyId: number | null): void {
  if (companyId !== null && companyId !== company.id) throw notFound("Company");
}

/** The file that came along. @throws AppError 422 for none */
function onlyFile([file]: NonNullable<ActionOptions["files"]>) {
  if (file === undefined) throw new AppError("import.file", NO_FILE, { status: 422, field: "file" });
  return file;
}

/** The file that came along, under the name that the call gives it, if that is of the same kind. */
async function fileOf(
  session: CompanySession,
  input: { company_id: number | null; file_name: string },
  { files = [] }: ActionOptions,
): Promise<StoredUpload> {
  try {
    requireOwn(session, input.company_id);
    const file = onlyFile(files);
    const { file_name: asked } = input;
    const isOfKind = isSpreadsheetName(asked) && spreadsheetEnding(asked) === spreadsheetEnding(file.name);
    return { fileName: isOfKind ? asked : file.name, key: file.key };
  } catch (error) {
    await removeFiles(files);
    throw error;
  }
}

/** The file's import. Its answer has a fixed body; programs learn the id all the same. */
const SHEET_HEADER = "X-Sheet-Id";
export const SHEET_HEADERS = { [SHEET_HEADER]: "The sheet's id, for `sheet_id` and `routing-sheet-row/list`" } as const;

/** Tells that a file has become an import. */
function tellSheet({ company }: CompanySession, id: number, { tab, headers }: ActionOptions): void {
  headers?.set(SHEET_HEADER, String(id));
  publishSheet(company.id, "create", id, tab);
}

const textsOf = ({ cells }: SheetRow): string[] => cells.map(shownText);

/** What is said of rows that the file hides. */
const leftOut = (hidden = 0): string =>
  hidden === 0 ? "" : ` ${count(hidden, "hidden row")} ${hidden === 1 ? "was" : "were"} left out.`;

export const IMPORT_ACTIONS = defineActions({
  "routing-sheet.upload": action({
    summary: "Uploads a spreadsheet, which comes along as a file; its columns are mapped next.",
    permission: "import.run",
    idempotent: false,
    input: ImportTarget,
    tells: Told.uploaded,
    async run(session, { plan_id, warehouse_id, ...input }, options) {
      const target = { planId: plan_id, warehouseId: warehouse_id };
      const id = await uploadAndCheck(session, await fileOf(session, input, options), target);
      tellSheet(session, id, options);
      return { item: await sheetItem(session.company.id, id) };
    },
  }),
  "routing-sheet.upload-mapping": action({
    summary: "Uploads a spreadsheet and answers the first rows of each sheet by its name, so that it can be mapped.",
    permission: "import.run",
    idempotent: false,
    input: UploadInput,
    tells: Told.outlines,
    async run(session, input, options) {
      const none = { planId: null, warehouseId: null };
      const { id, outlines } = await uploadSheet(session, await fileOf(session, input, options), none);
      tellSheet(session, id, options);
      return Object.fromEntries(outlines.map(({ name, preview }) => [name, preview.map(textsOf)]));
    },
  }),
  "routing-sheet.save-mapping": action({
    summary: "Says what a sheet of the file holds, and which of its columns is which field.",
    permission: "import.run",
    idempotent: true,
    input: MappingInput,
    tells: Told.mapped,
    form: mappingForm,
    async run(session, { sheet_id, sheet, header_row, without_hidden, ...choice }, { tab }) {
      await mapSheet(session, sheet_id, sheet, {
        ...choice,
        headerRow: header_row === undefined ? undefined : header_row - 1,
        withoutHidden: without_hidden,
      });
      if (header_row === undefined) await checkIfSure(session, sheet_id);
      publishSheet(session.company.id, "update", sheet_id, tab);
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
    tells: Told.checked,
    form: checkForm,
    async run(session, { sheet_id, sheets, company_id, entities, start }, { tab }) {
      requireOwn(session, company_id);
      const sheetId = await importOfCall(session, { sheetId: sheet_id, sheets });
      if (sheets !== undefined) await checkAsCalled(session, sheetId, sheets);
      else if (start === true || entities !== undefined) await startCheck(session, sheetId, entities);
      const checked = await checkRows(session.company.id, sheetId);
      await refuseFailed(session.company.id, sheetId);
      publishSheet(session.company.id, "update", sheetId, tab);
      return { ...checked, sheet_id: sheetId };
    },
    async refused(error, { sheet_id, entities }, _page, session) {
      const isIncomplete = error instanceof AppError && error.code === INCOMPLETE;
      // The page goes on from what was chosen there; a program that is refused has changed nothing.
      if (isIncomplete && sheet_id !== undefined && entities !== undefined)
        await besideFirstWrite(() => keepEntities(session, sheet_id, entities));
      return null;
    },
    answer: ({ finished }) => (finished ? { message: "Uploading finished" } : { message: "Checking the rows..." }),
  }),
  "routing-sheet.apply-mapping": action({
    summary: "Imports the rows that were checked, some at a time; to be repeated until it is finished.",
    permission: "import.run",
    idempotent: true,
    logs: "plan.import",
    input: ApplyInput,
    tells: Told.applied,
    form: applyForm,
    async run(session, { sheet_id, sheets, company_id, plan_id, start }, { tab }) {
      requireOwn(session, company_id);
      const sheetId = await importOfCall(session, { sheetId: sheet_id, sheets });
      if (sheets !== undefined) await requireCheckedAs(session, sheetId, sheets);
      if (start) await startApply(session, sheetId, { planId: plan_id });
      const progress = await continueApply(authorOf(session), sheetId, { tab });
      publishSheet(session.company.id, "update", sheetId, tab);
      return { ...progress, sheet_id: sheetId };
    },
    // Up to 5,000 visits, which a page reads where it shows them.
    tellsBeside: async ({ company }, { finished, sheet_id }) =>
      finished ? itemsOfSheet(company.id, sheet_id) : { visits: [], routes: [] },
    answer: ({ finished }) => (finished ? { message: "Importing was finished" } : { message: "Importing..." }),
  }),
  "routing-sheet.upload-visits": action({
    summary: "Imports the visits of a spreadsheet whose columns are recognised, without a question.",
    permission: "import.run",
    idempotent: false,
    logs: "plan.import",
    input: ImportTarget,
    tells: Told.visits,
    async run(session, { plan_id, warehouse_id, ...input }, options) {
      const target = { planId: plan_id, warehouseId: warehouse_id };
      const file = await fileOf(session, input, options);
      const id = await importAtOnce(session, file, target, { tab: options.tab, only: "visit" });
      tellSheet(session, id, options);
      return (await itemsOfSheet(session.company.id, id)).visits;
    },
  }),
  "routing-sheet.upload-plan": action({
    summary: "Imports visits and vehicles of a spreadsheet whose columns are recognised, without a question.",
    permission: "import.run",
    idempotent: false,
    logs: "plan.import",
    input: ImportTarget,
    tells: Told.plan,
    async run(session, { plan_id, warehouse_id, ...input }, options) {
      const target = { planId: plan_id, warehouseId: warehouse_id };
      const file = await fileOf(session, input, options);
      const id = await importAtOnce(session, file, target, { tab: options.tab });
      tellSheet(session, id, options);
      return itemsOfSheet(session.company.id, id);
    },
  }),
  "routing-sheet.mend-rows": action({
    summary: "Changes cells of rows that are not imported yet, and checks these rows again.",
    permission: "import.run",
    idempotent: true,
    input: MendInput,
    tells: Told.mended,
    form: mendForm,
    async run(session, { sheet_id, cells }, { tab }) {
      const mended = await mendRows(
        session,
        sheet_id,
        cells.map(({ row_id, column, value }) => ({ rowId: row_id, column, value })),
      );
      publishSheet(session.company.id, "update", sheet_id, tab);
      return mended;
    },
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
    async run(session, { sheet_id }, { tab }) {
      await discardSheet(session, sheet_id);
      publishSheet(session.company.id, "destroy", sheet_id, tab);
    },
    answer: () => ({ message: "The import has been deleted!", redirectTo: paths.sheets() }),
  }),
  "member.import": action({
    summary: "Adds the drivers of a spreadsheet, which comes along as a file; members stay as they are.",
    permission: "driver.create",
    idempotent: false,
    input: NoInput,
    tells: z.object({ created: z.int(), known: z.int(), hidden: z.int().optional() }),
    async run(session, _input, { files = [], tab }) {
      const { name: fileName, key } = onlyFile(files);
      return importDrivers(session, { fileName, key }, tab);
    },
    answer: ({ created, known, hidden }, _input, page) => ({
      message: "Importing was finished",
      detail: `${count(created, "driver")} added${known === 0 ? "" : `, ${known} there already`}.${leftOut(hidden)}`,
      ...page.closed(),
    }),
  }),
  "warehouse.import": action({
    summary: "Adds the warehouses of a spreadsheet, which comes along as a file; known ones are updated.",
    permission: "warehouse.create",
    idempotent: false,
    input: NoInput,
    tells: z.object({ created: z.int(), updated: z.int(), hidden: z.int().optional() }),
    async run(session, _input, { files = [], tab }) {
      const { name: fileName, key } = onlyFile(files);
      return importWarehouses(session, { fileName, key }, tab);
    },
    answer: ({ created, updated, hidden }, _input, page) => ({
      message: "Importing was finished",
      detail: `${count(created, "warehouse")} added, ${updated} changed.${leftOut(hidden)}`,
      ...page.closed(),
    }),
  }),
});

export const WAREHOUSE_IMPORT_ACTIONS = pickActions(IMPORT_ACTIONS, "warehouse.import");
export const DRIVER_IMPORT_ACTIONS = pickActions(IMPORT_ACTIONS, "member.import");

/** What the page of one import can do. */
export const SHEET_ACTIONS = pickActions(
  IMPORT_ACTIONS,
  "routing-sheet.save-mapping",
  "routing-sheet.parse-visits",
  "routing-sheet.apply-mapping",
  "routing-sheet.mend-rows",
  "routing-sheet.destroy",
);
