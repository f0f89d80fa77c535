import type { Request, RequestHandler } from "express";
import type { IncomingMessage } from "node:http";
import { networkOf } from "~/auth/try-limits.server";
import { MAX_UPLOAD_BYTES } from "~/domain/constants";
import { AppError } from "~/lib/errors";
import { BASE_PATH } from "~/paths";
import { retryAfterOf } from "~/services/limits/limits.server";
import { BodyRoom } from "./body-room.server";
import type { ArrivingBody } from "./body-room.server";
import { refuseRequest } from "./request/refuse-request.server";

/** The largest body of an ordinary form, and of anybody who isn't known yet. */
const FORM_BYTES = 256_000;

/** Sixty positions; they come the whole day, so that none of them may be large. */
const POSITION_BYTES = 16_000;
const POSITIONS = /^\/driver\/position\/\d+\/?$/i;

/** A program sends many records at once. */
const API_BYTES = 5_000_000;
const API = /^\/api\//i;

/** Near pairs of 10,000 places: 60 for each, with distances. In a database's packet of 16 MB, quotes escaped. */
const VROOM_BYTES = 12_000_000;
const VROOM = /^\/api\/vroom\/?$/i;

/** Part heads and text fields beside the files, and a file a little over its limit: whoever reads it names it. */
const BESIDE_FILES = 10_000_000;

/** Where multipart forms with files arrive; they are streamed. Every other body has FORM_BYTES and is read at once. */
const UPLOADS: readonly { path: RegExp; bytes: number }[] = [
  { path: /^\/import\/?$/i, bytes: MAX_UPLOAD_BYTES + BESIDE_FILES },
  { path: /^\/driver\/(route|report)\/\d+\/?$/i, bytes: MAX_UPLOAD_BYTES + BESIDE_FILES },
  { path: /^\/planning\/visit\/\d+\/?$/i, bytes: MAX_UPLOAD_BYTES + BESIDE_FILES },
  { path: API, bytes: MAX_UPLOAD_BYTES + BESIDE_FILES },
];

/** An ordinary form is there within this time. */
const FORM_MS = 20_000;
/** An upload may last, but not stand still for longer than this. */
const UPLOAD_IDLE_MS = 20_000;
/** A large body comes from a program, and doesn't stand still for longer than this. */
const LARGE_IDLE_MS = 5_000;

/** What bodies of up to FORM_BYTES may hold together: those of visitors and of everybody else. */
const FORMS_BYTES = 64_000_000;
/** What larger ones may hold; their senders are known. */
const LARGE_BYTES = 128_000_000;

/**
 * For the HTTP server: heads have to arrive at once, and a whole upload within half an hour. Connections are kept
 * longer than proxies and programs keep theirs (a minute is usual): a request sent into one that closes is lost.
 */
export const HTTP_TIMEOUTS = {
  keepAliveTimeout: 75_000,
  headersTimeout: 15_000,
  requestTimeout: 30 * 60_000,
  connectionsCheckingInterval: 5_000,
};

/** What the pages get: a form whole, an upload in pieces, or nothing. */
export type GivenBody = Buffer | AsyncIterable<Uint8Array> | null;

const megabytes = (bytes: number): string =>
  bytes < 1_000_000 ? `${bytes / 1000} kB` : `${Math.floor(bytes / 1_000_000)} MB`;

const tooLarge = (limit: number): AppError => {
  const isWhole = [FORM_BYTES, API_BYTES, VROOM_BYTES, POSITION_BYTES].includes(limit);
  const shown = isWhole ? limit : limit - BESIDE_FILES;
  return new AppError("body.size", `What was sent is too large: ${megabytes(shown)} are the limit here.`, {
    status: 413,
  });
};
const tooSlow = (): AppError =>
  new AppError("body.slow", "What was sent did not arrive in time. Please try again.", { status: 408 });
const tooMany = (): AppError =>
  new AppError("body.busy", "Too much is sent to this server at once. Please try again in a moment.", { status: 503 });

function uploadLimit(request: Request): number | null {
  if (request.method !== "POST" || !/^multipart\/form-data\b/i.test(request.headers["content-type"] ?? "")) return null;
  const page = request.path.slice(BASE_PATH.length);
  return UPLOADS.find(({ path }) => path.test(page))?.bytes ?? null;
}

function ordinaryLimit(page: string): number {
  if (VROOM.test(page)) return VROOM_BYTES;
  if (API.test(page)) return API_BYTES;
  return POSITIONS.test(page) ? POSITION_BYTES : FORM_BYTES;
}

const forms = new BodyRoom(FORMS_BYTES, tooMany);
const large = new BodyRoom(LARGE_BYTES, tooMany);

/** Whose body it is, by the request's headers. @throws AppError 401, 429 */
type KnownSender = (request: Request, ip: string) => Promise<string>;

/**
 * Every body goes through here before anything else reads it, so that no page can forget a limit. What is too large by
 * its own word is refused at once, a body without a length when it has grown too large, a slow one after its time.
 */
export function limitBodies(knownSender: KnownSender): RequestHandler {
  return (request, response, next) => {
    const locals = response.locals as { body: GivenBody };
    locals.body = null;
    const hasBody =
      request.headers["transfer-encoding"] !== undefined || (request.headers["content-length"] ?? "0") !== "0";
    if (!hasBody) return next();

    const upload = uploadLimit(request);
    const page = request.path.slice(BASE_PATH.length);
    const limit = upload ?? ordinaryLimit(page);
    const refuse = (error: AppError) =>
      refuseRequest(request, response, error.status, error.message, retryAfterOf(error));
    if (Number(request.headers["content-length"] ?? 0) > limit) return refuse(tooLarge(limit));
    if (upload !== null) {
      locals.body = piecesOf(request, limit, () => UPLOAD_IDLE_MS);
      return next();
    }
    readWhole(request, limit, knownSender).then(
      (body) => {
        locals.body = body;
        next();
      },
      (error: unknown) => {
        if (error instanceof AppError) refuse(error);
        else if (!request.destroyed) next(error);
      },
    );
  };
}

/**
 * Up to FORM_BYTES a body counts with its visitor's network. What is larger, by its own word or because it has grown,
 * is read only when the sender is known, and counts with their company.
 */
async function readWhole(request: Request, limit: number, knownSender: KnownSender): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  const ip = request.ip ?? "";
  let room = forms;
  let place = room.enter(networkOf(ip));
  const moveToLarge = async (): Promise<void> => {
    const holder = await knownSender(request, ip);
    const { bytes } = place;
    room.leave(place);
    room = large;
    place = room.enter(holder);
    room.add(place, bytes);
  };
  try {
    if (Number(request.headers["content-length"] ?? 0) > FORM_BYTES) await moveToLarge();
    const idleMs = (): number => (room === large ? LARGE_IDLE_MS : FORM_MS);
    for await (const piece of piecesOf(request, limit, idleMs, { wholeMs: FORM_MS, place: () => place })) {
      if (room === forms && place.bytes + piece.byteLength > FORM_BYTES) await moveToLarge();
      pieces.push(piece);
      room.add(place, piece.byteLength);
    }
    return Buffer.concat(pieces);
  } finally {
    room.leave(place);
  }
}

/**
 * The body, piece by piece.
 * @param idleMs between two pieces
 * @param whole how long all of it may take, and its place among the others, which may be taken from it
 * @throws AppError 413 as soon as it is larger than the limit, 408 when it takes too long
 */
async function* piecesOf(
  request: IncomingMessage,
  limit: number,
  idleMs: () => number,
  whole: { wholeMs: number; place(): ArrivingBody } | null = null,
): AsyncGenerator<Uint8Array> {
  const pieces = request.iterator({ destroyOnReturn: false }) as AsyncIterator<Uint8Array>;
  const endsAt = whole === null ? Infinity : performance.now() + whole.wholeMs;
  let bytes = 0;
  for (;;) {
    const waitMs = Math.min(idleMs(), endsAt - performance.now());
    const next = await within(pieces.next(), waitMs, whole === null ? [] : [whole.place().refusal]);
    if (next.done === true) return;
    bytes += next.value.byteLength;
    if (bytes > limit) throw tooLarge(limit);
    yield next.value;
  }
}

async function within<T>(pending: Promise<T>, ms: number, refusals: readonly Promise<never>[]): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooSlow()), ms);
  });
  try {
    return await Promise.race([...refusals, pending, late]);
  } finally {
    clearTimeout(timer);
  }
}
