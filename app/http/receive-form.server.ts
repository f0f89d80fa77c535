import { unstable_parseMultipartFormData as parseMultipart } from "@remix-run/node";
import type { UploadHandlerPart } from "@remix-run/node";
import { MAX_UPLOAD_BYTES } from "~/domain/constants";
import { AppError } from "~/lib/errors";
import { services } from "~/services/container.server";

export interface ReceivedFile {
  /** name of the form's field */
  field: string;
  /** as the user calls it, without folders */
  name: string;
  /** in the file storage */
  key: string;
  bytes: number;
}

export interface ReceivedForm {
  /** its text fields */
  form: FormData;
  files: ReceivedFile[];
}

/** Where a file goes, what is wrong with it, or null: the form has no such file field and its content is passed over. */
export type FilePlace = { key: string } | { fault: string } | null;

export interface ReceiveRules {
  /** @param head the file's first bytes */
  place(file: { field: string; name: string; head: Uint8Array }): FilePlace;
  /** of what is too large or wrong: the code of the refusal */
  code: string;
  /** the field that a broken transfer is blamed on */
  field: string;
}

/** A text field of an upload form is an id, a word, a name. */
const MAX_FIELD_BYTES = 10_000;

export const tooLarge = (name: string): string => `The file "${name}" may not be greater than 100 megabytes.`;

/**
 * Reads a multipart form. Files go straight to the storage, piece by piece: none is ever held in memory as a whole.
 * @throws AppError 422 for the first file that is too large or wrong, 400 for a broken transfer; nothing is kept then
 */
export async function receiveForm(request: Request, rules: ReceiveRules): Promise<ReceivedForm> {
  const form = new FormData();
  const files: ReceivedFile[] = [];
  let fault: { field: string; message: string } | null = null;

  const keep = async (part: UploadHandlerPart, name: string): Promise<void> => {
    const { head, content } = await withHead(part.data);
    const place = fault === null ? rules.place({ field: part.name, name, head }) : null;
    if (place === null || "fault" in place) {
      if (place !== null) fault = { field: part.name, message: place.fault };
      return drain(content);
    }
    const limited = cutAt(content, MAX_UPLOAD_BYTES);
    await services().storage.write(place.key, limited.content);
    files.push({ field: part.name, name: name.slice(0, 255), key: place.key, bytes: limited.bytes() });
    if (limited.bytes() > MAX_UPLOAD_BYTES) fault = { field: part.name, message: tooLarge(name) };
  };

  const handle = async (part: UploadHandlerPart): Promise<null> => {
    if (part.filename === undefined) form.append(part.name, await textOf(part.data));
    // Browsers send an empty file name when nothing was chosen.
    else if (part.filename === "") await drain(part.data);
    else await keep(part, part.filename.split(/[\\/]/).pop() || part.filename);
    return null;
  };

  try {
    await parseMultipart(request, handle);
  } catch (cause) {
    await removeFiles(files);
    throw cause instanceof AppError ? cause : new AppError(`${rules.code}.upload`, "Uploading was failed", { status: 400, field: rules.field, cause });
  }
  // A closure has set it; the compiler thinks that nobody has.
  const wrong = fault as { field: string; message: string } | null;
  if (wrong === null) return { form, files };
  await removeFiles(files);
  throw new AppError(`${rules.code}.file`, wrong.message, { status: 422, field: wrong.field });
}

/** What was stored for something that then was refused. */
export async function removeFiles(files: readonly { key: string }[]): Promise<void> {
  for (const { key } of files) await services().storage.remove(key);
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

const HEAD_BYTES = 512;

/** The first bytes, and the whole content from its beginning. */
async function withHead(data: AsyncIterable<Uint8Array>): Promise<{ head: Uint8Array; content: AsyncIterable<Uint8Array> }> {
  const chunks = data[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let bytes = 0;
  while (bytes < HEAD_BYTES) {
    const next = await chunks.next();
    if (next.done === true) break;
    first.push(next.value);
    bytes += next.value.byteLength;
  }
  const content = (async function* () {
    yield* first;
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value;
  })();
  return { head: Buffer.concat(first).subarray(0, HEAD_BYTES), content };
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
