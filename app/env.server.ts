import { closeSync, openSync, readSync } from "node:fs";
import { isIP } from "node:net";
import path from "node:path";
import { availableParallelism, totalmem } from "node:os";
import { z } from "zod";
import { readProviders } from "./oidc-settings.server";
import type { OidcProvider } from "./oidc-settings.server";

/**
 * The only reader of process.env. Parsed once; a bad value stops the start with one sentence that names the variable.
 */
const optional = z.preprocess((value) => (value === "" ? undefined : value), z.string().optional());
const optionalUrl = z.preprocess(
  (value) => (value === "" ? undefined : value),
  z.url("must be a URL, such as http://localhost:5000").optional(),
);
const between = (fallback: number, min: number, max: number, kind: string) => {
  const error = `must be ${kind} from ${min} to ${max}`;
  return z.preprocess(
    (value) => (value === undefined || value === "" ? fallback : Number(value)),
    z.number(error).min(min, error).max(max, error),
  );
};
const wholeNumber = (fallback: number, min: number, max: number) =>
  between(fallback, min, max, "a whole number").refine(
    Number.isInteger,
    `must be a whole number from ${min} to ${max}`,
  );

const PROXY_NAMES = ["loopback", "linklocal", "uniquelocal"];
const isProxy = (text: string): boolean => {
  const [address = "", bits, ...rest] = text.split("/");
  return (
    PROXY_NAMES.includes(text) ||
    (isIP(address) !== 0 && rest.length === 0 && (bits === undefined || /^\d{1,3}$/.test(bits)))
  );
};

/** Express takes "1" for an address and not for a number of proxies; it has to be told apart here. */
const trustProxy = z
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
const smsHeaders = z
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

/** Of the machine, or of the container that the process runs in. */
function machineMemoryMb(): number {
  const limit = process.constrainedMemory();
  return (limit > 0 && limit < totalmem() ? limit : totalmem()) / 1e6;
}

/** Calculations may take six tenths of the memory, all together. */
const calculationMemoryMb = (workers: number): number => Math.max(500, Math.floor((machineMemoryMb() * 0.6) / workers));

/** Its first bytes: the format's name, its version 3, and at 99 that its tiles are vector tiles. */
function isVectorArchive(file: string): boolean {
  const head = Buffer.alloc(127);
  try {
    const descriptor = openSync(file, "r");
    try {
      readSync(descriptor, head, 0, head.length, 0);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return false;
  }
  return head.toString("latin1", 0, 7) === "PMTiles" && head[7] === 3 && head[99] === 1;
}

/** https, or this machine, where nobody is in between. */
function isSafeScript(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username } = new URL(text);
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  // What stands in the content policy must be a host and nothing else.
  return (
    username === "" && /^[\w.:[\]-]+$/.test(hostname) && (protocol === "https:" || (protocol === "http:" && isHere))
  );
}

const Schema = z.object({
  NODE_ENV: z
    .enum(["development", "production", "test"], "must be development, production or test")
    .default("production"),
  PORT: wholeNumber(3000, 0, 65535),
  HOST: z.string().default("localhost"),
  DATA_DIR: z.string().default(".data"),
  DATABASE_URL: optional.refine(
    (url) => url === undefined || /^(mysql|mariadb):\/\//.test(url),
    "must begin with mysql:// or mariadb://",
  ),
  REDIS_URL: optional.refine(
    (url) => url === undefined || /^rediss?:\/\//.test(url),
    "must begin with redis:// or rediss://",
  ),
  SESSION_SECRET: optional.refine(
    (secret) => secret === undefined || secret.length >= 16,
    "must have at least 16 characters",
  ),
  DEMO_PASSWORD: optional.refine(
    (password) => password === undefined || password.length >= 8,
    "must have at least 8 characters",
  ),
  MARKETING_HOST: optional,
  APP_HOST: optional.refine(
    (host) => host === undefined || /^[\w.-]+(:\d+)?$/.test(host),
    "must be a host, such as app.example.com",
  ),
  PUBLIC_URL: optional.refine(
    (url) => url === undefined || /^https?:\/\/[^/?#@\s]+\/?$/i.test(url),
    "must be scheme and host alone, such as https://app.example.com",
  ),
  SMTP_URL: optional.refine(
    (url) => url === undefined || /^smtps?:\/\/[^/\s]+/i.test(url),
    "must begin with smtp:// or smtps:// and name a host",
  ),
  MAIL_FROM: optional.refine(
    (from) => from === undefined || /^(?:[^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/.test(from),
    "must be an address, such as Routes <no-reply@example.com>",
  ),
  SMS_GATEWAY_URL: optional.refine(
    (url) => url === undefined || (URL.canParse(url.replace(/\{\w+\}/g, "x")) && /^https?:\/\//i.test(url)),
    "must be a URL, such as https://gateway.example.com/messages",
  ),
  SMS_GATEWAY_METHOD: z.enum(["POST", "PUT", "GET"], "must be POST, PUT or GET").default("POST"),
  SMS_GATEWAY_HEADERS: smsHeaders,
  SMS_GATEWAY_BODY: z.preprocess(
    (value) => (value === "" ? undefined : value),
    z
      .string()
      .refine((body) => body.includes("{to}") && body.includes("{text}"), "must hold {to} and {text}")
      .default('{"to":"{to}","from":"{from}","text":"{text}","reference":"{id}"}'),
  ),
  SMS_FROM: optional.refine(
    (from) => from === undefined || /^(?:\+?\d{3,15}|[A-Za-z0-9 ]{1,11})$/.test(from),
    "must be a phone number, or up to 11 letters and digits",
  ),
  HELP_CHAT_SCRIPT_URL: optional.refine(
    (url) => url === undefined || isSafeScript(url),
    "must be an https address, such as https://chat.example.com/widget.js",
  ),
  WEBHOOKS_ALLOW_PRIVATE: z.enum(["0", "1"], "must be 0 or 1").default("0"),
  INVOICE_ISSUER: optional.refine(
    (text) => text === undefined || (text.length <= 1000 && text.split("|").length <= 12),
    "must be at most 12 lines with | between them, such as Routes Ltd|Main Street 1|VAT 123|IBAN …",
  ),
  STRIPE_SECRET_KEY: optional,
  STRIPE_WEBHOOK_SECRET: optional,
  STRIPE_API_URL: optionalUrl,
  BILLING: z.enum(["on", "off"], "must be on or off").default("on"),
  TRUST_PROXY: trustProxy,
  SECURE_COOKIES: z.enum(["0", "1"], "must be 0 or 1").default("0"),
  MAP_TILES_URL: optional.refine(
    (url) => url === undefined || ["{z}", "{x}", "{y}"].every((part) => url.includes(part)),
    "must hold {z}, {x} and {y}",
  ),
  GOOGLE_MAPS_BROWSER_KEY: optional,
  MAP_PMTILES: optional.refine(
    (file) => file === undefined || isVectorArchive(file),
    "must be the path of a PMTiles archive (version 3) of vector tiles",
  ),
  MAP_ATTRIBUTION: z.string().default("© OpenStreetMap contributors"),
  NOMINATIM_URL: optionalUrl,
  GOOGLE_MAPS_API_KEY: optional,
  GEOCODER: z.preprocess(
    (value) => (value === "" ? undefined : value),
    z.enum(["embedded", "nominatim", "google"], "must be embedded, nominatim or google").optional(),
  ),
  OSRM_URL: optionalUrl,
  VALHALLA_URL: optionalUrl,
  DETOUR_FACTOR: between(1.3, 1, 5, "a number"),
  SOLVER_WORKERS: wholeNumber(Math.max(1, availableParallelism() - 1), 1, 64),
  SOLVER_THREADS: wholeNumber(Math.min(64, availableParallelism()), 1, 64),
  CALCULATION_MEMORY_MB: wholeNumber(0, 0, 1_000_000).refine(
    (megabytes) => megabytes === 0 || megabytes >= 300,
    "must be 0, or a whole number from 300 to 1000000",
  ),
  /** "1": a second server on one SQLite file is let in, as attacks need it, although it hears nothing of the first */
  SQLITE_SHARED: z.enum(["0", "1"], "must be 0 or 1").default("0"),
  REMIX_DEV_ORIGIN: optional,
  WORKER_DIR: z.string().default("build"),
  /** set by npm: its own program, for what npm is to install */
  npm_execpath: optional,
});

export interface Env extends z.infer<typeof Schema> {
  /** Absolute path of the folder that holds the SQLite file, uploads, the outbox and the session secret. */
  dataDir: string;
  /** who people may sign in with, beside e-mail and password */
  providers: readonly OidcProvider[];
}

/** @throws Error with one sentence that names the variable at fault */
export function parseEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const parsed = Schema.safeParse(source);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new Error(`The environment variable ${issue?.path.join(".")} is wrong: ${issue?.message}.`);
  }
  if (parsed.data.MARKETING_HOST && !parsed.data.APP_HOST) {
    throw new Error("MARKETING_HOST is set but APP_HOST is not: set APP_HOST to the host that serves the app.");
  }
  const { SMS_GATEWAY_URL, SMS_GATEWAY_METHOD } = parsed.data;
  if (
    SMS_GATEWAY_URL &&
    SMS_GATEWAY_METHOD === "GET" &&
    !["{to}", "{text}"].every((part) => SMS_GATEWAY_URL.includes(part))
  )
    throw new Error("SMS_GATEWAY_METHOD is GET but SMS_GATEWAY_URL does not hold {to} and {text}.");
  if (parsed.data.STRIPE_SECRET_KEY && !parsed.data.STRIPE_WEBHOOK_SECRET)
    throw new Error("STRIPE_SECRET_KEY is set but STRIPE_WEBHOOK_SECRET is not: set it to the secret of the webhook.");
  const { GEOCODER, NOMINATIM_URL, GOOGLE_MAPS_API_KEY } = parsed.data;
  if (GEOCODER === "nominatim" && !NOMINATIM_URL)
    throw new Error("GEOCODER is nominatim but NOMINATIM_URL is not set: set it to the address of a Nominatim server.");
  if (GEOCODER === "google" && !GOOGLE_MAPS_API_KEY)
    throw new Error(
      "GEOCODER is google but GOOGLE_MAPS_API_KEY is not set: set it to a key of the Google Maps Platform.",
    );
  const { SOLVER_WORKERS, CALCULATION_MEMORY_MB } = parsed.data;
  return {
    ...parsed.data,
    CALCULATION_MEMORY_MB: CALCULATION_MEMORY_MB || calculationMemoryMb(SOLVER_WORKERS),
    dataDir: path.resolve(parsed.data.DATA_DIR),
    providers: readProviders(source),
  };
}

let cached: Env | undefined;

export function env(): Env {
  cached ??= parseEnv(process.env);
  return cached;
}
