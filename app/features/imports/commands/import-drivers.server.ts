import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { toFlag } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { insertMember, listMembers, lockTeam } from "~/db/repositories/members.server";
import { withTransaction } from "~/db/transaction.server";
import { memberName } from "~/domain/access/person-name";
import { driversOfRows, MAX_IMPORTED_DRIVERS } from "~/domain/import/drivers-of-rows";
import type { ImportedDriver } from "~/domain/import/drivers-of-rows";
import { publishChange } from "~/realtime/publisher.server";
import { nowText } from "~/services/now.server";
import { importDefaults } from "../import-defaults.server";
import { readList } from "./read-list.server";
import type { StoredUpload } from "./upload-sheet.server";

interface ImportedDrivers {
  created: number;
  /** members already: they stay as they are */
  known: number;
  /** rows that the file hides; absent where there are none */
  hidden?: number;
}

/**
 * Adds the drivers of a file's first sheet, all of them or none; whoever is a member already stays as they are. Nobody
 * is invited: that is done from the list. The file is not kept.
 * @throws AppError 403, 422 'import.*'
 */
export async function importDrivers(
  session: CompanySession,
  upload: StoredUpload,
  tab?: string,
): Promise<ImportedDrivers> {
  authorize(session, "driver.create");
  const companyId = session.company.id;
  const { completePhone } = await importDefaults(db(), { company_id: companyId, warehouse_id: null, plan_id: null });
  const { items, ...left } = await readList(companyId, upload, MAX_IMPORTED_DRIVERS, (headers, rows) =>
    driversOfRows(headers, rows, completePhone),
  );
  const created = await withTransaction(db(), async (trx) => {
    await lockTeam(trx, companyId);
    const { rows } = await listMembers(trx, companyId, { pageSize: "unpaged" });
    const emails = new Set(rows.flatMap(({ email }) => email?.toLowerCase() ?? []));
    const names = new Set(rows.map((row) => memberName(row).toLowerCase()));
    // Without an e-mail the name tells who they are, so that an exported list adds nobody a second time.
    const isKnown = ({ email, name, surname }: ImportedDriver): boolean =>
      email === null ? names.has(`${name} ${surname}`.trim().toLowerCase()) : emails.has(email);
    const ids: number[] = [];
    for (const item of items.filter((one) => !isKnown(one))) {
      const { name, surname, email, phone, isActive } = item;
      const columns = { name, surname, email, phone, status: toFlag(isActive), is_courier: toFlag(true) };
      ids.push(await insertMember(trx, companyId, columns, nowText()));
    }
    return ids;
  });
  if (created.length > 0) publishChange(companyId, { model: "CompanyMember", action: "create", ids: created }, tab);
  return { created: created.length, known: items.length - created.length, ...left };
}
