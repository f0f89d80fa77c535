import { escapeMarkup } from "~/lib/escape-markup";
import { CarrierError } from "../carrier-error";
import { beginOf } from "../http/read-at-most";
import { checkSms, SmsRefused } from "./sms";
import type { Sms, SmsSender } from "./sms";

interface GatewaySettings {
  url: string;
  method: "POST" | "PUT" | "GET";
  headers: Readonly<Record<string, string>>;
  /** with {to}, {from}, {text} and {id}; not sent with GET */
  body: string;
  /** for {from} where the company has no sender that a phone shows */
  from: string;
  /** left out: 15 s */
  timeoutMs?: number;
}

const TIMEOUT_MS = 15_000;
/** Bytes that are read of an answer, for the log. */
const MAX_ANSWER = 4096;
/** 4xx that may be over in a moment: too early, too many, too slow. */
const PASSING: readonly number[] = [408, 425, 429];

/** Letters and digits alone, eleven at most: what networks take as the name of a sender. */
const senderOf = (from: string, fallback: string): string => {
  const name = from
    .normalize("NFKD")
    .replace(/[^A-Za-z0-9 ]/g, "")
    .replace(/ +/g, " ")
    .trim()
    .slice(0, 11)
    .trim();
  return /[A-Za-z]/.test(name) ? name : fallback;
};

type Escape = (value: string) => string;
const inJson: Escape = (value) => JSON.stringify(value).slice(1, -1);

/** How a value is written inside a body of this type, so that it can add nothing to it. */
function escapeFor(type: string): Escape {
  if (/json/i.test(type)) return inJson;
  if (/xml/i.test(type)) return escapeMarkup;
  return /urlencoded/i.test(type) ? encodeURIComponent : (value) => value;
}

const filled = (template: string, values: Readonly<Record<string, string>>, escape: Escape): string =>
  template.replace(/\{(to|from|text|id)\}/g, (_mark, name: string) => escape(values[name] ?? ""));

/** Sends over HTTP to whatever gateway the settings describe. */
export function smsGateway(settings: GatewaySettings): SmsSender {
  const { url, method, headers, body, from, timeoutMs = TIMEOUT_MS } = settings;
  const sent = new Headers(headers);
  if (method !== "GET" && !sent.has("content-type")) sent.set("Content-Type", "application/json");
  const escape = escapeFor(sent.get("content-type") ?? "");
  return {
    async send(sms: Sms, uid: string) {
      checkSms(sms);
      const values = { to: sms.to, from: senderOf(sms.from, from), text: sms.text, id: uid };
      const all = new Headers(sent);
      if (!all.has("idempotency-key")) all.set("Idempotency-Key", uid);
      const response = await fetch(new URL(filled(url, values, encodeURIComponent)), {
        method,
        headers: all,
        ...(method === "GET" ? {} : { body: filled(body, values, escape) }),
        // Another address would be sent the number and the text, and perhaps the key.
        redirect: "manual",
        signal: AbortSignal.timeout(timeoutMs),
      }).catch((error: unknown) => {
        throw inWords(error, timeoutMs);
      });
      // Whatever becomes of the rest of its answer, the gateway has said whether it took the message.
      if (response.ok) return void response.body?.cancel().catch(() => undefined);
      const said = await firstLineOf(response).catch(() => "");
      const failure = `The SMS gateway answered ${response.status}${said === "" ? "." : `: ${said}`}`;
      const isFinal = response.status >= 400 && response.status < 500 && !PASSING.includes(response.status);
      throw isFinal ? new SmsRefused(failure) : new CarrierError(failure);
    },
  };
}

/** For dispatchers, who read why a message waits. */
const inWords = (cause: unknown, timeoutMs: number): CarrierError =>
  cause instanceof Error && cause.name === "TimeoutError"
    ? new CarrierError(`The SMS gateway took longer than ${timeoutMs / 1000} seconds.`, { cause })
    : new CarrierError("The SMS gateway could not be reached.", { cause });

/** The first line of what a gateway says; the rest is not waited for. */
async function firstLineOf(response: Response): Promise<string> {
  const { begin } = await beginOf(response, MAX_ANSWER);
  return begin.toString("utf8").replace(/\s+/g, " ").trim().slice(0, 200);
}
