/**
 * Reports that wait on the phone until the server has them. Each keeps the id that it was made with, so that one whose
 * answer got lost can be sent again: the server applies it once.
 */
import { OWNER_HEADER } from "~/lib/report-answer";
import type { ReportAnswer, ReportQuestion } from "~/lib/report-answer";
import { timeLimit } from "~/lib/time-limit";

export interface WaitingFile {
  /** of the form */
  field: string;
  file: Blob;
  name: string;
}

/**
 * `waiting`: to be sent. `asked`: there is a question about it, and it waits for the driver's answer. `refused`:
 * the driver has not read yet why. `sent`: the server has it, and the page that is kept on the phone may not show it.
 */
type ReportState = "waiting" | "asked" | "refused" | "sent";

export interface Report {
  id: string;
  /** its place among the reports of this phone: they are sent in this order */
  seq: number;
  /** the member of a company who made it, and who alone sends it */
  owner: string;
  /** path of the route's page */
  url: string;
  fields: Record<string, string>;
  /** what it reports, for people: 'Done, Alder,' */
  label: string;
  /** when the button was pressed, milliseconds on this phone's clock */
  at: number;
  /** what the server's clock was ahead of the phone's then, milliseconds; left out where it was not known */
  aheadMs?: number;
  /** when the server made the page that it was pressed on, milliseconds of its clock: the report is no older */
  pageMade?: number;
  files?: WaitingFile[];
  state: ReportState;
  /** why it was refused */
  message?: string;
  question?: ReportQuestion;
  /** the phone's own question, which the server knows nothing of */
  isOwnQuestion?: boolean;
  /** when the server took it, milliseconds of its clock */
  takenAt?: number;
  /** how often the server has failed at it, or the phone at reading its pictures */
  faults?: number;
  /** pictures that it is sent without, which the driver has not read yet */
  lost?: number;
}

/** Where reports outlive the page. Each call is done, or nothing of it is. */
export interface ReportStore {
  /** in any order */
  all(): Promise<Report[]>;
  /** adds it, or puts it in the place of the one with its id. Rejects where the phone can't keep it */
  put(report: Report): Promise<void>;
  remove(id: string): Promise<void>;
}

/**
 * "offline": nothing came back; "busy": the server asks to come again later; "fault": it failed at the report;
 * "unreadable": the browser has lost pictures that it kept, so that nothing was sent.
 */
export type Answer =
  | ReportAnswer
  | { kind: "offline" }
  | { kind: "busy" }
  | { kind: "fault" }
  | { kind: "unreadable"; readable: WaitingFile[] };

/** What the server fails at so often doesn't hold up what comes after it any longer. */
const MOST_FAULTS = 4;
/** Each of them may be sent with its pictures once more. */
const MOST_PASSED_OVER = 3;

/** A report that is older than this is sent as confirmed: the driver has moved on, so no question is asked. */
const FRESH_MS = 30_000;
/** Whatever the page shows by then has it. */
const SENT_KEPT_MS = 48 * 3_600_000;
const TIMEOUT_MS = 20_000;
/** Photos on a slow line. */
const FILES_TIMEOUT_MS = 180_000;

/** Random id, also on pages without https, where crypto.randomUUID is missing. */
export function newId(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class ReportQueue {
  #list: readonly Report[] = [];
  #last: Promise<unknown> = Promise.resolve();
  /** What the phone could not keep, by id; null: one that it could not forget. */
  readonly #unkept = new Map<string, Report | null>();

  constructor(private readonly store: ReportStore) {}

  /** As it was when the queue was loaded or changed last. */
  get list(): readonly Report[] {
    return this.#list;
  }

  in(state: ReportState): Report[] {
    return this.#list.filter((one) => one.state === state);
  }

  /** Not sent yet, those with a question among them. */
  get waiting(): Report[] {
    return this.#list.filter((one) => one.state === "waiting" || one.state === "asked");
  }

  /** These wait for the line alone: the server hasn't failed at them again and again. */
  get underWay(): Report[] {
    return this.waiting.filter(({ faults = 0 }) => faults < MOST_FAULTS);
  }

  /** What the driver is told of until they have read it. */
  get unread(): Report[] {
    return this.#list.filter(({ state, lost = 0 }) => state === "refused" || (state === "sent" && lost > 0));
  }

  /** Some wait in this page's memory alone: they are lost when it is closed. */
  get isAtRisk(): boolean {
    return this.waiting.some(({ id }) => this.#unkept.has(id));
  }

  /** Other tabs may have added and sent some. */
  load(): Promise<void> {
    return this.#inTurn(() => this.#load());
  }

  /** Resolves when the phone has it; one that the phone can't keep waits in memory. */
  add(given: Omit<Report, "seq" | "state">, state: "waiting" | "asked" = "waiting"): Promise<Report> {
    return this.#inTurn(async () => {
      await this.#load();
      const seq = 1 + Math.max(0, ...this.#list.map((one) => one.seq));
      const report: Report = { ...given, seq, state };
      await this.#put(report);
      return report;
    });
  }

  change(id: string, part: Partial<Report>): Promise<void> {
    return this.#inTurn(async () => {
      const report = this.#list.find((one) => one.id === id);
      if (report) await this.#put({ ...report, ...part });
    });
  }

  remove(id: string): Promise<void> {
    return this.#inTurn(async () => {
      this.#list = this.#list.filter((one) => one.id !== id);
      try {
        await this.store.remove(id);
        this.#unkept.delete(id);
      } catch {
        this.#unkept.set(id, null);
      }
    });
  }

  /** Removes those that were sent before the page was made, which shows them then. @param made by the server's clock */
  async forgetShown(url: string, made: number, now: number): Promise<void> {
    for (const { id, url: of, takenAt = 0, at, lost = 0 } of this.in("sent"))
      if ((of === url && takenAt <= made && lost === 0) || at < now - SENT_KEPT_MS) await this.remove(id);
  }

  /** One after the other: what is read while something is written would be neither. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #load(): Promise<void> {
    const stored = await this.store.all().catch(() => this.#list);
    const all = new Map(stored.map((one) => [one.id, one]));
    for (const [id, one] of this.#unkept) {
      if (one === null) all.delete(id);
      else all.set(id, one);
    }
    this.#list = inOrder([...all.values()]);
  }

  async #put(report: Report): Promise<void> {
    try {
      await this.store.put(report);
      this.#unkept.delete(report.id);
    } catch {
      this.#unkept.set(report.id, report);
    }
    this.#list = inOrder([...this.#list.filter((one) => one.id !== report.id), report]);
  }
}

const inOrder = (list: Report[]): Report[] => list.sort((a, b) => a.seq - b.seq || a.at - b.at);

/** The fields that are sent for a report at `now`, milliseconds on this phone's clock. */
export function bodyOf(report: Report, now: number): URLSearchParams {
  const body = new URLSearchParams(report.fields);
  const age = Math.max(0, now - report.at);
  if (age >= 1000) body.set("ageSec", String(Math.round(age / 1000)));
  if (report.aheadMs !== undefined) body.set("pressedSec", String(Math.round((report.at + report.aheadMs) / 1000)));
  if (report.pageMade !== undefined) body.set("pageMadeSec", String(Math.floor(report.pageMade / 1000)));
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

interface SendContext {
  fetch: typeof fetch;
  now: number;
}

const WRONG_REQUEST: readonly number[] = [400, 405, 411, 413, 414, 415, 422, 431];

/** Where reports about a route are sent; its page is beside it. */
export const reportUrl = (pageUrl: string): string => pageUrl.replace("/driver/route/", "/driver/report/");

/** Sends one report. Never throws: what came back is in the answer. */
export async function send(report: Report, world: SendContext): Promise<Answer> {
  const { files = [] } = report;
  const fields = bodyOf(report, world.now);
  const limit = timeLimit(files.length > 0 ? FILES_TIMEOUT_MS : TIMEOUT_MS);
  let response: Response;
  let answer: ReportAnswer | undefined;
  try {
    response = await world.fetch(reportUrl(report.url), {
      method: "POST",
      headers: { Accept: "application/json", [OWNER_HEADER]: report.owner },
      body: files.length > 0 ? withFiles(fields, files) : fields,
      signal: limit.signal,
    });
    answer = answerIn(await response.text());
  } catch {
    const readable = await readableOf(files);
    return readable.length < files.length ? { kind: "unreadable", readable } : { kind: "offline" };
  } finally {
    limit.end();
  }
  if (response.status === 500) return { kind: "fault" };
  // 408: it came too slowly, or only in part.
  if (response.status >= 500 || response.status === 429 || response.status === 408) return { kind: "busy" };
  if (answer !== undefined) return answer;
  // The answer is not the server's: a hotspot's sign-in page, or a proxy that doesn't reach it or doesn't know the
  // phone. Only what is wrong with the request itself, such as its size, stays wrong when it is sent again.
  if (!WRONG_REQUEST.includes(response.status)) return { kind: "offline" };
  return { kind: "refused", message: "The server did not accept it." };
}

/** A browser may lose the pictures of its database: then sending fails as if there were no network. */
async function readableOf(files: readonly WaitingFile[]): Promise<WaitingFile[]> {
  const readable: WaitingFile[] = [];
  for (const one of files)
    await one.file.arrayBuffer().then(
      () => readable.push(one),
      () => undefined,
    );
  return readable;
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

/** Answers that say nothing of who is signed in. */
export const NOBODYS: ReadonlySet<Answer["kind"]> = new Set(["offline", "busy", "fault", "unreadable"]);
/** A report with one of these answers goes on waiting. */
const KEEPS_WAITING: ReadonlySet<Answer["kind"]> = new Set([...NOBODYS, "signed-out", "switched"]);

/**
 * Sends what waits, oldest first, each after the answer to the one before: they arrive in the order of pressing. Stops
 * at the first that has to wait longer, or asks something. A report that the server fails at every time would hold up
 * the whole day: then the next one is tried as well. Where that fails for the first time, it is the server, and all go
 * on waiting. Pictures that the phone fails to read every time are left out: what was reported is worth more.
 * @returns the last answer, null when nothing waited
 */
export async function flush(
  queue: ReportQueue,
  sendOne: (report: Report) => Promise<Answer>,
  onAnswer: (answer: Answer, report: Report) => void = () => undefined,
): Promise<Answer | null> {
  let answer: Answer | null = null;
  const passedOver = new Set<string>();
  for (;;) {
    await queue.load();
    const report = queue.waiting.find(({ id }) => !passedOver.has(id));
    // What was pressed after it rests on the driver's answer.
    if (report?.state !== "waiting") return answer;
    answer = await sendOne(report);
    if (answer.kind === "fault") {
      const faults = (report.faults ?? 0) + 1;
      await queue.change(report.id, { faults });
      if (faults < MOST_FAULTS || passedOver.size === MOST_PASSED_OVER) return answer;
      passedOver.add(report.id);
      continue;
    }
    if (answer.kind === "unreadable") {
      const { faults = 0, files = [], lost = 0 } = report;
      const isGivenUp = faults + 1 >= MOST_FAULTS;
      const without = { files: answer.readable, lost: lost + files.length - answer.readable.length, faults: 0 };
      await queue.change(report.id, isGivenUp ? without : { faults: faults + 1 });
      if (isGivenUp) continue;
    }
    if (KEEPS_WAITING.has(answer.kind)) return answer;
    await queue.change(report.id, settled(answer));
    onAnswer(answer, report);
  }
}

/** What becomes of a report with this answer. The pictures of one with a question are sent again with the driver's. */
function settled(answer: Answer): Partial<Report> {
  if (answer.kind === "question") return { state: "asked", question: answer.question };
  if (answer.kind === "refused") return { state: "refused", message: answer.message, files: [] };
  return { state: "sent", files: [], takenAt: answer.kind === "accepted" ? answer.at : 0 };
}

/** What the driver is told of a report that was refused, or sent without some of its pictures. */
export function unreadWords({ state, label, message = "", lost = 0 }: Report): string[] {
  const pictures = lost === 1 ? "a picture" : `${lost} pictures`;
  return [
    ...(state === "refused" ? [`${label} was not accepted: ${message}`] : []),
    ...(lost > 0 ? [`${label} was sent without ${pictures} that this phone can\u2019t read any more.`] : []),
  ];
}

/** The state of sending, in words. @param isAtRisk some would be lost with the page */
export function syncWords(waiting: number, online: boolean, isAtRisk = false): string {
  if (waiting === 0) return online ? "All sent" : "You are offline";
  const words = online ? `${waiting} waiting to send` : `You are offline. ${waiting} waiting to send`;
  return isAtRisk ? `${words}. This phone has no room to keep them: leave this page open` : words;
}
