import { addAbortSignal, Transform } from "node:stream";
import { logAuthorOf, noteInLog } from "~/audit/note-in-log.server";
import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { piecewise } from "~/http/piecewise.server";
import { getCompany } from "~/db/repositories/companies.server";
import { beginExport, endExport, renewExport } from "~/db/repositories/company-exports.server";
import { withTransaction } from "~/db/transaction.server";
import { addSeconds } from "~/domain/time/utc-text";
import { callerGone } from "~/lib/request-context.server";
import { services } from "~/services/container.server";
import { zipStream } from "~/services/export/zip.server";
import { nowText } from "~/services/now.server";
import { exportEntries, readme } from "../export-entries.server";

/** A process that dies lets another export begin after this. */
const CLAIM_SEC = 120;
const RENEW_MS = 30_000;

const headersOf = (day: string): Record<string, string> => ({
  "Content-Type": "application/zip",
  "Content-Disposition": `attachment; filename="company-data-${day}.zip"`,
  "Cache-Control": "private, no-store, no-transform",
  "X-Content-Type-Options": "nosniff",
});

/**
 * All data of the company as a zip archive that is made while it is sent. It ends, and another one may begin, when it
 * was sent, when the reader goes away, and when it fails.
 * @throws AppError 403, 409 while another export of the company is sent
 */
export async function exportCompany(session: CompanySession, request: Request): Promise<Response> {
  authorize(session, "company.export");
  const companyId = session.company.id;
  const now = nowText();
  const headers = headersOf(now.slice(0, 10));
  if (request.method === "HEAD") return new Response(null, { headers });
  const { title } = await getCompany(db(), companyId);
  const exportId = await withTransaction(db(), async (trx) => {
    const claim = { now, until: addSeconds(now, CLAIM_SEC) };
    const id = await beginExport(trx, companyId, session.user.id, claim);
    await noteInLog(trx, {
      by: logAuthorOf(session),
      companyId,
      action: "company.export",
      subject: { model: "Company", ids: [companyId] },
    });
    return id;
  });

  let bytes = 0;
  let isWhole = false;
  const noteEnd = async (): Promise<void> => {
    const end = { outcome: isWhole ? "done" : "broken", bytes } as const;
    await endExport(db(), companyId, exportId, end, nowText());
  };
  const renew = async (): Promise<void> => renewExport(db(), companyId, exportId, addSeconds(nowText(), CLAIM_SEC));
  const renewing = setInterval(() => {
    renew().catch((error: unknown) => console.error("The claim of an export could not be renewed:", error));
  }, RENEW_MS);
  renewing.unref();
  const source = { db: db(), storage: services().storage, companyId };
  const archive = zipStream(exportEntries(source, readme(title, now)), new Date(services().clock.nowMs()));
  const counted = new Transform({
    transform(piece: Buffer, _encoding, done) {
      bytes += piece.byteLength;
      done(null, piece);
    },
  });
  counted.once("end", () => {
    isWhole = true;
  });
  archive.once("error", (error) => counted.destroy(error));
  // Whoever reads gets the error from the stream. Without a reader it would be uncaught and end the process.
  counted.on("error", () => undefined);
  counted.once("close", () => {
    archive.destroy();
    clearInterval(renewing);
    noteEnd().catch((error: unknown) => console.error("The end of an export could not be noted:", error));
  });
  archive.pipe(counted);
  // Also when nobody has begun to read, and when the caller left before this: an aborted signal calls no new listener.
  addAbortSignal(callerGone(), counted);
  return new Response(piecewise(counted), { headers });
}
