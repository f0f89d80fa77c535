import { AppError } from "~/lib/errors";
import { onceAMinute } from "~/lib/once-a-minute.server";
import { pause } from "~/lib/pause";
import { withinTime } from "~/lib/within-time.server";
import { readAtMost } from "../http/read-at-most";

/** A routing server as its sentences name it. */
export interface RoutingServer {
  /** "OSRM", "Valhalla" */
  label: string;
  /** the environment variable that says where it is */
  variable: string;
  baseUrl: string;
  /** for one attempt; left out: 30 s */
  timeoutMs?: number;
}

export interface JsonAnswer {
  status: number;
  body: unknown;
}

const TIMEOUT_MS = 30_000;
/** A block of 2,500 pairs takes 60 kB, the way of 100 stops some megabytes. */
const MAX_BYTES = 50_000_000;
/** Waits before the second and the third attempt. */
const BACK_OFF_MS = [200, 800];
/** A server that kept somebody waiting in vain is not asked again for so long: each question would wait as long. */
const SILENT_MS = 60_000;
/** Characters of a question that every engine answers at once if it answers at all: some twenty places. */
const USUAL_LENGTH = 1_000;

/** When a server has kept somebody waiting in vain and not answered since, in milliseconds of `performance.now()`. */
interface Silence {
  timedOutAt: number;
  /** since when nobody asks it */
  silentAt: number;
}
const silences = new WeakMap<RoutingServer, Silence>();

const isSilent = (server: RoutingServer): boolean =>
  performance.now() - (silences.get(server)?.silentAt ?? -Infinity) < SILENT_MS;

/** One large question may be too much for a server that answers all others: only the next one that waits says more. */
function noteTimeout(server: RoutingServer, askedAt: number, length: number): void {
  const now = performance.now();
  const known = silences.get(server);
  if (length <= USUAL_LENGTH || (known !== undefined && known.timedOutAt <= askedAt))
    silences.set(server, { timedOutAt: now, silentAt: now });
  else silences.set(server, known ?? { timedOutAt: now, silentAt: -Infinity });
}

const nameOf = ({ label, variable }: RoutingServer): string => `${label} (${variable})`;

/** A machine that is off, or behind a firewall, refuses nothing: the system or the runtime gives up at some time. */
const TIMEOUTS: ReadonlySet<unknown> = new Set([
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
  "ETIMEDOUT",
  "EHOSTUNREACH",
]);

const isOurs = (error: unknown): boolean => error instanceof Error && error.name === "TimeoutError";

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && (isOurs(error) || ("code" in error && TIMEOUTS.has(error.code)) || isTimeout(error.cause));

/**
 * Asks a routing server, up to three times where nothing listens, the connection breaks, or it answers 5xx or no JSON.
 * One that hangs, or whose machine is gone, is asked once, and then by nobody for a minute: another engine, or
 * estimates, stand in at once.
 * @returns answers of 2xx and 4xx: the engine's own codes say what was wrong with the question
 * @throws AppError `routing.unreachable`, `routing.failed`, with a sentence that names the server
 */
export async function askJson(
  server: RoutingServer,
  path: string,
  options: { body?: unknown; signal?: AbortSignal | undefined } = {},
): Promise<JsonAnswer> {
  const text = options.body === undefined ? null : JSON.stringify(options.body);
  for (let attempt = 0; ; attempt += 1) {
    const askedAt = performance.now();
    if (isSilent(server))
      throw routingUnreachable(`${nameOf(server)} did not answer a moment ago, and is not asked for a minute.`);
    try {
      const answer = await askOnce(server, path, text, options.signal);
      silences.delete(server);
      return answer;
    } catch (error) {
      if (options.signal?.aborted || !(error instanceof AppError)) throw error;
      if (isTimeout(error)) {
        noteTimeout(server, askedAt, path.length + (text?.length ?? 0));
        throw error;
      }
      const wait = BACK_OFF_MS[attempt];
      if (wait === undefined) throw error;
      await pause(wait, options.signal);
    }
  }
}

async function askOnce(
  server: RoutingServer,
  path: string,
  question: string | null,
  signal: AbortSignal | undefined,
): Promise<JsonAnswer> {
  const { baseUrl, timeoutMs = TIMEOUT_MS } = server;
  const name = nameOf(server);
  try {
    const { status, text } = await withinTime(timeoutMs, signal, async (limit) => {
      const response = await fetch(`${baseUrl.replace(/\/$/, "")}${path}`, {
        signal: limit,
        ...(question === null
          ? {}
          : { method: "POST", body: question, headers: { "Content-Type": "application/json" } }),
      });
      return { status: response.status, text: (await readAtMost(response, MAX_BYTES))?.toString("utf8") };
    });
    if (text === undefined) throw routingFailed(`${name} answered with more than ${MAX_BYTES / 1e6} MB.`);
    if (status >= 500) throw routingFailed(`${name} failed with status ${status}.`);
    return { status, body: parsed(text, name) };
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    signal?.throwIfAborted();
    const how = isOurs(cause) ? `in ${timeoutMs / 1000} seconds` : "";
    throw routingUnreachable(`${name} does not answer ${how}`.trimEnd() + ".", cause);
  }
}

function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw routingFailed(`${name} answered with something that is not JSON.`, cause);
  }
}

/** What a server says of its data is trusted for a minute. */
const VERSION_MS = 60_000;

/** Asks for the version of a server's data at most once a minute, however many want to know it. */
export function rememberedVersion(
  ask: (signal?: AbortSignal) => Promise<string>,
): (signal?: AbortSignal) => Promise<string> {
  let askedAt = -Infinity;
  let known: Promise<string> | null = null;
  return (signal) => {
    if (known !== null && performance.now() - askedAt < VERSION_MS) return known;
    askedAt = performance.now();
    const next = ask(signal);
    known = next;
    next.catch(() => {
      if (known === next) known = null;
    });
    return next;
  };
}

export const routingFailed = (sentence: string, cause?: unknown): AppError =>
  new AppError("routing.failed", sentence, { status: 502, cause });

const isNews = onceAMinute();

/** For the log: what an engine said, or that it said nothing. Each of hundreds of questions hears the same. */
export function tellOfEngine(error: AppError): void {
  if (isNews(error.message)) console.warn(error.message, error.cause ?? "");
}

export const routingUnreachable = (sentence: string, cause?: unknown): AppError =>
  new AppError("routing.unreachable", sentence, { status: 502, cause });
