import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { replaceColumns } from "~/db/repositories/spreadsheet-columns.server";
import { withTransaction } from "~/db/transaction.server";
import { FIELD_USED } from "~/domain/import/sheet-mapping";
import { AppError } from "~/lib/errors";
import { nowText } from "~/services/now.server";
import type { LaidOutColumn } from "../column-layout";

/** @throws AppError 403, 422 for two columns with one head: no program could tell them apart */
export async function saveColumns(session: CompanySession, columns: readonly LaidOutColumn[]): Promise<void> {
  const companyId = session.company.id;
  authorize(session, "plan.exportColumns", { companyId });
  const heads = new Set<string>();
  for (const { header } of columns) {
    if (heads.has(header)) throw new AppError("export.header", `${FIELD_USED}: ${header}`, { status: 422 });
    heads.add(header);
  }
  const stored = columns.map(({ header, field }) => ({ header, field }));
  await withTransaction(db(), (trx) => replaceColumns(trx, companyId, "plan", stored, nowText()));
}
