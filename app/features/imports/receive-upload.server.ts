import { randomUUID } from "node:crypto";
import { unstable_parseMultipartFormData as parseMultipart } from "@remix-run/node";
import type { UploadHandlerPart } from "@remix-run/node";
import { MAX_UPLOAD_BYTES } from "~/domain/constants";
import { AppError } from "~/lib/errors";
import { services } from "~/services/container.server";
import type { StoredUpload } from "./commands/import-workbook.server";
import { chosenFileFault, NO_FILE } from "./import-faults";

export interface ReceivedUpload extends StoredUpload {
  fields: Record<string, string>;
}

/** A text field of an upload form is an id or a word. */
const MAX_FIELD_BYTES = 10_000;

/**
 * Reads a multipart form whose field `file` is a workbook. The file goes straight to the storage, piece by piece: it is
 * never held in memory as a whole.
 * @throws AppError 422 for no file, a file that is too large, or a wrong kind; nothing is kept then
 */
export async function receiveUpload(request: Request, companyId: number): Promise<ReceivedUpload> {
  const fields: Record<string, string> = {};
  let stored: StoredUpload | undefined;
  let fault: string | null = NO_FILE;
  const handle = async (part: UploadHandlerPart): Promise<string | null> => {
    if (part.filename === undefined) {
      fields[part.name] = await textOf(part.data);
      return fields[part.name] ?? null;
    }
    // Browsers send an empty file name when nothing was chosen.
    if (part.name !== "file" || part.filename === "" || stored) {
      await drain(part.data);
      return null;
    }
    const fileName = part.filename.split(/[\\/]/).pop() ?? part.filename;
    fault = chosenFileFault({ name: fileName, size: 0 });
    if (fault !== null) {
      await drain(part.data);
      return null;
    }
    const key = `companies/${companyId}/sheets/${randomUUID()}${/\.xls$/i.test(fileName) ? ".xls" : ".xlsx"}`;
    const limited = cutAt(part.data, MAX_UPLOAD_BYTES);
    await services().storage.write(key, limited.content);
    stored = { fileName: fileName.slice(0, 255), key };
    fault = chosenFileFault({ name: fileName, size: limited.bytes() });
    return key;
  };
  try {
    await parseMultipart(request, handle);
  } catch (cause) {
    if (stored) await services().storage.remove(stored.key);
    throw cause instanceof AppError ? cause : new AppError("import.upload", "Uploading was failed", { status: 400, field: "file", cause });
  }
  if (stored && fault === null) return { ...stored, fields };
  if (stored) await services().storage.remove(stored.key);
  throw new AppError("import.file", fault ?? NO_FILE, { status: 422, field: "file" });
}

async function textOf(data: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of data) {
    bytes += chunk.byteLength;
    if (bytes <= MAX_FIELD_BYTES) chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** The body is read to its end, so that the browser shows the answer instead of a broken connection. */
async function drain(data: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _chunk of data);
}

/** Passes on at most `limit` bytes and counts all of them. */
function cutAt(data: AsyncIterable<Uint8Array>, limit: number) {
  let bytes = 0;
  return {
    bytes: () => bytes,
    content: (async function* () {
      for await (const chunk of data) {
        bytes += chunk.byteLength;
        if (bytes <= limit) yield chunk;
      }
    })(),
  };
}
