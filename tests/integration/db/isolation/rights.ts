import * as companyExports from "~/db/repositories/company-exports.server";
import * as recipientErasures from "~/db/repositories/recipient-erasures.server";
import { LATER } from "./attempt";
import type { Attempts } from "./attempt";

/** What one company tries with the exports of all data, and with the recipients whom another one erases. */
export const RIGHTS: Attempts = {
  "companyExports.renewExport": (db, me, o) => companyExports.renewExport(db, me, o.exportId, LATER),
  "companyExports.endExport": (db, me, o) =>
    companyExports.endExport(db, me, o.exportId, { outcome: "done", bytes: 1 }, LATER),
  "companyExports.listExports": (db, me) => companyExports.listExports(db, me),
  "recipientErasures.findLookedFor": (db, me, o) =>
    recipientErasures.findLookedFor(db, me, { id: o.erasureId, userId: null, since: "2000-01-01 00:00:00" }),
  "recipientErasures.confirmErasure": (db, me, o) => recipientErasures.confirmErasure(db, me, o.erasureId, LATER),
  "recipientErasures.endErasure": (db, me, o) =>
    recipientErasures.endErasure(db, me, o.erasureId, { outcome: "done", now: LATER }),
  "recipientErasures.listErasures": (db, me) => recipientErasures.listErasures(db, me),
};
