import { defineConfig } from "@playwright/test";
import { findChromium } from "./scripts/lib/services/chromium.mjs";
import { ON_MARIADB } from "./tests/setup/e2e-server";

const executablePath = findChromium();
const isRoot = process.getuid?.() === 0;

/**
 * What goes through the whole program, or where what two people do meets in one database. Everything that asks the
 * database is asked on both by the integration tests; the other pages need only one behind them.
 */
const ON_BOTH = /\/(changes|driver-network|main-path|the-day|two-dispatchers)\.spec\.ts$/;

/** So many pages make a trace that costs more than the looking, and what a page costs is measured without one. */
const UNTRACED = /\/(driver-budgets|screens)\.spec\.ts$/;

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results/e2e",
  globalSetup: "./tests/setup/e2e-first-start.ts",
  // In the order in which they begin: first the file that takes longest, which would otherwise end alone.
  projects: [
    { name: "untraced", testMatch: UNTRACED, use: { trace: "off" } },
    { name: "sqlite", testIgnore: UNTRACED },
    // What is about screens is looked at once.
    { name: ON_MARIADB, grepInvert: /@screen/, testMatch: ON_BOTH },
  ],
  // Each with a server and a database of its own: while one waits for a calculation or a page, the other goes on.
  workers: 2,
  retries: 0,
  // Only what hangs takes so long, also on a machine that has twenty times as much to do; an idle one needs a tenth.
  timeout: 600_000,
  expect: { timeout: 60_000, toPass: { timeout: 90_000 } },
  reporter: [
    ["list"],
    ["json", { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? "test-results/reports/e2e.json" }],
  ],
  use: {
    browserName: "chromium",
    headless: true,
    locale: "en-GB",
    viewport: { width: 1440, height: 900 },
    actionTimeout: 60_000,
    // What was done and asked: copies of the page at each step cost a tenth of the run, a film of it a fifth.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false, sources: false },
    screenshot: "only-on-failure",
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      // Chromium refuses its sandbox to root, and containers have a small /dev/shm.
      args: isRoot ? ["--no-sandbox", "--disable-dev-shm-usage"] : [],
    },
  },
});
