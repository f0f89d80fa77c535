/**
 * Reports that wait on the phone until the server has them. Each keeps the id that it was made with, so that one whose
 * answer got lost can be sent again: the server applies it once.
 */
import type { ReportAnswer } from "~/lib/report-answer";
import type { WaitingFile } from "./waiting-files";

export interface Report {
  id: string;
  /** path of the route's page */
  url: string;
  fields: Record<string, string>;
  /** what it reports, for people: 'Done, Alder,' */
  label: string;
  /** when the button was pressed, milliseconds on this phone's clock */
  at: number;
  hasFiles?: boolean;
}

export interface RefusedReport {
  label: string;
  message: string;
}

/** "offline": nothing came back; "busy": the server asks to come again later. */
export type Answer = ReportAnswer | { kind: "offline" } | { kind: "busy" };

export interface StoredList<T> {
  all(): T[];
  set(list: T[]): void;
}

/** A report that is older than this is sent as confirmed: the driver has moved on, so no question is asked. */
const FRESH_MS = 30_000;
const TIMEOUT_MS = 20_000;
/** Photos on a slow line. */
const FILES_TIMEOUT_MS = 180_000;

/** Random id, also on pages without https, where crypto.randomUUID is missing. */
export function newId(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A list in the browser's storage; in memory where the browser refuses to store. */
export function storedList<T>(storage: Pick<Storage, "getItem" | "setItem"> | undefined, key: string): StoredList<T> {
  let memory: T[] = [];
  return {
    all() {
      try {
        const text = storage?.getItem(key);
        return text ? (JSON.parse(text) as T[]) : memory;
      } catch {
        return memory;
      }
    },
    set(list) {
      memory = list;
      try {
        storage?.setItem(key, JSON.stringify(list));
      } catch {
        // Full or forbidden: the list lives as long as the page.
      }
    },
  };
}

/** The fields that are sent for a report at `now`, in milliseconds. */
export function bodyOf(report: Report, now: number): URLSearchParams {
  const body = new URLSearchParams(report.fields);
  const age = Math.max(0, now - report.at);
  if (age >= 1000) body.set("ageSec", String(Math.round(age / 1000)));
  if (age > FRESH_MS) body.set("confirmed", "1");
  return body;
}

/** The same as a form with files. */
function withFiles(body: URLSearchParams, files: readonly WaitingFile[]): FormData {
  const form = new FormData();
  for (const [name, value] of body) form.append(name, value);
  for (const { field, file, name } of files) form.append(field, file, name);
  return form;
}

export interface SendContext {
  fetch: typeof fetch;
  now: number;
  filesOf?: (id: string) => Promise<WaitingFile[]>;
}

/** Where reports about a route are sent; its page is beside it. */
export const reportUrl = (pageUrl: string): string => pageUrl.replace("/driver/route/", "/driver/report/");

/** Sends one report. Never throws: what came back is in the answer. */
export async function send(report: Report, world: SendContext): Promise<Answer> {
  const files = report.hasFiles && world.filesOf ? await world.filesOf(report.id) : [];
  const fields = bodyOf(report, world.now);
  let response: Response;
  let answer: ReportAnswer | undefined;
  try {
    response = await world.fetch(reportUrl(report.url), {
      method: "POST",
      headers: { Accept: "application/json" },
      body: files.length > 0 ? withFiles(fields, files) : fields,
      signal: AbortSignal.timeout(files.length > 0 ? FILES_TIMEOUT_MS : TIMEOUT_MS),
    });
    answer = answerIn(await response.text());
  } catch {
    return { kind: "offline" };
  }
  // 408: it came too slowly, or only in part.
  if (response.status >= 500 || response.status === 429 || response.status === 408) return { kind: "busy" };
  if (answer !== undefined) return answer;
  // The answer is not the server's: a hotspot's sign-in page, or a proxy.
  if (response.ok) return { kind: "offline" };
  return { kind: "refused", message: "The server did not accept it." };
}

function answerIn(text: string): ReportAnswer | undefined {
  try {
    const answer: unknown = JSON.parse(text);
    const isOne = typeof answer === "object" && answer !== null && "kind" in answer;
    return isOne ? (answer as ReportAnswer) : undefined;
  } catch {
    return undefined;
  }
}

/** A report with one of these answers stays in the queue. */
const KEEPS_WAITING: ReadonlySet<Answer["kind"]> = new Set(["offline", "busy", "signed-out", "switched"]);

/**
 * Sends what waits, oldest first, one after the other. Stops at the first that has to wait longer, or asks something.
 * @returns the last answer, null when nothing waited
 */
export async function flush(
  list: StoredList<Report>,
  sendOne: (report: Report) => Promise<Answer>,
  onAnswer: (answer: Answer, report: Report) => void,
): Promise<Answer | null> {
  let answer: Answer | null = null;
  for (let report = list.all()[0]; report; report = list.all()[0]) {
    answer = await sendOne(report);
    if (KEEPS_WAITING.has(answer.kind)) return answer;
    const { id } = report;
    list.set(list.all().filter((one) => one.id !== id));
    onAnswer(answer, report);
    if (answer.kind === "question") return answer;
  }
  return answer;
}

/** The state of sending, in words. */
export function syncWords(waiting: number, online: boolean): string {
  if (waiting === 0) return online ? "All sent" : "You are offline";
  return online ? `${waiting} waiting to send` : `You are offline. ${waiting} waiting to send`;
}
