import { existsSync, mkdirSync, mkdtempSync, rmSync, chmodSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { watchFolder } from "../guard-client.mjs";
import { startMariadb, findMariadb } from "./mariadb.mjs";
import { findRedis, startRedis } from "./redis.mjs";
import { findChromium } from "./chromium.mjs";

/**
 * @typedef {import("./requirements.mjs").Need} Need
 * @typedef {{ environment: Record<string, string>, summary: string, stop: () => Promise<void> }} Services
 */

/**
 * The address without a database's name, ending with "/".
 * @param {string} url @returns {string}
 */
export function serverUrl(url) {
  const parsed = new URL(url);
  parsed.pathname = "/";
  parsed.search = "";
  return parsed.href;
}

/**
 * Starts private servers, or takes the ones that are named: TEST_MARIADB_URL and TEST_REDIS_URL always,
 * DATABASE_URL and REDIS_URL where no such program is installed.
 * @param {Set<Need>} needs
 * @returns {Promise<Services>} environment: what the tests read
 */
export async function startServices(needs) {
  const folder = mkdtempSync(path.join(existsSync("/tmp") ? "/tmp" : tmpdir(), "route-platform-test-"));
  // MariaDB's own user has to pass through it.
  chmodSync(folder, 0o755);
  watchFolder(folder);
  /** @type {import("./service.mjs").Service[]} */
  const running = [];
  /** @type {string[]} */
  const lines = [];
  /** @type {Record<string, string>} */
  const environment = { TMPDIR: path.join(folder, "tmp") };
  // What a test that was broken off left behind goes with the folder.
  mkdirSync(path.join(folder, "tmp"));

  /**
   * @param {string} name @param {string | undefined} given @param {() => Promise<import("./service.mjs").Service>}
   * start
   */
  const provide = async (name, given, start) => {
    if (given) {
      lines.push(`${name} given by the environment`);
      return given;
    }
    const service = await start();
    running.push(service);
    lines.push(`${name} at ${service.url}`);
    return service.url;
  };

  const stop = async () => {
    await Promise.all(running.map((service) => service.stop()));
    rmSync(folder, { recursive: true, force: true });
  };

  const mariadb = async () => {
    const given = process.env.TEST_MARIADB_URL || (findMariadb() ? undefined : process.env.DATABASE_URL);
    environment.TEST_MARIADB_URL = serverUrl(
      await provide("MariaDB", given, () => startMariadb(path.join(folder, "mariadb"))),
    );
  };
  const redis = async () => {
    const given = process.env.TEST_REDIS_URL || (findRedis() ? undefined : process.env.REDIS_URL);
    environment.TEST_REDIS_URL = await provide("Redis", given, () => startRedis(path.join(folder, "redis")));
  };
  const results = await Promise.allSettled([needs.has("mariadb") && mariadb(), needs.has("redis") && redis()]);
  const failure = results.find((result) => result.status === "rejected");
  if (failure) {
    await stop();
    throw failure.reason;
  }
  const chromium = needs.has("chromium") ? findChromium() : undefined;
  if (chromium) {
    environment.CHROMIUM_PATH = chromium;
    lines.push(`Chromium ${chromium}`);
  }
  return { environment, summary: lines.sort().join("; "), stop };
}
