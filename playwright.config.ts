import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";
import { DATABASES } from "./tests/setup/e2e-server";

// npm run test:e2e names the browser; when Playwright is called directly, Debian's is taken, or its own.
const executablePath = process.env.CHROMIUM_PATH ?? (existsSync("/usr/bin/chromium") ? "/usr/bin/chromium" : undefined);
const isRoot = process.getuid?.() === 0;

/** What the page does by itself, whatever database is behind it. */
const PAGE_ALONE =
  /\/(connection|drag|driver-news|early-changes|first-minute|own-work|plan-figures|selection|slow-reload|two-companies)\.spec\.ts$/;

/** The same tests on each database; the project's name tells the fixtures which database their servers have. */
export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results/e2e",
  // What is about screens or the page alone is looked at once.
  projects: DATABASES.map((name) => (name === "mariadb" ? { name, grepInvert: /@screen/, testIgnore: PAGE_ALONE } : { name })),
  // Browser, server and solver share the machine: a second worker makes tests slow, not the run fast.
  workers: 1,
  retries: 0,
  // For a machine that is busy with something else; an idle one needs a tenth of it.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  reporter: [["list"], ["json", { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? "test-results/reports/e2e.json" }]],
  use: {
    browserName: "chromium",
    headless: true,
    locale: "en-GB",
    viewport: { width: 1440, height: 900 },
    actionTimeout: 20_000,
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      // Chromium refuses its sandbox to root, and containers have a small /dev/shm.
      args: isRoot ? ["--no-sandbox", "--disable-dev-shm-usage"] : [],
    },
  },
});
