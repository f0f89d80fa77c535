import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { inRoot } from "../project.mjs";
import { findProgram } from "./programs.mjs";

/**
 * @returns {string | undefined} a Chromium or Chrome: CHROMIUM_PATH, an installed one, or the one that Playwright
 * downloaded; first the one without windows, which needs a good part less of the machine
 */
export function findChromium() {
  if (process.env.CHROMIUM_PATH) return findProgram(process.env.CHROMIUM_PATH);
  return findProgram("chromium-headless-shell") ?? findWholeChromium() ?? downloadedByPlaywright();
}

/** @returns {string | undefined} an installed one with windows, which shows notifications, too */
export const findWholeChromium = () =>
  findProgram(
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  );

function downloadedByPlaywright() {
  try {
    const file = createRequire(inRoot("package.json"))("@playwright/test").chromium.executablePath();
    return existsSync(file) ? file : undefined;
  } catch {
    return undefined;
  }
}
