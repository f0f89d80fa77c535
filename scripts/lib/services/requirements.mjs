import { Refusal } from "../log.mjs";
import { aptInstall } from "./apt.mjs";
import { findChromium } from "./chromium.mjs";
import { findMariadb } from "./mariadb.mjs";
import { canApt } from "./programs.mjs";
import { findRedis } from "./redis.mjs";

/**
 * What a kind of test needs from outside npm.
 * @typedef {"mariadb" | "redis" | "chromium"} Need
 * @typedef {{ aptPackage: string, present: () => boolean, help: string }} Requirement
 * @type {Record<Need, Requirement>}
 */
const REQUIREMENTS = {
  mariadb: {
    aptPackage: "mariadb-server",
    present: () => Boolean(process.env.TEST_MARIADB_URL || findMariadb() || process.env.DATABASE_URL),
    help:
      "MariaDB or MySQL: install MariaDB (brew install mariadb; apt-get install mariadb-server), " +
      "or set DATABASE_URL=mysql://user:password@host:3306/ " +
      "to a server where the tests may create and drop databases named test_…",
  },
  redis: {
    aptPackage: "redis-server",
    present: () => Boolean(process.env.TEST_REDIS_URL || findRedis() || process.env.REDIS_URL),
    help:
      "Redis: install it (brew install redis; apt-get install redis-server), " +
      "or set REDIS_URL=redis://host:6379 to one that the tests may use.",
  },
  chromium: {
    aptPackage: "chromium-headless-shell",
    present: () => findChromium() !== undefined,
    help:
      "Chromium: install it (npx playwright install chromium; apt-get install chromium-headless-shell), " +
      "or set CHROMIUM_PATH to the program file of a Chromium or Chrome.",
  },
};

/**
 * Installs what is missing where it can (Debian as root), and refuses with the whole list otherwise: nothing is
 * skipped.
 * @param {Iterable<Need>} needs
 * @throws Refusal
 */
export async function ensureRequirements(needs) {
  const named = process.env.CHROMIUM_PATH;
  if (named && !findChromium()) throw new Refusal(`CHROMIUM_PATH names ${named}, which is no program that can be run.`);
  const missing = () => [...needs].map((need) => REQUIREMENTS[need]).filter((requirement) => !requirement.present());
  const first = missing();
  if (first.length > 0 && canApt()) await aptInstall(first.map((requirement) => requirement.aptPackage));
  const left = missing();
  if (left.length === 0) return;
  throw new Refusal(
    `The tests need programs that are missing here:\n${left.map(({ help }) => `  - ${help}`).join("\n")}`,
  );
}
