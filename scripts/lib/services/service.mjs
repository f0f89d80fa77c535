import { setTimeout as sleep } from "node:timers/promises";
import { Refusal } from "../log.mjs";
import { startGroup, stopGroup } from "../processes.mjs";

/**
 * @typedef {{ name: string, url: string, stop: () => Promise<void> }} Service
 *
 * Starts a program and waits until it serves.
 * @param {{ name: string, command: string, args: string[], url: string, isReady: () => Promise<boolean> }} wanted
 * @returns {Promise<Service>}
 * @throws Refusal with its output when it ends, or isn't ready after 30 s
 */
export async function startService({ name, command, args, url, isReady }) {
  const child = startGroup(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  let ended = false;
  child.stdout?.on("data", (chunk) => (output += chunk));
  child.stderr?.on("data", (chunk) => (output += chunk));
  child.once("error", (error) => (output += error.message));
  child.once("close", () => (ended = true));
  for (const deadline = Date.now() + 30_000; !(await isReady()); await sleep(50)) {
    if (!ended && Date.now() < deadline) continue;
    await stopGroup(child);
    throw new Refusal(`${output}\n${name} did not start.`);
  }
  return { name, url, stop: () => stopGroup(child) };
}
