import path from "node:path";
import { availableParallelism } from "node:os";
import { z } from "zod";

/**
 * The only reader of process.env. Parsed once; a bad value stops the start with one sentence that names the variable.
 */
const optional = z.preprocess((value) => (value === "" ? undefined : value), z.string().optional());
const optionalUrl = z.preprocess((value) => (value === "" ? undefined : value), z.url().optional());
const wholeNumber = (fallback: number, min: number, max: number) =>
  z.preprocess(
    (value) => (value === undefined || value === "" ? fallback : Number(value)),
    z.number({ error: "must be a number" }).int().min(min).max(max),
  );

const Schema = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
  PORT: wholeNumber(3000, 0, 65535),
  HOST: z.string().default("localhost"),
  DATA_DIR: z.string().default(".data"),
  DATABASE_URL: optional.refine((url) => url === undefined || /^(mysql|mariadb):\/\//.test(url), "must begin with mysql:// or mariadb://"),
  REDIS_URL: optionalUrl,
  SESSION_SECRET: optional.refine((secret) => secret === undefined || secret.length >= 16, "must have at least 16 characters"),
  DEMO_PASSWORD: optional.refine((password) => password === undefined || password.length >= 8, "must have at least 8 characters"),
  MARKETING_HOST: optional,
  APP_HOST: optional,
  TRUST_PROXY: z.string().default("loopback"),
  SECURE_COOKIES: z.enum(["0", "1"]).default("0"),
  MAP_TILES_URL: optional,
  MAP_ATTRIBUTION: z.string().default("© OpenStreetMap contributors"),
  OSRM_URL: optionalUrl,
  DETOUR_FACTOR: z.preprocess((v) => (v === undefined || v === "" ? 1.3 : Number(v)), z.number().min(1).max(5)),
  SOLVER_WORKERS: wholeNumber(Math.max(1, availableParallelism() - 1), 1, 64),
  REMIX_DEV_ORIGIN: optional,
  WORKER_DIR: z.string().default("build"),
});

export interface Env extends z.infer<typeof Schema> {
  /** Absolute path of the folder that holds the SQLite file, uploads, the outbox and the session secret. */
  dataDir: string;
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
  return { ...parsed.data, dataDir: path.resolve(parsed.data.DATA_DIR) };
}

let cached: Env | undefined;

export function env(): Env {
  cached ??= parseEnv(process.env);
  return cached;
}
