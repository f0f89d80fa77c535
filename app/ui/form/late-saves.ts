/**
 * Saves of a panel that was closed before they could be sent: its fields are not visible any more, so messages show how
 * the saves end.
 */
import { SWITCHED_HEADER, switchedFromHeader } from "~/lib/page-stamp";
import { switchedAway } from "~/lib/steady-fetch";
import { toast } from "~/ui/feedback/toasts";

export const NO_CONNECTION = "Not saved yet: no connection. Will be sent when it is back.";
export const NO_ANSWER = "Not saved yet: no answer from the server. What you typed is kept.";

/** Without a sign that the connection is back, it is tried after this time. */
const RETRY_MS = 5_000;

/**
 * Calls back once, when the browser is online again or after a while. @returns a function that cancels it
 */
export function onReconnect(go: () => void): () => void {
  const end = () => {
    clearTimeout(timer);
    window.removeEventListener("online", now);
  };
  const now = () => {
    end();
    go();
  };
  const timer = setTimeout(now, RETRY_MS);
  window.addEventListener("online", now);
  return end;
}

/** Asks before the page is left, as long as something is not saved. @returns a function that ends it */
export function warnBeforeLeaving(): () => void {
  const preventLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener("beforeunload", preventLeaving);
  return () => window.removeEventListener("beforeunload", preventLeaving);
}

/** Null: no answer, or only that of a proxy that doesn't reach the server. */
async function post(url: string, body: FormData): Promise<Response | null> {
  try {
    const answer = await fetch(url, { method: "POST", body, keepalive: true, redirect: "manual" });
    return [502, 503, 504].includes(answer.status) ? null : answer;
  } catch {
    return null;
  }
}

/** A form that waits for something else to end. */
interface Waiting {
  /** what is sent then; null: nothing */
  body: Promise<FormData | null>;
  /** what is sent when the page is left before */
  atOnce: () => FormData;
}

/** Waits, as long as the page is there. */
async function bodyOfWaiting(url: string, { body, atOnce }: Waiting): Promise<FormData | null> {
  const leave = () => void navigator.sendBeacon(url, atOnce());
  window.addEventListener("pagehide", leave);
  try {
    return await body;
  } finally {
    window.removeEventListener("pagehide", leave);
  }
}

/** Sends a form whose fields are no longer on the screen, with retries; a refusal is shown as a message. */
export async function sendLate(url: string, given: FormData | Waiting): Promise<void> {
  const release = warnBeforeLeaving();
  const body = given instanceof FormData ? given : await bodyOfWaiting(url, given);
  if (body === null) return release();
  let told: string | null = null;
  let answer = await post(url, body);
  for (;;) {
    const switched = switchedFromHeader(answer?.headers.get(SWITCHED_HEADER) ?? null);
    if (answer === null) {
      told ??= toast.action(NO_CONNECTION);
      await new Promise<void>((go) => void onReconnect(go));
    } else if (switched === null || !(await switchedAway.wait(switched))) break;
    answer = await post(url, body);
  }
  release();
  if (told !== null) toast.close(told);
  // The sign-in page is where a session leads that has ended.
  if (answer.type === "opaqueredirect") toast.error("Not saved: please sign in again.");
  else if (!answer.ok) toast.error(`Not saved: ${await sentenceOf(answer)}`);
  else if (told !== null) toast.success("✓ Saved");
}

async function sentenceOf(answer: Response): Promise<string> {
  const said: unknown = await answer.json().catch(() => null);
  return typeof said === "object" && said !== null && "message" in said && typeof said.message === "string"
    ? said.message
    : answer.status === 404
      ? "it was removed meanwhile"
      : "Something goes wrong. Please try later";
}
