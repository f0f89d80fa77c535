import * as companyExports from "~/db/repositories/company-exports.server";
import { LATER } from "./attempt";
import type { Attempts } from "./attempt";

/** What one company tries with the exports of all data. */
export const RIGHTS: Attempts = {
  "companyExports.renewExport": (db, me, o) => companyExports.renewExport(db, me, o.exportId, LATER),
  "companyExports.endExport": (db, me, o) =>
    companyExports.endExport(db, me, o.exportId, { outcome: "done", bytes: 1 }, LATER),
  "companyExports.listExports": (db, me) => companyExports.listExports(db, me),
};
