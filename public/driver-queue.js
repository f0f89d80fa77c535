// @ts-check
/**
 * Reports that wait on the phone until the server has them. Each keeps the id that it was made with, so that one whose
 * answer got lost can be sent again: the server applies it once.
 *
 * @typedef {{ id: string, url: string, fields: Record<string, string>, label: string, at: number, hasFiles?: boolean }} Report
 *   `at`: when the button was pressed, milliseconds on this phone's clock
 * @typedef {{ kind: "accepted", html: string } | { kind: "refused", html: string, message: string } | { kind: "question", html: string }
 *   | { kind: "offline" } | { kind: "busy" } | { kind: "signed-out" } | { kind: "switched" }} Answer
 * @typedef {{ label: string, message: string }} Refused
 */

/** A report that is older than this was not meant for a question: it is sent with the answer yes. */
const FRESH_MS = 30_000;
const TIMEOUT_MS = 20_000;
/** Photos on a slow line. */
const FILES_TIMEOUT_MS = 180_000;

/** Random id, also on pages without https, where crypto.randomUUID is missing. */
export function newId() {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * A list in the browser's storage; in memory where the browser refuses to store.
 * @template T
 * @param {Pick<Storage, "getItem" | "setItem"> | undefined} storage
 * @param {string} key
 */
export function storedList(storage, key) {
  /** @type {T[]} */
  let memory = [];
  return {
    /** @returns {T[]} */
    all() {
      try {
        const text = storage?.getItem(key);
        return text ? JSON.parse(text) : memory;
      } catch {
        return memory;
      }
    },
    /** @param {T[]} list */
    set(list) {
      memory = list;
      try {
        storage?.setItem(key, JSON.stringify(list));
      } catch {
        // full or forbidden: the list lives as long as the page
      }
    },
  };
}

/**
 * What is sent for a report now.
 * @param {Report} report
 * @param {number} now milliseconds
 */
export function bodyOf(report, now) {
  const body = new URLSearchParams(report.fields);
  const age = Math.max(0, now - report.at);
  if (age >= 1000) body.set("ageSec", String(Math.round(age / 1000)));
  if (age > FRESH_MS) body.set("confirmed", "1");
  return body;
}

/** The same as a form with files. @param {URLSearchParams} body @param {readonly { field: string, file: Blob, name: string }[]} files */
function withFiles(body, files) {
  const form = new FormData();
  for (const [name, value] of body) form.append(name, value);
  for (const { field, file, name } of files) form.append(field, file, name);
  return form;
}

/**
 * Sends one report as the plain form would be sent, and reads the page that comes back.
 * @param {Report} report
 * @param {{ fetch: typeof fetch, now: number, filesOf?: (id: string) => Promise<{ field: string, file: Blob, name: string }[]> }} world
 * @returns {Promise<Answer>}
 */
export async function send(report, world) {
  let response;
  let html;
  try {
    const headers = { Accept: "text/html" };
    const files = report.hasFiles && world.filesOf ? await world.filesOf(report.id) : [];
    const body = files.length > 0 ? withFiles(bodyOf(report, world.now), files) : bodyOf(report, world.now);
    const signal = AbortSignal.timeout(files.length > 0 ? FILES_TIMEOUT_MS : TIMEOUT_MS);
    response = await world.fetch(report.url, { method: "POST", headers, body, signal });
    html = await response.text();
  } catch {
    return { kind: "offline" };
  }
  if (/\/login$/.test(new URL(response.url, "http://here").pathname)) return { kind: "signed-out" };
  // 408: it came too slowly, or only in part.
  if (response.status >= 500 || response.status === 429 || response.status === 408) return { kind: "busy" };
  if (response.ok) return { kind: "accepted", html };
  if (html.includes('id="switched"')) return { kind: "switched" };
  if (html.includes('id="question"')) return { kind: "question", html };
  return { kind: "refused", html, message: messageIn(html) };
}

/** @param {string} html */
function messageIn(html) {
  const text = /role="alert"[^>]*>([^<]*)</.exec(html)?.[1] ?? "";
  return text.replace(/&#x27;/g, "'").replace(/&quot;/g, '"').replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&amp;/g, "&") || "The server did not accept it.";
}

/**
 * Sends what waits, oldest first, one after the other. Stops at the first that has to wait longer, or asks something.
 * @param {{ all(): Report[], set(list: Report[]): void }} list
 * @param {(report: Report) => Promise<Answer>} sendOne
 * @param {(answer: Answer, report: Report) => void} onAnswer
 * @returns {Promise<Answer | null>} the last answer, null when nothing waited
 */
export async function flush(list, sendOne, onAnswer) {
  /** @type {Answer | null} */
  let answer = null;
  for (let report = list.all()[0]; report; report = list.all()[0]) {
    answer = await sendOne(report);
    if (answer.kind === "offline" || answer.kind === "busy" || answer.kind === "signed-out" || answer.kind === "switched") return answer;
    const { id } = report;
    list.set(list.all().filter((one) => one.id !== id));
    onAnswer(answer, report);
    if (answer.kind === "question") return answer;
  }
  return answer;
}

/**
 * The state of sending, in words.
 * @param {number} waiting
 * @param {boolean} online
 */
export function syncWords(waiting, online) {
  if (waiting === 0) return online ? "All sent" : "You are offline";
  return online ? `${waiting} waiting to send` : `You are offline. ${waiting} waiting to send`;
}
