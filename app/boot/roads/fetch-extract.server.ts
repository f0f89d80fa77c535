import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AppError } from "~/lib/errors";
import { withinTime } from "~/lib/within-time.server";
import { isAddress } from "./roads-arguments";

/** The largest extract of a continent has 32 GB. */
const MOST_BYTES = 40e9;
/** No answer, or no byte, for so long: the download is broken off, and goes on with the next run. */
const STALLED_MS = 60_000;

export interface Extract {
  /** where it lies on disk */
  file: string;
  bytes: number;
  /** changes when the extract does */
  identity: string;
}

interface FetchOptions {
  onProgress(share: number): void;
  signal: AbortSignal;
  /** left out: 60 s */
  stalledMs?: number;
}

/**
 * The extract on disk. An address is downloaded into `folder`; a download that was broken off goes on where it stopped,
 * as long as the server still has the same file.
 * @throws AppError with a sentence that names the file or the address
 */
export async function fetchExtract(source: string, folder: string, options: FetchOptions): Promise<Extract> {
  if (isAddress(source)) return download(source, folder, options);
  const stat = statSync(source, { throwIfNoEntry: false });
  if (stat === undefined || !stat.isFile())
    throw new AppError("roads.no_file", `There is no file "${source}". Check the path.`, { status: 422 });
  return {
    file: path.resolve(source),
    bytes: stat.size,
    identity: `${path.resolve(source)} ${stat.size} ${stat.mtimeMs}`,
  };
}

/** What was downloaded is no extract: the next try asks the address again, which may have been put right by then. */
export function forgetDownload(source: string, folder: string): void {
  if (!isAddress(source)) return;
  const file = downloadFile(folder);
  for (const one of [file, tagFileOf(file)]) rmSync(one, { force: true });
}

const downloadFile = (folder: string): string => path.join(folder, "source.osm.pbf");
const tagFileOf = (file: string): string => `${file}.tag`;

async function download(
  address: string,
  folder: string,
  { onProgress, signal, stalledMs = STALLED_MS }: FetchOptions,
): Promise<Extract> {
  mkdirSync(folder, { recursive: true });
  const file = downloadFile(folder);
  const part = `${file}.part`;
  const tagFile = tagFileOf(file);
  const tag = (name: string) => (existsSync(name) ? readFileSync(name, "utf8") : null);
  if (existsSync(file)) {
    onProgress(1);
    const bytes = statSync(file).size;
    return { file, bytes, identity: `${address} ${bytes} ${tag(tagFile) ?? ""}` };
  }
  const have = existsSync(part) && tag(tagFile) !== null ? statSync(part).size : 0;
  const response = await ask(address, { have, tag: tag(tagFile) }, { signal, stalledMs });
  const goesOn = response.status === 206;
  const length = Number(response.headers.get("content-length") ?? 0);
  const whole = length + (goesOn ? have : 0);
  if (whole > MOST_BYTES) throw failed(address, "it has more than 40 GB");
  const newTag = response.headers.get("etag") ?? response.headers.get("last-modified");
  if (newTag === null) rmSync(tagFile, { force: true });
  else writeFileSync(tagFile, newTag);

  let bytes = goesOn ? have : 0;
  const counted = (renew: () => void) =>
    async function* (pieces: AsyncIterable<Uint8Array>) {
      for await (const piece of pieces) {
        renew();
        bytes += piece.byteLength;
        if (bytes > MOST_BYTES) throw failed(address, "it has more than 40 GB");
        if (whole > 0) onProgress(bytes / whole);
        yield piece;
      }
    };
  try {
    await withinTime(stalledMs, signal, (limit, renew) =>
      pipeline(
        Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]),
        counted(renew),
        createWriteStream(part, { flags: goesOn ? "a" : "w" }),
        { signal: limit },
      ),
    );
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof AppError) throw cause;
    throw failed(address, "the connection broke off. Run the command again: it goes on where it stopped", cause);
  }
  if (whole > 0 && bytes !== whole) throw failed(address, "the connection broke off. Run the command again");
  renameSync(part, file);
  return { file, bytes, identity: `${address} ${bytes} ${newTag ?? ""}` };
}

async function ask(
  address: string,
  { have, tag }: { have: number; tag: string | null },
  { signal, stalledMs }: { signal: AbortSignal; stalledMs: number },
): Promise<Response> {
  const headers: Record<string, string> = have > 0 && tag !== null ? { Range: `bytes=${have}-`, "If-Range": tag } : {};
  const response = await withinTime(stalledMs, signal, (limit) => fetch(address, { headers, signal: limit })).catch(
    (cause: unknown) => {
      signal.throwIfAborted();
      throw failed(address, "the server does not answer", cause);
    },
  );
  if (!response.ok || response.body === null) throw failed(address, `the server answers ${response.status}`);
  return response;
}

const failed = (address: string, why: string, cause?: unknown): AppError =>
  new AppError("roads.download", `${address} could not be downloaded: ${why}.`, { status: 502, cause });
