import { json, redirect } from "@remix-run/node";
import { requireCompany } from "~/auth/session.server";
import { authorize } from "~/auth/actor.server";
import { toRefusal } from "~/http/action.server";
import { saidHeaders } from "~/http/flash.server";
import { refused } from "~/lib/action-result";
import { paths } from "~/paths";
import { importWorkbook } from "./commands/import-workbook.server";
import { receiveUpload } from "./receive-upload.server";
import { ImportFieldsSchema } from "./schemas";

/**
 * The upload's action: a plain multipart POST, from a script or not. Done leads to the sheet's page; a refusal answers
 * with the sentence, and nothing was stored.
 */
export async function importAction(request: Request) {
  const session = await requireCompany(request);
  let fields: Record<string, string> = {};
  try {
    authorize(session, "import.run", { companyId: session.company.id });
    const upload = await receiveUpload(request, session.company.id);
    fields = upload.fields;
    const target = ImportFieldsSchema.parse(fields);
    const sheetId = await importWorkbook(session, upload, { planId: target.plan_id, warehouseId: target.warehouse_id }, fields.tab || undefined);
    return redirect(paths.sheet(sheetId), { status: 303, headers: await saidHeaders(request, "Importing was finished") });
  } catch (error) {
    if (error instanceof Response) throw error;
    const [refusal, status] = toRefusal(error, fields, "Importing was failed");
    // One file field: its fault is the form's fault, and may have several lines.
    return json(refused(refusal.message, { values: fields }), { status });
  }
}
