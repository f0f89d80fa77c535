/**
 * What a form says that no server of ours has answered: the network is away, a proxy has given up, or something on the
 * way has refused it. It stays with what was typed, and in the words of the specification (accounts, section 8).
 */
import { formValues, refused, TRY_LATER } from "./action-result";
import type { ActionRefusal, Message } from "./action-result";

export const OFFLINE = "You are offline";
const OFFLINE_DETAIL = "Not sent. Your entries are kept.";
/** Of a form that asks for nothing to be typed. */
const UNREACHED = "Not sent: the server can't be reached. Try again in a moment.";
export const NOT_SENT = "Not sent: the server can't be reached. Your entries are kept. Try again in a moment.";

const TIMED_OUT_STATUS = 524;
const BY_STATUS: Readonly<Record<number, string>> = {
  401: "You are not authorized",
  409: "Object already exists.",
  429: "Too many login attempts.",
  [TIMED_OUT_STATUS]: "A timeout occurred",
};
/** Said by a proxy that doesn't reach the server. */
const UNREACHED_STATUSES: readonly number[] = [502, 503, 504];

/** What is said where nothing was typed that could be kept. */
export function withoutEntries({ message, detail }: ActionRefusal): Message {
  if (message === OFFLINE) return { message, detail: "Not sent." };
  return { message: message === NOT_SENT ? UNREACHED : message, detail };
}

/** It may be sent again by itself: nothing was done with it. */
export const isUnreached = ({ message }: ActionRefusal): boolean => message === NOT_SENT || message === OFFLINE;

/** Reloads of data wait for another answer than this one. */
export const isNoAnswer = (status: number): boolean => [...UNREACHED_STATUSES, TIMED_OUT_STATUS].includes(status);

/** Marks our own answer to a form that no server has answered. */
const NOT_SENT_HEADER = "X-Not-Sent";
export const isNotSent = (answer: Response): boolean => answer.headers.has(NOT_SENT_HEADER);

/** A form's refusal that no server has made. @param status of whoever answered instead; 0: nobody */
export function refusedHere(body: BodyInit | null | undefined, status: number, isOnline: boolean): Response {
  const form = new FormData();
  if (body instanceof FormData || body instanceof URLSearchParams)
    body.forEach((value, name) => {
      if (typeof value === "string") form.append(name, value);
    });
  const isAway = status === 0 || UNREACHED_STATUSES.includes(status);
  const message = isAway ? (isOnline ? NOT_SENT : OFFLINE) : (BY_STATUS[status] ?? TRY_LATER);
  const detail = message === OFFLINE ? { detail: OFFLINE_DETAIL } : {};
  return new Response(JSON.stringify(refused(message, { ...detail, values: formValues(form) })), {
    status: 503,
    headers: { "Content-Type": "application/json", "X-Remix-Response": "yes", [NOT_SENT_HEADER]: "yes" },
  });
}
