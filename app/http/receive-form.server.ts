import { unstable_parseMultipartFormData as parseMultipart } from "@remix-run/node";
import type { UploadHandlerPart } from "@remix-run/node";
import { ReadableStream } from "node:stream/web";
import { ZodError } from "zod";
import { wasRolledBack } from "~/db/transaction.server";
import { MAX_UPLOAD_BYTES } from "~/domain/constants";
import { tooLarge } from "~/domain/validation/files";
import { cleanText, oneLine } from "~/domain/validation/text";
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

/**
 * Where a file goes, what is wrong with it, or null: the form has no such file field and its content is passed over.
 */
export type FilePlace = { key: string } | { fault: string } | null;

/** A file that is in the storage. */
interface StoredFile {
  name: string;
  key: string;
  bytes: number;
}

interface ReceiveRules {
  /** @param head the file's first bytes */
  place(file: { field: string; name: string; head: Uint8Array }): FilePlace;
  /** More bytes than these are counted and not kept; the files' general limit when left out. */
  maxBytes?: number;
  /** What is wrong with a file when all of it has arrived, or null. Left out: the general limit of bytes. */
  check?(file: StoredFile): Promise<string | null>;
  /** of what is too large or wrong: the code of the refusal */
  code: string;
  /** the field that a broken transfer is blamed on */
  field: string;
}

/** A text field of an upload form is an id, a word, a name. */
const MAX_FIELD_BYTES = 10_000;
/** Files and fields of the largest of these forms: a visit's proof. */
const MAX_PARTS = 50;
/** What may come between two parts: their heads, and what the reader has taken in advance. */
const MAX_BETWEEN_BYTES = 300_000;

/**
 * Reads a multipart form. Files go straight to the storage, piece by piece: none is ever held in memory as a whole.
 * @throws AppError 422 for the first file that is too large or wrong, 400 for a broken transfer, 503 and 507 where the
 * storage fails: whoever sent it may send it again; no file is kept then
 * @param form takes the text fields, also of a form that is refused
 */
export async function receiveForm(
  request: Request,
  rules: ReceiveRules,
  form: FormData = new FormData(),
): Promise<ReceivedForm> {
  const files: ReceivedFile[] = [];
  const taken: { refusal: AppError | null } = { refusal: null };
  const wrong = (field: string, message: string): AppError =>
    new AppError(`${rules.code}.file`, message, { status: 422, field });

  const keep = async (part: UploadHandlerPart, name: string): Promise<void> => {
    const { head, content } = await withHead(part.data);
    const place = taken.refusal === null ? rules.place({ field: part.name, name, head }) : null;
    if (place === null || "fault" in place) {
      if (place !== null) taken.refusal = wrong(part.name, place.fault);
      return drain(content);
    }
    const limited = cutAt(content, rules.maxBytes ?? MAX_UPLOAD_BYTES);
    try {
      await services().storage.write(place.key, limited.content);
    } catch (cause) {
      if (limited.isBroken()) throw cause;
      taken.refusal = cause instanceof AppError ? cause : notKept(cause);
      return drain(part.data);
    }
    const file = { field: part.name, name: oneLine(name).slice(0, 255), key: place.key, bytes: limited.bytes() };
    files.push(file);
    const message = file.bytes > MAX_UPLOAD_BYTES ? tooLarge(name) : ((await rules.check?.(file)) ?? null);
    if (message !== null) taken.refusal = wrong(part.name, message);
  };

  let parts = 0;
  const between: Between = { bytes: 0 };
  const handle = async (part: UploadHandlerPart): Promise<null> => {
    parts += 1;
    if (parts > MAX_PARTS)
      throw new AppError(`${rules.code}.parts`, `A form with files may have ${MAX_PARTS} fields at most.`, {
        status: 413,
      });
    between.bytes = null;
    if (part.filename === undefined) form.append(part.name, cleanText(await textOf(part)));
    // Browsers send an empty file name when nothing was chosen.
    else if (part.filename === "") await drain(part.data);
    else await keep(part, part.filename.split(/[\\/]/).pop() || part.filename);
    between.bytes = 0;
    return null;
  };

  try {
    await parseMultipart(withShortHeads(request, between), handle);
  } catch (cause) {
    await removeFiles(files);
    throw cause instanceof AppError
      ? cause
      : new AppError(`${rules.code}.upload`, "Uploading was failed", { status: 400, field: rules.field, cause });
  }
  if (taken.refusal === null) return { form, files };
  await removeFiles(files);
  throw taken.refusal;
}

const notKept = (cause: unknown): AppError =>
  new AppError("storage.failed", "The server could not keep the file. Please try again later.", { status: 503, cause });

/**
 * The files of work that has failed. What a rule refuses is stored nowhere, nor what failed before the commit, so that
 * its files go. With any other error their rows may be committed, where the connection ended before the answer or
 * something failed after it: the files stay until nothing has named them for a day (`removeStrayFiles`).
 */
export async function removeFilesOfFailed(files: readonly { key: string }[], error: unknown): Promise<void> {
  const isRefused = error instanceof AppError ? error.status < 500 : error instanceof ZodError;
  if (isRefused || error instanceof Response || wasRolledBack(error)) await removeFiles(files);
}

/** What was stored for something that then was refused. */
export async function removeFiles(files: readonly { key: string }[]): Promise<void> {
  for (const { key } of files) await services().storage.remove(key);
}

/** Bytes since the last part ended; null inside a part, whose content has limits of its own. */
interface Between {
  bytes: number | null;
}

/** The parser keeps the head of a part until it ends, and of a forged one that is never. */
function withShortHeads(request: Request, between: Between): Request {
  const body = request.body;
  if (body === null) return request;
  const pieces = (async function* () {
    for await (const piece of body) {
      if (between.bytes !== null) between.bytes += piece.byteLength;
      if ((between.bytes ?? 0) > MAX_BETWEEN_BYTES)
        throw new AppError("form.head", "What was sent is no form that can be read.", { status: 413 });
      yield piece;
    }
  })();
  return new Request(request.url, {
    method: "POST",
    headers: request.headers,
    body: ReadableStream.from(pieces),
    duplex: "half",
  } as RequestInit);
}

async function textOf({ name, data }: UploadHandlerPart): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of data) {
    bytes += chunk.byteLength;
    if (bytes > MAX_FIELD_BYTES)
      throw new AppError("form.value", `The field "${name.slice(0, 50)}" is too long.`, { status: 422 });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** The body is read to its end, so that the browser shows the answer instead of a broken connection. */
async function drain(data: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _chunk of data);
}

const HEAD_BYTES = 512;

/** The first bytes, and the whole content from its beginning. */
async function withHead(
  data: AsyncIterable<Uint8Array>,
): Promise<{ head: Uint8Array; content: AsyncIterable<Uint8Array> }> {
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
  let isBroken = false;
  return {
    bytes: () => bytes,
    /** It was the sender who broke off. */
    isBroken: () => isBroken,
    content: (async function* () {
      try {
        for await (const chunk of data) {
          bytes += chunk.byteLength;
          if (bytes <= limit) yield chunk;
        }
      } catch (error) {
        isBroken = true;
        throw error;
      }
    })(),
  };
}
