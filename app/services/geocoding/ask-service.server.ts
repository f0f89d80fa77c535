import type { z } from "zod";
import { AppError } from "~/lib/errors";
import { pause } from "~/lib/pause";
import { withinTime } from "~/lib/within-time.server";
import { readAtMost } from "../http/read-at-most";
import { geocodeCache } from "./geocode-cache";

const TIMEOUT_MS = 10_000;
const MOST_BYTES = 1_000_000;
const TRIES = 3;
/** Before the second try; before each one after it twice as long. */
const FIRST_PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 5000;

export interface AskService {
  /** for people: "Google", "Nominatim" */
  name: string;
  /** what to look at when it doesn't work, such as "NOMINATIM_URL" */
  setting: string;
  /** between two tries; tests make it short */
  pauseMs?: number;
  timeoutMs?: number;
}

interface Question {
  url: string;
  init?: RequestInit;
  signal?: AbortSignal | undefined;
}

const away = ({ name, setting }: AskService, cause?: unknown): AppError =>
  new AppError("geocoding.away", `${name} (${setting}) does not answer. Try again later, or click on the map.`, {
    status: 502,
    cause,
  });
export const refusedBy = ({ name, setting }: AskService, why: string, status = 502): AppError =>
  new AppError("geocoding.refused", `${name} (${setting}) refused to look the address up: ${why}.`, { status });
const garbage = ({ name, setting }: AskService, cause?: unknown): AppError =>
  new AppError("geocoding.unreadable", `What ${name} (${setting}) answered cannot be read.`, { status: 502, cause });

async function readText(service: AskService, response: Response): Promise<string> {
  const whole = await readAtMost(response, MOST_BYTES);
  if (whole === null) throw garbage(service);
  return whole.toString("utf8");
}

/** What may be over in a moment. */
const isPassing = (status: number): boolean => status === 429 || status >= 500;

/**
 * Asks a service over HTTP, up to three times when it is busy or away.
 * @throws AppError geocoding.away | refused | unreadable, with a sentence that names the service
 */
export async function askService<T>(service: AskService, question: Question, schema: z.ZodType<T>): Promise<T> {
  const { url, init, signal } = question;
  let pauseMs = service.pauseMs ?? FIRST_PAUSE_MS;
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    const isLast = attempt === TRIES;
    try {
      const { response, text } = await withinTime(service.timeoutMs ?? TIMEOUT_MS, signal, async (limit) => {
        const response = await fetch(url, { ...init, signal: limit });
        return { response, text: await readText(service, response) };
      });
      if (response.ok) return parse(service, text, schema);
      if (!isPassing(response.status)) throw refusedBy(service, `status ${response.status}`);
      if (isLast) throw response.status === 429 ? refusedBy(service, "too many requests", 503) : away(service);
      const asked = Number(response.headers.get("retry-after")) * 1000;
      if (asked > 0) pauseMs = Math.max(pauseMs, Math.min(asked, LONGEST_PAUSE_MS));
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof AppError) throw error;
      if (isLast) throw away(service, error);
    }
    await pause(pauseMs, signal);
    pauseMs *= 2;
  }
}

function parse<T>(service: AskService, text: string, schema: z.ZodType<T>): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw garbage(service, error);
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw garbage(service, parsed.error);
  return parsed.data;
}

/** The answer to the same question before, or a new one, which is kept. */
export async function askOnce<T>(question: string, schema: z.ZodType<T>, ask: () => Promise<T>): Promise<T> {
  const kept = await geocodeCache().get(question);
  if (kept !== null) {
    const parsed = schema.safeParse(JSON.parse(kept));
    if (parsed.success) return parsed.data;
  }
  const answer = await ask();
  await geocodeCache().set(question, JSON.stringify(answer));
  return answer;
}
