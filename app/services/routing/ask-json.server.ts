import { AppError } from "~/lib/errors";
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

/**
 * Asks a routing server, up to three times where it does not answer, answers 5xx, or answers no JSON.
 * @returns answers of 2xx and 4xx: the engine's own codes say what was wrong with the question
 * @throws AppError `routing.unreachable`, `routing.failed`, with a sentence that names the server
 */
export async function askJson(
  server: RoutingServer,
  path: string,
  options: { body?: unknown; signal?: AbortSignal | undefined } = {},
): Promise<JsonAnswer> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await askOnce(server, path, options);
    } catch (error) {
      const wait = BACK_OFF_MS[attempt];
      if (options.signal?.aborted || wait === undefined || !(error instanceof AppError)) throw error;
      await pause(wait, options.signal);
    }
  }
}

async function askOnce(
  { label, variable, baseUrl, timeoutMs = TIMEOUT_MS }: RoutingServer,
  path: string,
  { body, signal }: { body?: unknown; signal?: AbortSignal | undefined },
): Promise<JsonAnswer> {
  const name = `${label} (${variable})`;
  try {
    const { status, text } = await withinTime(timeoutMs, signal, async (limit) => {
      const response = await fetch(`${baseUrl.replace(/\/$/, "")}${path}`, {
        signal: limit,
        ...(body === undefined
          ? {}
          : { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
      });
      return { status: response.status, text: (await readAtMost(response, MAX_BYTES))?.toString("utf8") };
    });
    if (text === undefined) throw routingFailed(`${name} answered with more than ${MAX_BYTES / 1e6} MB.`);
    if (status >= 500) throw routingFailed(`${name} failed with status ${status}.`);
    return { status, body: parsed(text, name) };
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    signal?.throwIfAborted();
    const how = cause instanceof Error && cause.name === "TimeoutError" ? `in ${timeoutMs / 1000} seconds` : "";
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

export const routingUnreachable = (sentence: string, cause?: unknown): AppError =>
  new AppError("routing.unreachable", sentence, { status: 502, cause });
