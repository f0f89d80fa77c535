import { isIP } from "node:net";
import { z } from "zod";

/** Kinds of values of the environment. An empty value counts as none (`parseEnv`). */

export const optional = z.string().optional();

export const between = (fallback: number, min: number, max: number, kind: string) => {
  const error = `must be ${kind} from ${min} to ${max}`;
  return z.preprocess(
    (value) => (value === undefined ? fallback : Number(value)),
    z.number(error).min(min, error).max(max, error),
  );
};

export const wholeNumber = (fallback: number, min: number, max: number) =>
  between(fallback, min, max, "a whole number").refine(
    Number.isInteger,
    `must be a whole number from ${min} to ${max}`,
  );

/** What a character of its password would make of a URL: another host, or none. */
const UNREADABLE =
  "can't be read as a URL: in its user name and password @ : / # ? % are written %40 %3A %2F %23 %3F %25, " +
  "and a port is a number up to 65535";

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** A place beyond the host that holds an @, or a #, comes from a password that isn't written as it has to be. */
function isReadable(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { username, password, pathname, hash } = new URL(text);
  return hash === "" && !pathname.includes("@") && [username, password, pathname].every(isDecodable);
}

interface UrlRules {
  schemes: readonly string[];
  /** what is said of another scheme, and of none */
  otherwise: string;
  /** what else is wrong with it; undefined: nothing */
  also?: (url: URL) => string | undefined;
  /** what of the text is a URL, where it holds more */
  readAs?: (text: string) => string;
}

/** A URL that can be opened: its scheme is known, and it has a host. */
export const urlOf = ({ schemes, otherwise, also, readAs = (text) => text }: UrlRules) =>
  optional.superRefine((text, ctx) => {
    if (text === undefined) return;
    const fault = (message: string) => ctx.addIssue({ code: "custom", message });
    const read = readAs(text);
    if (!new RegExp(`^(${schemes.join("|")})://[^/]`, "i").test(read)) return fault(otherwise);
    if (!isReadable(read)) return fault(UNREADABLE);
    const more = also?.(new URL(read));
    if (more !== undefined) fault(more);
  });

export const webUrl = (example: string, readAs?: (text: string) => string) =>
  urlOf({ schemes: ["https", "http"], otherwise: `must be a URL, such as ${example}`, ...(readAs ? { readAs } : {}) });

/** {z}, {to}: a place for a value. */
export const withoutPlaceholders = (text: string): string => text.replace(/\{\w+\}/g, "0");

const PROXY_NAMES = ["loopback", "linklocal", "uniquelocal"];
const LONGEST_PREFIX: Readonly<Record<number, number>> = { 4: 32, 6: 128 };

const isProxy = (text: string): boolean => {
  if (PROXY_NAMES.includes(text)) return true;
  const [address = "", bits = "0", ...rest] = text.split("/");
  const longest = LONGEST_PREFIX[isIP(address)];
  return longest !== undefined && rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= longest;
};

/** Express takes "1" for an address and not for a number of proxies; it has to be told apart here. */
export const trustProxy = z
  .string()
  .default("loopback")
  .transform((text) =>
    text === "true" || text === "false"
      ? text === "true"
      : /^\d+$/.test(text)
        ? Number(text)
        : text.split(",").map((part) => part.trim()),
  )
  .refine(
    (value) => !Array.isArray(value) || value.every(isProxy),
    "must be a number of proxies, or addresses and networks with commas between them, or loopback",
  );

/** 'Authorization: Bearer abc' on lines of their own, or with | between them. */
export const headerLines = z
  .string()
  .default("")
  .transform((text, ctx) => {
    const headers: Record<string, string> = {};
    for (const line of text.split(/[\n|]/).map((part) => part.trim())) {
      if (line === "") continue;
      const [, name = "", value = ""] = /^([!#$%&'*+.^_`~\w-]+)\s*:\s*([\x20-\x7e]+)$/.exec(line) ?? [];
      if (name === "")
        ctx.addIssue({
          code: "custom",
          message: "must be headers such as Authorization: Bearer key, with | between them",
        });
      else headers[name] = value;
    }
    return headers;
  });

/** A name or an address to listen on. */
export const isListenHost = (host: string): boolean =>
  URL.canParse(isIP(host) === 6 ? `http://[${host}]/` : `http://${host}/`) &&
  (isIP(host) === 6 || /^[\w.-]+$/.test(host));
