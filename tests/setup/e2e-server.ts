import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createConnection } from "mysql2/promise";
import { SERVER } from "../../scripts/lib/project.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

export const DATABASES = ["sqlite", "mariadb"] as const;
export type DatabaseKind = (typeof DATABASES)[number];

/** The project of browser tests whose servers have MariaDB behind them; those of all others have SQLite. */
export const ON_MARIADB = "mariadb";

/** What a server keeps between two starts: its data folder and, on MariaDB, a database of its own. */
export interface Storage {
  readonly kind: DatabaseKind;
  readonly dataDir: string;
  /** undefined on SQLite, whose file lies in the data folder */
  readonly databaseUrl: string | undefined;
  remove(): Promise<void>;
}

export interface PlatformServer {
  /** "http://127.0.0.1:PORT/platform/" */
  readonly url: string;
  readonly pid: number;
  /** its data folder, with the SQLite file in it */
  readonly dataDir: string;
  /** of all demo accounts */
  readonly password: string;
  /** everything that the server printed so far */
  output(): string;
  /** the part of it that went to standard error */
  errors(): string;
  /** SIGTERM lets the server end in order, SIGKILL is the crash; resolves when the process is gone. */
  stop(signal?: "SIGTERM" | "SIGKILL"): Promise<void>;
}

/** @throws Error when MariaDB is wanted and TEST_MARIADB_URL doesn't name a server (npm run test:e2e starts one) */
export async function createStorage(kind: DatabaseKind): Promise<Storage> {
  const dataDir = mkdtempSync(path.join(tmpdir(), `route-platform-${kind}-`));
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true });
  if (kind === "sqlite") return { kind, dataDir, databaseUrl: undefined, remove: async () => removeFolder() };

  const serverUrl = process.env.TEST_MARIADB_URL;
  if (!serverUrl)
    throw new Error(
      "TEST_MARIADB_URL is not set: run the browser tests with npm run test:e2e, which starts a private MariaDB.",
    );
  const name = `test_e2e_${randomBytes(6).toString("hex")}`;
  const query = async (sql: string) => {
    const connection = await createConnection(serverUrl);
    await connection.query(sql);
    await connection.end();
  };
  await query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
  return {
    kind,
    dataDir,
    databaseUrl: new URL(name, serverUrl).href,
    remove: async () => {
      removeFolder();
      await query(`DROP DATABASE ${name}`);
    },
  };
}

interface StartOptions {
  /** at random when left out; a second start on the same storage keeps the first one's accounts */
  password?: string;
  env?: Record<string, string>;
  readyTimeoutMs?: number;
}

/**
 * Runs the built server as production does, on a free port, and waits for its "Ready:" line.
 * @throws Error with all that it printed when it ends before, or takes too long
 */
export async function startPlatform(storage: Storage, options: StartOptions = {}): Promise<PlatformServer> {
  if (!existsSync(path.join(ROOT, "build/index.js")))
    throw new Error("build/index.js is missing: run npm run build first.");
  const password = options.password ?? randomBytes(12).toString("base64url");
  const child = spawn(process.execPath, SERVER, {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: "0",
      DATA_DIR: storage.dataDir,
      DEMO_PASSWORD: password,
      ...(storage.databaseUrl ? { DATABASE_URL: storage.databaseUrl } : {}),
      ...options.env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });

  let output = "";
  let errors = "";
  const keep = (text: string) => {
    output += text;
  };
  const ended = new Promise<number | string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code, signal) => resolve(signal ?? code ?? "unknown"));
  });
  const stop = async (signal: "SIGTERM" | "SIGKILL" = "SIGTERM") => {
    child.kill(signal);
    const timer = setTimeout(() => child.kill("SIGKILL"), 25_000);
    await ended;
    clearTimeout(timer);
  };

  const url = await new Promise<string>((resolve, reject) => {
    const refuse = (why: string) => reject(new Error(`The server on ${storage.kind} ${why}. It printed:\n${output}`));
    const timer = setTimeout(() => {
      refuse("was not ready in time");
      void stop("SIGKILL");
    }, options.readyTimeoutMs ?? 180_000);
    void ended.then((how) => refuse(`ended (${how})`)).finally(() => clearTimeout(timer));
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      keep(text);
      const ready = /^Ready: (http:\S+)$/m.exec(output);
      if (ready?.[1]) {
        clearTimeout(timer);
        resolve(ready[1]);
      }
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      keep(text);
      errors += text;
    });
  });
  return { url, pid: child.pid!, dataDir: storage.dataDir, password, output: () => output, errors: () => errors, stop };
}
