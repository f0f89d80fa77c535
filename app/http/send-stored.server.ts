import type { KeptFile } from "~/services/storage/storage";
import { services } from "~/services/container.server";
import { piecewise } from "./piecewise.server";

interface SentFile {
  /** in the file storage */
  key: string;
  contentType: string;
  /** `inline; filename="…"` */
  disposition: string;
  /** whoever has the address may read it: nothing keeps it, and no search engine finds it */
  isBehindLink?: boolean;
}

const KEPT = { "Cache-Control": "private, max-age=86400, immutable, no-transform" };
const BEHIND_LINK = { "Cache-Control": "private, no-store, no-transform", "X-Robots-Tag": "noindex, nofollow" };

/**
 * A stored file, or the part that is asked for, piece by piece: no reader ever has the whole of it in memory, however
 * slowly they read. Stored files never change under their key, so that a browser may keep them for the user it belongs
 * to, but not for whoever opens a link.
 * @throws AppError 404
 */
export async function sendStored(
  request: Request,
  { key, contentType, disposition, isBehindLink = false }: SentFile,
): Promise<Response> {
  const file = await services().storage.open(key);
  const headers: Record<string, string> = {
    "Content-Type": contentType,
    "Content-Disposition": disposition,
    ...(isBehindLink ? BEHIND_LINK : KEPT),
    "Accept-Ranges": "bytes",
    ETag: tagOf(file),
    "Last-Modified": new Date(file.modifiedMs).toUTCString(),
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
  };
  if (isKnown(request, file)) return new Response(null, { status: 304, headers });
  const part = partOf(request, file);
  if (part === "none")
    return new Response(null, { status: 416, headers: { ...headers, "Content-Range": `bytes */${file.bytes}` } });
  const status = part === null ? 200 : 206;
  const range: Record<string, string> =
    part === null ? {} : { "Content-Range": `bytes ${part.start}-${part.end}/${file.bytes}` };
  const length = String(part === null ? file.bytes : part.end - part.start + 1);
  const body = request.method === "HEAD" ? null : piecewise(file.stream(part ?? undefined));
  return new Response(body, { status, headers: { ...headers, ...range, "Content-Length": length } });
}

const tagOf = ({ bytes, modifiedMs }: KeptFile): string =>
  `"${bytes.toString(36)}-${Math.round(modifiedMs).toString(36)}"`;

/** A header counts seconds; the file's time has more digits. */
const seconds = (ms: number): number => Math.floor(ms / 1000);

function isKnown(request: Request, file: KeptFile): boolean {
  const tags = request.headers.get("If-None-Match");
  if (tags !== null)
    return tags.trim() === "*" || tags.split(",").some((tag) => tag.trim().replace(/^W\//, "") === tagOf(file));
  const since = Date.parse(request.headers.get("If-Modified-Since") ?? "");
  return Number.isFinite(since) && seconds(file.modifiedMs) <= seconds(since);
}

/** The one part that is asked for (RFC 9110, 14.2); null for all of it, "none" for a part that isn't there. */
function partOf(request: Request, file: KeptFile): { start: number; end: number } | "none" | null {
  const condition = request.headers.get("If-Range");
  if (condition !== null && condition !== tagOf(file) && Date.parse(condition) !== seconds(file.modifiedMs) * 1000)
    return null;
  // Several parts at once may be answered with the whole file.
  const match = /^bytes=(\d*)-(\d*)$/.exec((request.headers.get("Range") ?? "").trim());
  if (match === null || (match[1] === "" && match[2] === "")) return null;
  const last = file.bytes - 1;
  if (match[1] === "")
    return Number(match[2]) === 0 || file.bytes === 0
      ? "none"
      : { start: Math.max(0, file.bytes - Number(match[2])), end: last };
  const start = Number(match[1]);
  const end = match[2] === "" ? last : Math.min(Number(match[2]), last);
  if (match[2] !== "" && Number(match[2]) < start) return null;
  return start > last ? "none" : { start, end };
}
