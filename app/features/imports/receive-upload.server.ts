import { randomUUID } from "node:crypto";
import { postedFields } from "~/http/actions/decode-form";
import { receiveForm } from "~/http/receive-form.server";
import type { FilePlace } from "~/http/receive-form.server";
import { companyFolder } from "~/domain/company/company-files";
import { spreadsheetEnding } from "~/domain/validation/files";
import { AppError } from "~/lib/errors";
import type { StoredUpload } from "./commands/upload-sheet.server";
import { chosenFileFault, NO_FILE } from "./chosen-file";

export interface ReceivedUpload extends StoredUpload {
  form: FormData;
  fields: Record<string, string>;
  bytes: number;
}

/**
 * Reads a multipart form whose field `file` is a workbook.
 * @param form takes the text fields, also of a form that is refused
 * @throws AppError 422 for no file, a file that is too large, or a wrong kind; nothing is stored then
 */
export async function receiveUpload(
  request: Request,
  companyId: number,
  form: FormData = new FormData(),
): Promise<ReceivedUpload> {
  let taken = false;
  const place = ({ field, name }: { field: string; name: string }): FilePlace => {
    if (field !== "file" || taken) return null;
    const fault = chosenFileFault({ name, size: 0 });
    if (fault !== null) return { fault };
    taken = true;
    return { key: `${companyFolder(companyId)}sheets/${randomUUID()}${spreadsheetEnding(name)}` };
  };
  const { files } = await receiveForm(request, { code: "import", field: "file", place }, form);
  const [file] = files;
  if (file === undefined) throw new AppError("import.file", NO_FILE, { status: 422, field: "file" });
  return { fileName: file.name, key: file.key, bytes: file.bytes, form, fields: { ...postedFields(form).values } };
}
