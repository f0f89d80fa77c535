/** Progress as short plain lines, so that a log file reads like the screen; on a terminal a bar says how far it is. */
import { showProgress } from "./progress.mjs";

/** @param {number} ms @returns {string} seconds with one decimal below ten, whole seconds above */
export function seconds(ms) {
  const value = ms / 1000;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} s`;
}

/** @type {NodeJS.WritableStream & { isTTY?: boolean, columns?: number }} */
let target = process.stdout;

/** For scripts whose standard output belongs to a result. */
export function toStderr() {
  target = process.stderr;
}

/** @param {string} text */
export function print(text) {
  target.write(`${text}\n`);
}

/**
 * Says what begins, does it, says how long it took.
 * @template T
 * @param {string} begin for example "Building"
 * @param {string} done for example "Built"
 * @param {() => Promise<T>} work
 * @param {{ expectedMs: number, share?: () => number }} [progress] for the bar on a terminal
 * @returns {Promise<T>}
 */
export async function timed(begin, done, work, progress) {
  const start = performance.now();
  print(`${begin} …`);
  const stop = progress ? showProgress("  Please wait", progress, target) : () => undefined;
  const result = await work().finally(stop);
  print(`${done} in ${seconds(performance.now() - start)}.`);
  return result;
}

/** A failure that the reader can act on: shown as its sentence alone, without a stack. */
export class Refusal extends Error {}

/**
 * Runs a script's main function: a Refusal is one sentence and exit code 1, anything else shows its stack.
 * @param {() => Promise<number | void>} main resolves with the exit code
 */
export async function runMain(main) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    process.exitCode = 1;
    console.error(error instanceof Refusal ? error.message : error);
  }
}
