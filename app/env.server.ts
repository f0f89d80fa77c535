import { closeSync, openSync, readSync } from "node:fs";
import path from "node:path";
import { availableParallelism, totalmem } from "node:os";
import { z } from "zod";
import {
  between,
  headerLines,
  isListenHost,
  optional,
  trustProxy,
  urlOf,
  webUrl,
  wholeNumber,
  withoutPlaceholders,
} from "./env-values.server";
import { readProviders } from "./oidc-settings.server";
import type { OidcProvider } from "./oidc-settings.server";

/**
 * The only reader of process.env. Parsed once; a bad value stops the start with one sentence that names the variable.
 */

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

/** Characters of the shortest secret that nobody guesses, however it is given; of a file, which may hold any, bytes. */
export const SHORTEST_SECRET = 16;

const Schema = z.object({
  NODE_ENV: z
    .enum(["development", "production", "test"], "must be development, production or test")
    .default("production"),
  PORT: wholeNumber(3000, 0, 65535),
  HOST: z.string().default("localhost").refine(isListenHost, "must be a name or an address, such as 0.0.0.0"),
  DATA_DIR: z.string().default(".data"),
  DATABASE_URL: urlOf({
    schemes: ["mysql", "mariadb"],
    otherwise: "must begin with mysql:// or mariadb://",
    also: ({ pathname }) =>
      /^\/[^/]+$/.test(pathname) ? undefined : "must name a database, such as mysql://user:password@host/database",
  }),
  REDIS_URL: urlOf({ schemes: ["rediss", "redis"], otherwise: "must begin with redis:// or rediss://" }),
  SESSION_SECRET: optional.refine(
    (secret) => secret === undefined || secret.length >= SHORTEST_SECRET,
    `must have at least ${SHORTEST_SECRET} characters`,
  ),
  DEMO_PASSWORD: optional.refine(
    (password) => password === undefined || password.length >= 8,
    "must have at least 8 characters",
  ),
  MARKETING_HOST: optional,
  APP_HOST: optional.refine(
    (host) => host === undefined || (/^[\w.-]+(:\d+)?$/.test(host) && URL.canParse(`http://${host}`)),
    "must be a host, such as app.example.com",
  ),
  PUBLIC_URL: optional.refine(
    (url) => url === undefined || (/^https?:\/\/[^/?#@\s]+\/?$/i.test(url) && URL.canParse(url)),
    "must be scheme and host alone, such as https://app.example.com",
  ),
  SMTP_URL: urlOf({
    schemes: ["smtps", "smtp"],
    otherwise: "must begin with smtp:// or smtps:// and name a host",
  }),
  MAIL_FROM: optional.refine(
    (from) => from === undefined || /^(?:[^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/.test(from),
    "must be an address, such as Routes <no-reply@example.com>",
  ),
  SMS_GATEWAY_URL: webUrl("https://gateway.example.com/messages", withoutPlaceholders),
  SMS_GATEWAY_METHOD: z.enum(["POST", "PUT", "GET"], "must be POST, PUT or GET").default("POST"),
  SMS_GATEWAY_HEADERS: headerLines,
  SMS_GATEWAY_BODY: z
    .string()
    .refine((body) => body.includes("{to}") && body.includes("{text}"), "must hold {to} and {text}")
    .default('{"to":"{to}","from":"{from}","text":"{text}","reference":"{id}"}'),
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
  STRIPE_API_URL: webUrl("https://api.stripe.com"),
  BILLING: z.enum(["on", "off"], "must be on or off").default("on"),
  TRUST_PROXY: trustProxy,
  SECURE_COOKIES: z.enum(["0", "1"], "must be 0 or 1").default("0"),
  MAP_TILES_URL: webUrl("https://tiles.example.com/{z}/{x}/{y}.png", withoutPlaceholders).refine(
    (url) => url === undefined || ["{z}", "{x}", "{y}"].every((part) => url.includes(part)),
    "must hold {z}, {x} and {y}",
  ),
  GOOGLE_MAPS_BROWSER_KEY: optional,
  MAP_PMTILES: optional.refine(
    (file) => file === undefined || isVectorArchive(file),
    "must be the path of a PMTiles archive (version 3) of vector tiles",
  ),
  MAP_ATTRIBUTION: z.string().default("© OpenStreetMap contributors"),
  NOMINATIM_URL: webUrl("http://localhost:8080"),
  GOOGLE_MAPS_API_KEY: optional,
  GEOCODER: z.enum(["embedded", "nominatim", "google"], "must be embedded, nominatim or google").optional(),
  OSRM_URL: webUrl("http://localhost:5000"),
  VALHALLA_URL: webUrl("http://localhost:8002"),
  DETOUR_FACTOR: between(1.3, 1, 5, "a number"),
  SOLVER_WORKERS: wholeNumber(Math.max(1, availableParallelism() - 1), 1, 64),
  SOLVER_THREADS: wholeNumber(Math.min(64, availableParallelism()), 1, 64),
  CALCULATION_MEMORY_MB: wholeNumber(0, 0, 1_000_000).refine(
    (megabytes) => megabytes === 0 || megabytes >= 300,
    "must be 0, or a whole number from 300 to 1000000",
  ),
  /** "1": a second server on one SQLite file is let in, as attacks need it, although it hears nothing of the first */
  SQLITE_SHARED: z.enum(["0", "1"], "must be 0 or 1").default("0"),
  /** how often sockets are held against their sessions; attacks that try something else make it rare */
  SESSION_LOOK_SEC: wholeNumber(30, 1, 86_400),
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

type Settings = z.infer<typeof Schema>;

const hostname = (host: string): string => host.toLowerCase().replace(/:\d+$/, "");

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** As the gateway's call takes it: JSON where no header says otherwise. */
function isWrongJson({ SMS_GATEWAY_HEADERS, SMS_GATEWAY_BODY }: Settings): boolean {
  const type = Object.entries(SMS_GATEWAY_HEADERS).find(([name]) => name.toLowerCase() === "content-type")?.[1];
  return (type === undefined || /json/i.test(type)) && !isJson(withoutPlaceholders(SMS_GATEWAY_BODY));
}

/** Values that are each right and make no sense together. @returns one sentence; undefined: they do */
function contradiction(settings: Settings): string | undefined {
  const { MARKETING_HOST, APP_HOST, PUBLIC_URL, SECURE_COOKIES, SMS_GATEWAY_URL = "", SMS_GATEWAY_METHOD } = settings;
  const { GEOCODER, NOMINATIM_URL, GOOGLE_MAPS_API_KEY, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET } = settings;
  if (MARKETING_HOST && !APP_HOST)
    return "MARKETING_HOST is set but APP_HOST is not: set APP_HOST to the host that serves the app.";
  if (MARKETING_HOST && APP_HOST && hostname(MARKETING_HOST) === hostname(APP_HOST))
    return "MARKETING_HOST and APP_HOST are the same host, whose visitors would be sent there again without an end.";
  if (SECURE_COOKIES === "1" && PUBLIC_URL !== undefined && /^http:/i.test(PUBLIC_URL))
    return "SECURE_COOKIES is 1 but PUBLIC_URL begins with http: nobody could sign in. Use https, or SECURE_COOKIES=0.";
  const isGet = SMS_GATEWAY_URL !== "" && SMS_GATEWAY_METHOD === "GET";
  if (isGet && !["{to}", "{text}"].every((part) => SMS_GATEWAY_URL.includes(part)))
    return "SMS_GATEWAY_METHOD is GET but SMS_GATEWAY_URL does not hold {to} and {text}.";
  if (isWrongJson(settings))
    return "SMS_GATEWAY_BODY is no JSON: mend it, or name its type with Content-Type in SMS_GATEWAY_HEADERS.";
  if (STRIPE_SECRET_KEY && !STRIPE_WEBHOOK_SECRET)
    return "STRIPE_SECRET_KEY is set but STRIPE_WEBHOOK_SECRET is not: set it to the secret of the webhook.";
  if (GEOCODER === "nominatim" && !NOMINATIM_URL)
    return "GEOCODER is nominatim but NOMINATIM_URL is not set: set it to the address of a Nominatim server.";
  if (GEOCODER === "google" && !GOOGLE_MAPS_API_KEY)
    return "GEOCODER is google but GOOGLE_MAPS_API_KEY is not set: set it to a key of the Google Maps Platform.";
  return undefined;
}

/** What the start says of settings that work, but not well. */
export function warningsOf({ PUBLIC_URL, SECURE_COOKIES }: Pick<Env, "PUBLIC_URL" | "SECURE_COOKIES">): string[] {
  if (SECURE_COOKIES === "1" || PUBLIC_URL === undefined || !/^https:/i.test(PUBLIC_URL)) return [];
  return ["PUBLIC_URL begins with https but SECURE_COOKIES is not 1: browsers send session cookies without https too."];
}

/** @throws Error with one sentence that names the variable at fault */
export function parseEnv(source: Readonly<Record<string, string | undefined>>): Env {
  // Compose files give what isn't set as an empty value.
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const parsed = Schema.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new Error(`The environment variable ${issue?.path.join(".")} is wrong: ${issue?.message}.`);
  }
  const fault = contradiction(parsed.data);
  if (fault !== undefined) throw new Error(fault);
  const { SOLVER_WORKERS, CALCULATION_MEMORY_MB } = parsed.data;
  return {
    ...parsed.data,
    CALCULATION_MEMORY_MB: CALCULATION_MEMORY_MB || calculationMemoryMb(SOLVER_WORKERS),
    dataDir: path.resolve(parsed.data.DATA_DIR),
    providers: readProviders(given),
  };
}

let cached: Env | undefined;

export function env(): Env {
  cached ??= parseEnv(process.env);
  return cached;
}
