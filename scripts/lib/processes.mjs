import { spawn } from "node:child_process";
import { watch } from "./guard-client.mjs";

/** @typedef {import("node:child_process").ChildProcess} ChildProcess */

/** Process groups that this script started and that still run. @type {Set<number>} */
const groups = new Set();

/**
 * Starts a program in a process group of its own, so that all it starts can be stopped with it,
 * and Ctrl-C reaches it only through us, in the right order.
 * @param {string} command
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} [options]
 * @returns {ChildProcess}
 */
export function startGroup(command, args, options = {}) {
  const child = spawn(command, args, { ...options, detached: true });
  const { pid } = child;
  if (pid !== undefined) {
    groups.add(pid);
    watch(pid, true);
    child.once("close", () => {
      groups.delete(pid);
      watch(pid, false);
    });
  }
  return child;
}

/** @param {number} pid @param {NodeJS.Signals} signal */
function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch {
    // Already gone.
  }
}

/**
 * Ends a child and everything in its group; kills it when it hasn't ended in time.
 * @param {ChildProcess} child
 * @param {number} [graceMs]
 */
export async function stopGroup(child, graceMs = 10_000) {
  const { pid } = child;
  if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  signalGroup(pid, "SIGTERM");
  const timer = setTimeout(() => signalGroup(pid, "SIGKILL"), graceMs);
  await ended;
  clearTimeout(timer);
}

/** @param {NodeJS.Signals} signal */
export function signalAllGroups(signal) {
  for (const pid of groups) signalGroup(pid, signal);
}

/**
 * @param {ChildProcess} child
 * @returns {Promise<number>} its exit code; 128 + signal's number stands for a signal, 127 for a program that is not
 * there
 */
export function exitCode(child) {
  return new Promise((resolve) => {
    child.once("error", () => resolve(127));
    child.once("close", (code) => resolve(code ?? 130));
  });
}

/**
 * Runs a program and keeps all it prints.
 * @param {string} command
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function runQuietly(command, args, options = {}) {
  const child = startGroup(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout?.on("data", (chunk) => (output += chunk));
  child.stderr?.on("data", (chunk) => (output += chunk));
  child.once("error", (error) => (output += error.message));
  return { code: await exitCode(child), output };
}
