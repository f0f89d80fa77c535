import { lookup } from "node:dns";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import { KEPT_ANSWER_BYTES, MAX_URL_LENGTH } from "~/domain/webhooks/delivery";
import { isPublicHost, NotPublic, publicLookupBy } from "../public-network.server";
import type { Resolve } from "../public-network.server";

interface WebhookAnswer {
  /** of HTTP */
  status: number;
  /** its beginning, at most `KEPT_ANSWER_BYTES` */
  text: string;
}

/** Requests to addresses that a company has given. */
export interface WebhookSender {
  /** Why nothing is sent to an address; null: it may be tried. */
  refusal(url: string): string | null;
  /**
   * Sends once, without following redirects.
   * @throws Error when there is no answer within 10 seconds, or the address leads into a private network
   */
  post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<WebhookAnswer>;
}

export interface WebhookSenderSettings {
  /** for those who host the product for themselves: their own network may be reached, also without TLS */
  allowPrivate: boolean;
  /** for programmers: their own machine may be reached, also without TLS */
  allowLocalhost: boolean;
  timeoutMs?: number;
  resolve?: Resolve;
}

const TIMEOUT_MS = 10_000;
/** What is read of an answer at most; then the connection is closed. */
const READ_BYTES = 65_536;
const LOCALHOST: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

export function webhookSender(settings: WebhookSenderSettings): WebhookSender {
  const { allowPrivate, allowLocalhost, timeoutMs = TIMEOUT_MS, resolve = lookup } = settings;
  const isOpen = ({ hostname }: URL): boolean => allowPrivate || (allowLocalhost && LOCALHOST.includes(hostname));
  const guarded = publicLookupBy(resolve);

  function refusal(text: string): string | null {
    if (text.length > MAX_URL_LENGTH || !URL.canParse(text)) return "URL is not correct";
    const url = new URL(text);
    if (url.protocol !== "https:" && !(url.protocol === "http:" && isOpen(url))) return "URL must begin with https://";
    if (url.username !== "" || url.password !== "") return "URL must not hold a user name or a password";
    if (isOpen(url)) return null;
    const isLocalName = /(?:^|\.)(?:localhost|local|internal)\.?$/i.test(url.hostname);
    return isLocalName || !isPublicHost(url) ? "URL must lead to the internet, not into a private network" : null;
  }

  return {
    refusal,
    post(text, headers, body) {
      // Looked at again: what may be reached is a setting that can change after an endpoint was stored.
      const refused = refusal(text);
      if (refused !== null) return Promise.reject(new Error(refused));
      const url = new URL(text);
      const lookupOf: LookupFunction | undefined = isOpen(url) ? undefined : guarded;
      return postOnce(url, { headers, body, timeoutMs, lookupOf });
    },
  };
}

interface Sent {
  headers: Readonly<Record<string, string>>;
  body: string;
  timeoutMs: number;
  /** undefined: whatever the name stands for */
  lookupOf: LookupFunction | undefined;
}

const postOnce = (url: URL, { headers, body, timeoutMs, lookupOf }: Sent): Promise<WebhookAnswer> =>
  new Promise((resolve, reject) => {
    const bytes = Buffer.from(body);
    const send = url.protocol === "https:" ? requestHttps : requestHttp;
    const fail = (error: Error): void => reject(inWords(error, timeoutMs));
    const sent = send(
      url,
      {
        method: "POST",
        // A connection that is kept open would go on to an address that was looked at for another event.
        agent: false,
        headers: { ...headers, "Content-Type": "application/json", "Content-Length": bytes.length },
        signal: AbortSignal.timeout(timeoutMs),
        ...(lookupOf === undefined ? {} : { lookup: lookupOf }),
      },
      (answer) => {
        const status = answer.statusCode ?? 0;
        const parts: Buffer[] = [];
        let read = 0;
        const end = (): void => {
          resolve({ status, text: Buffer.concat(parts).subarray(0, KEPT_ANSWER_BYTES).toString("utf8") });
          answer.destroy();
        };
        answer.on("data", (part: Buffer) => {
          if (read < KEPT_ANSWER_BYTES) parts.push(part);
          read += part.length;
          if (read >= READ_BYTES) end();
        });
        answer.on("end", end);
        answer.on("error", fail);
      },
    );
    sent.on("error", fail);
    sent.end(bytes);
  });

/** For the log that the company reads. */
function inWords(error: Error, timeoutMs: number): Error {
  if (error.name === "AbortError" || error.name === "TimeoutError")
    return new Error(`No answer within ${timeoutMs / 1000} seconds.`);
  if (error instanceof NotPublic) return new Error(`${error.message} Private networks are not reached.`);
  const { code, message } = error as NodeJS.ErrnoException;
  return code !== undefined && code in FAILURES ? new Error(FAILURES[code]) : new Error(message);
}

/** What operating systems say, in words. */
const FAILURES: Readonly<Record<string, string>> = {
  ENOTFOUND: "The host's name is not known.",
  EAI_AGAIN: "The host's name could not be looked up.",
  ECONNREFUSED: "Nothing answers at this address.",
  ECONNRESET: "The connection was closed before an answer came.",
};
