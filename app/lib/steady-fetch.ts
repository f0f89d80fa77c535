/**
 * The requests that pages make by themselves (Remix marks them with `_data`), so that a lost connection, a server that
 * restarts, or a session that has ended never takes a page away together with what is typed in it.
 */
import { formValues, refused } from "./action-result";
import { FLASH_HEADER, flashFromHeader } from "./flash";
import type { Flash } from "./flash";
import { BASE_PATH, paths } from "~/paths";

export const NOT_SENT = "Not sent: the server can't be reached. What you typed is still here. Try again in a moment.";

/** Remix says in one of these that the answer is its own, and not a proxy's. */
const OWN_ANSWER = ["X-Remix-Response", "X-Remix-Catch", "X-Remix-Error", "X-Remix-Redirect"];
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;

const aborted = () => new DOMException("The request was given up.", "AbortError");

/** Requests that wait until somebody has signed in again. Nobody listens: they are not held back. */
export class SignedOut {
  private waiting: ((again: boolean) => void)[] = [];
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) this.end(false);
    };
  };

  readonly isAsked = (): boolean => this.waiting.length > 0;

  /** @returns whether to ask the server once more. Rejects when the request is given up meanwhile. */
  wait(signal?: AbortSignal | null): Promise<boolean> {
    if (this.listeners.size === 0) return Promise.resolve(false);
    return new Promise((resolve, reject) => {
      this.waiting.push(resolve);
      signal?.addEventListener("abort", () => {
        this.waiting = this.waiting.filter((one) => one !== resolve);
        this.tell();
        reject(aborted());
      }, { once: true });
      this.tell();
    });
  }

  /** Signed in again (`true`), or to the sign-in page and away from here. */
  readonly end = (again: boolean): void => {
    const waiting = this.waiting;
    this.waiting = [];
    for (const go of waiting) go(again);
    this.tell();
  };

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

/** This page's. */
export const signedOut = new SignedOut();

const readers = new Set<(flash: Flash) => void>();

/** Calls back with what an answer says was done. @returns what ends it */
export function onFlash(reader: (flash: Flash) => void): () => void {
  readers.add(reader);
  return () => void readers.delete(reader);
}

const pauseFor = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/**
 * A reload of data waits until the server answers. A form is never sent twice without being asked: it is answered with a
 * refusal, which shows in its place. Both wait when the session has ended, and go again after the sign-in.
 */
export function steadyFetch(plain: typeof fetch, session: SignedOut, pause: (ms: number) => Promise<void> = pauseFor): typeof fetch {
  return async (input, init) => {
    if (!isOfPage(input)) return plain(input, init);
    const isForm = (init?.method ?? "GET").toUpperCase() !== "GET";
    for (let attempt = 0; ; ) {
      const answer = await ask(plain, input, init);
      if (answer === null) {
        if (isForm) return notSent(init?.body);
        await pause(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt));
        if (init?.signal?.aborted) throw aborted();
        attempt += 1;
      } else if (!leadsToSignIn(answer) || !(await session.wait(init?.signal))) {
        const flash = flashFromHeader(answer.headers.get(FLASH_HEADER));
        if (flash !== null) for (const reader of readers) reader(flash);
        return answer;
      }
    }
  };
}

/** The sign-out's own way to the sign-in page is no accident. */
function isOfPage(input: RequestInfo | URL): boolean {
  if (input instanceof Request) return false;
  const url = new URL(input, "http://here.invalid");
  return url.searchParams.has("_data") && ![paths.login(), paths.logout()].some((path) => url.pathname === `${BASE_PATH}${path}`);
}

/** Null: nobody answered, or only a proxy that doesn't reach the server. */
async function ask(plain: typeof fetch, input: RequestInfo | URL, init: RequestInit | undefined): Promise<Response | null> {
  try {
    const answer = await plain(input, init);
    return [502, 503, 504].includes(answer.status) && OWN_ANSWER.every((name) => answer.headers.get(name) === null) ? null : answer;
  } catch (error) {
    if (error instanceof TypeError && !init?.signal?.aborted) return null;
    throw error;
  }
}

/** Remix names the page without the base path here. */
const leadsToSignIn = (answer: Response): boolean => new URL(answer.headers.get("X-Remix-Redirect") ?? "", "http://here.invalid").pathname === paths.login();

function notSent(body: BodyInit | null | undefined): Response {
  const form = new FormData();
  if (body instanceof FormData || body instanceof URLSearchParams) body.forEach((value, name) => { if (typeof value === "string") form.append(name, value); });
  return new Response(JSON.stringify(refused(NOT_SENT, { values: formValues(form) })), { status: 503, headers: { "Content-Type": "application/json", "X-Remix-Response": "yes" } });
}
