import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { listColumns } from "~/db/repositories/spreadsheet-columns.server";
import { DIALOG_PARAM } from "~/lib/dialog-param";
import { EXPORT_COLUMNS_DIALOG } from "~/ui/export-items";
import { isSheetTime, sheetTimeText } from "~/domain/time/sheet-time";
import type { LaidOutColumn } from "../column-layout";
import { visitsTable } from "../plan-tables";
import { exportedPlan } from "./exported-plan.server";

/** The columns that the company wants, in their order; none: all of them. */
export async function columnLayout(companyId: number): Promise<LaidOutColumn[]> {
  const columns = await listColumns(db(), companyId, "plan");
  return columns.map(({ header, field }) => ({ header, field: field ?? header }));
}

/** All columns of the plan's visits: those that are exported first, in their order. @throws AppError 403, 404 */
export async function loadExportColumns(session: CompanySession, planId: number) {
  const plan = await exportedPlan(session, planId);
  const { columns, rows, day } = visitsTable(plan);
  const layout = await columnLayout(session.company.id);
  const known = columns.map(({ header }, index) => {
    const sample = rows[0]?.[index] ?? "";
    return { field: header, sample: isSheetTime(sample) ? sheetTimeText(sample, day) : String(sample) };
  });
  const chosen = layout.flatMap(({ field, header }) => {
    const found = known.find((column) => column.field === field);
    return found === undefined ? [] : [{ ...found, header, used: true }];
  });
  const others = known
    .filter(({ field }) => chosen.every((column) => column.field !== field))
    .map((column) => ({ ...column, header: column.field, used: layout.length === 0 }));
  return { plan: { id: plan.plan.id, title: plan.plan.title }, columns: [...chosen, ...others] };
}
export type ExportColumnsPage = Awaited<ReturnType<typeof loadExportColumns>>;

/** For the plan page, when its address asks for the dialog. */
export const loadAskedExportColumns = async (
  session: CompanySession,
  planId: number,
  request: Request,
): Promise<ExportColumnsPage | null> =>
  new URL(request.url).searchParams.get(DIALOG_PARAM) === EXPORT_COLUMNS_DIALOG
    ? loadExportColumns(session, planId)
    : null;
