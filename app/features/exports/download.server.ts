import { Readable } from "node:stream";
import { createReadableStreamFromReadable } from "@remix-run/node";
import { contentDisposition } from "./file-name";

export const CONTENT_TYPES = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  csv: "text/csv; charset=utf-8",
  gpx: "application/gpx+xml; charset=utf-8",
  pdf: "application/pdf",
  json: "application/json; charset=utf-8",
} as const;

export type FileFormat = keyof typeof CONTENT_TYPES;

/** A file to send to the browser. */
export interface ExportedFile {
  name: string;
  format: FileFormat;
  body: Uint8Array | string | Iterable<string>;
}

/** Texts that are made piece by piece are sent in blocks, so that a long file is never in memory as a whole. */
const BLOCK = 64 * 1024;

function* blocks(pieces: Iterable<string>): Generator<Buffer> {
  let text = "";
  for (const piece of pieces) {
    text += piece;
    if (text.length < BLOCK) continue;
    yield Buffer.from(text);
    text = "";
  }
  if (text !== "") yield Buffer.from(text);
}

export function download({ name, format, body }: ExportedFile): Response {
  const headers = {
    "Content-Type": CONTENT_TYPES[format],
    "Content-Disposition": contentDisposition(name),
    "Cache-Control": "private, no-store",
    "X-Content-Type-Options": "nosniff",
  };
  if (body instanceof Uint8Array)
    return new Response(body as BodyInit, { headers: { ...headers, "Content-Length": String(body.byteLength) } });
  return new Response(
    createReadableStreamFromReadable(Readable.from(blocks(typeof body === "string" ? [body] : body))),
    { headers },
  );
}
