/**
 * The requests that pages make by themselves (Remix marks them with `_data`), so that a lost connection, a server that
 * restarts, or a session that has ended never takes a page away together with what is typed in it.
 */
import { FLASH_HEADER, flashFromHeader } from "./flash";
import type { Flash } from "./flash";
import { isNoAnswer, isNotSent, refusedHere } from "./not-answered";
import {
  COMPANY_HEADER,
  newSubmitId,
  SOCKET_HEADER,
  SUBMIT_HEADER,
  SWITCHED_HEADER,
  switchedFromHeader,
} from "./page-stamp";
import type { Switched } from "./page-stamp";
import { dataForThisBuild, hearAction } from "./other-build";
import type { ShownPage } from "./other-build";
import { HELD_HEADER } from "./parts";
import { pause } from "./pause";
import { noteRequest } from "./reference";
import { OWNER_HEADER } from "./report-answer";
import { BASE_PATH, paths } from "~/paths";

/** Remix says in one of these that the answer is its own, and not a proxy's. */
const OWN_ANSWER = ["X-Remix-Response", "X-Remix-Catch", "X-Remix-Error", "X-Remix-Redirect"];
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;

const aborted = () => new DOMException("The request was given up.", "AbortError");

/** Requests that wait for an answer of the user's. Nobody listens: they are not held back. */
export class WaitingRequests<About> {
  private waiting: ((again: boolean) => void)[] = [];
  private readonly listeners = new Set<() => void>();
  private about: About | null = null;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) this.end(false);
    };
  };

  /** What the user is asked about; null while nothing waits. */
  readonly asked = (): About | null => (this.waiting.length > 0 ? this.about : null);

  /** @returns whether to ask the server once more. Rejects when the request is given up meanwhile. */
  wait(about: About, signal?: AbortSignal | null): Promise<boolean> {
    if (this.listeners.size === 0) return Promise.resolve(false);
    this.about = about;
    return new Promise((resolve, reject) => {
      this.waiting.push(resolve);
      signal?.addEventListener(
        "abort",
        () => {
          this.waiting = this.waiting.filter((one) => one !== resolve);
          this.tell();
          reject(aborted());
        },
        { once: true },
      );
      this.tell();
    });
  }

  /** The reason is gone and they go again (`true`), or each gets the answer that it has. */
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

/** What this page's requests wait for: a sign-in, or the company that they are for. */
interface WaitReasons {
  signedOut: WaitingRequests<true>;
  switched: WaitingRequests<Switched>;
}

export const signedOut = new WaitingRequests<true>();
export const switchedAway = new WaitingRequests<Switched>();

/** For which company, and for whom, this page was made: set when it is there. */
let pageCompanyId: number | null = null;
let pageUserId: number | null = null;

/** @returns what takes it back */
export function setPageOwner(companyId: number | null, userId: number | null): () => void {
  [pageCompanyId, pageUserId] = [companyId, userId];
  return () => {
    [pageCompanyId, pageUserId] = [null, null];
  };
}

/** Of this page's socket; null while it isn't connected. */
let pageSocketId: string | null = null;

export function setPageSocket(id: string | null): void {
  pageSocketId = id;
}

/** Parts of its data that this page holds: its reloads name them. */
let heldParts: { page: string; header: string | null } | null = null;

/** @param held `page` is its path, with base path */
export function setHeldParts(held: { page: string; header: string | null } | null): void {
  heldParts = held;
}

/** Another page, which a link leads to, holds nothing. */
function heldOf(input: RequestInfo | URL): string | null {
  if (heldParts === null) return null;
  return new URL(String(input), "http://here.invalid").pathname === heldParts.page ? heldParts.header : null;
}

const readers = new Set<(flash: Flash) => void>();

/** Calls back with what an answer says was done. @returns a function that ends it */
export function onFlash(reader: (flash: Flash) => void): () => void {
  readers.add(reader);
  return () => void readers.delete(reader);
}

/** A form whose answer never came is recognised for so long when it is sent again. */
const UNANSWERED_MS = 10 * 60_000;
/** One that was cut off, by a second press or by going on to another page, for so long. */
const CUT_OFF_MS = 5_000;

/**
 * The ids of forms that are under way or were never answered, so that the same one again is told from a new one. A form
 * that was answered gets a new id next time.
 */
class SubmitIds {
  private readonly known = new Map<string, { id: string; untilMs: number }>();

  of(sending: string): string {
    for (const [one, { untilMs }] of this.known) if (untilMs < Date.now()) this.known.delete(one);
    const id = this.known.get(sending)?.id ?? newSubmitId();
    this.keep(sending, id, UNANSWERED_MS);
    return id;
  }

  keep(sending: string, id: string, forMs: number): void {
    this.known.set(sending, { id, untilMs: Date.now() + forMs });
  }

  forget(sending: string): void {
    this.known.delete(sending);
  }
}

/** Everything that a form says, and where it goes. */
function sendingOf(input: RequestInfo | URL, body: BodyInit | null | undefined): string {
  const said: unknown[] = [String(input)];
  if (body instanceof FormData || body instanceof URLSearchParams)
    body.forEach((value, name) =>
      said.push([name, typeof value === "string" ? value : [value.name, value.size, value.lastModified]]),
    );
  else said.push(String(body ?? ""));
  return JSON.stringify(said);
}

interface FormUnderWay {
  /** as it was asked for */
  address: string;
  body: URLSearchParams | FormData;
  readers: ((answer: Response | null) => void)[];
}

const underWay = new Set<FormUnderWay>();

/** @returns what tells the answer, null when none comes, to those who wait for it */
function noteUnderWay(input: RequestInfo | URL, body: BodyInit | null | undefined): (answer: Response | null) => void {
  if (!(body instanceof FormData || body instanceof URLSearchParams)) return () => undefined;
  const form: FormUnderWay = { address: String(input), body, readers: [] };
  underWay.add(form);
  return (answer) => {
    underWay.delete(form);
    for (const read of form.readers) read(answer?.clone() ?? null);
  };
}

/**
 * The answer to a form that this page has under way, for others than who sent it: null when none comes. Undefined:
 * there is no such form, or it is answered already.
 */
export function answerToForm(
  isMeant: (address: string, body: URLSearchParams | FormData) => boolean,
): Promise<Response | null> | undefined {
  const form = [...underWay].find(({ address, body }) => isMeant(address, body));
  return form && new Promise((resolve) => void form.readers.push(resolve));
}

/**
 * A reload of data waits until the server answers. A form is never sent twice without being asked: it is answered with
 * a refusal, which shows in its place. Both wait when the session has ended, or works for another company than the page
 * was made for, and go again when the user has answered. Each form says for which company its page was made, and has an
 * id; every request says for whom the page was made, and names its socket. Data of another build than the page's own
 * are not given to it (`other-build`).
 */
export function steadyFetch(
  plain: typeof fetch,
  holds: WaitReasons,
  wait: (ms: number) => Promise<void> = pause,
  isOnline: () => boolean = () => navigator.onLine,
  page?: () => ShownPage,
): typeof fetch {
  const ids = new SubmitIds();
  const ask: Ask = (input, init) => fetchOnce(plain, isOnline, input, init);
  return async (input, init) => {
    if (!isOfPage(input)) return plain(input, init);
    const headers = new Headers(init?.headers);
    if (pageSocketId !== null) headers.set(SOCKET_HEADER, pageSocketId);
    if (pageUserId !== null) headers.set(OWNER_HEADER, `${pageCompanyId ?? ""}.${pageUserId}`);
    if (!isForm(init)) {
      const held = heldOf(input);
      if (held !== null) headers.set(HELD_HEADER, held);
      const loaded = await answerOf(ask, holds, wait, input, { ...init, headers });
      return dataForThisBuild(input, loaded, page);
    }
    const sending = sendingOf(input, init?.body);
    const id = ids.of(sending);
    headers.set(SUBMIT_HEADER, id);
    if (pageCompanyId !== null) headers.set(COMPANY_HEADER, String(pageCompanyId));
    const tell = noteUnderWay(input, init?.body);
    try {
      const answer = await answerOf(ask, holds, wait, input, { ...init, headers });
      if (!isNotSent(answer)) ids.forget(sending);
      hearAction(answer, flashFromHeader(answer.headers.get(FLASH_HEADER)));
      tell(answer);
      return answer;
    } catch (error) {
      tell(null);
      ids.keep(sending, id, CUT_OFF_MS);
      throw error;
    }
  };
}

/** Null: no answer, which a reload of data waits for. */
type Ask = (input: RequestInfo | URL, init: RequestInit | undefined) => Promise<Response | null>;

async function answerOf(
  ask: Ask,
  holds: WaitReasons,
  wait: (ms: number) => Promise<void>,
  input: RequestInfo | URL,
  init: RequestInit | undefined,
): Promise<Response> {
  for (let attempt = 0; ;) {
    const answer = await ask(input, init);
    if (answer === null) {
      await wait(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt));
      if (init?.signal?.aborted) throw aborted();
      attempt += 1;
    } else if (!(await shouldResend(answer, holds, init?.signal))) {
      const flash = flashFromHeader(answer.headers.get(FLASH_HEADER));
      if (flash !== null) for (const reader of readers) reader(flash);
      return answer;
    }
  }
}

async function shouldResend(
  answer: Response,
  holds: WaitReasons,
  signal: AbortSignal | null | undefined,
): Promise<boolean> {
  if (leadsToSignIn(answer)) return holds.signedOut.wait(true, signal);
  const switched = switchedFromHeader(answer.headers.get(SWITCHED_HEADER));
  return switched !== null && holds.switched.wait(switched, signal);
}

/** The sign-out's own way to the sign-in page is no accident. */
function isOfPage(input: RequestInfo | URL): boolean {
  if (input instanceof Request) return false;
  const url = new URL(input, "http://here.invalid");
  return (
    url.searchParams.has("_data") &&
    ![paths.login(), paths.logout()].some((path) => url.pathname === `${BASE_PATH}${path}`)
  );
}

async function fetchOnce(
  plain: typeof fetch,
  isOnline: () => boolean,
  input: RequestInfo | URL,
  init: RequestInit | undefined,
): Promise<Response | null> {
  const stands = (status: number) => (isForm(init) ? refusedHere(init?.body, status, isOnline()) : null);
  const isOver = noteRequest();
  let shown: Response | null = null;
  try {
    const answer = await plain(input, init);
    const isOwn = answer.ok || OWN_ANSWER.some((name) => answer.headers.get(name) !== null);
    // Of a form Remix would show such an answer in place of the page, and with it what is typed.
    if (!isOwn && (isForm(init) || isNoAnswer(answer.status))) return stands(answer.status);
    shown = answer;
    return answer;
  } catch (error) {
    if (error instanceof TypeError && !init?.signal?.aborted) return stands(0);
    throw error;
  } finally {
    isOver(shown);
  }
}

/** Remix names the page without the base path here. */
const leadsToSignIn = (answer: Response): boolean =>
  new URL(answer.headers.get("X-Remix-Redirect") ?? "", "http://here.invalid").pathname === paths.login();

const isForm = (init: RequestInit | undefined): boolean => (init?.method ?? "GET").toUpperCase() !== "GET";
