import path from "node:path";
import { buildIsFresh, ensureBuilt } from "./build-steps.mjs";
import { writeProblem } from "./folders.mjs";
import { ensureInstalled, installReason } from "./install.mjs";
import { Refusal, runMain } from "./log.mjs";
import { parsePort, portProblem } from "./ports.mjs";
import { showProgress } from "./progress.mjs";
import { exitCode, startGroup } from "./processes.mjs";
import { ROOT, SERVER } from "./project.mjs";
import { endWithParent, passSignalsTo } from "./signals.mjs";

/**
 * The server listens on this machine alone unless HOST says otherwise: a first try with demo accounts
 * should not be open to the whole network.
 */
const HOST = process.env.HOST || "localhost";

/** @throws Refusal with one sentence when the server could not listen */
async function checkPort() {
  const port = parsePort(process.env.PORT);
  if (port === null) throw new Refusal(`PORT must be a number from 0 to 65535, not "${process.env.PORT}".`);
  const problem = await portProblem(port, HOST);
  if (problem === "in use")
    throw new Refusal(
      `Port ${port} is in use: stop the other program, ` +
        `or choose another port with PORT=${port < 65535 ? port + 1 : 3000} npm start.`,
    );
  if (problem === "not allowed")
    throw new Refusal(`Port ${port} may not be opened by this user: set PORT to a number above 1023.`);
  if (problem) throw new Refusal(`The server cannot listen on HOST=${HOST}: it is no address of this machine.`);
}

/** @throws Refusal with one sentence that names the folder */
function checkFolders() {
  const dataDir = path.resolve(ROOT, process.env.DATA_DIR || ".data");
  const dataProblem = writeProblem(dataDir);
  if (dataProblem)
    throw new Refusal(
      `The data folder ${dataDir} cannot be written (${dataProblem}): ` +
        "change its permissions, or set DATA_DIR to another folder.",
    );
  // A finished installation may well lie on a read-only disk.
  if (installReason(ROOT) === null && buildIsFresh()) return;
  const problem = writeProblem(ROOT);
  if (problem)
    throw new Refusal(
      `The project folder ${ROOT} cannot be written (${problem}), ` +
        "and packages or the build have to be written there: change its permissions.",
    );
}

/**
 * Starts the server. On a terminal a bar stands there until it says its first words: the database is opened and brought
 * up to date by then.
 * @returns {Promise<number>} the server's exit code
 */
function serve() {
  const isWatched = process.stdout.isTTY === true;
  const stop = showProgress("Opening the database", { expectedMs: 3000 }, process.stdout);
  const child = startGroup(process.execPath, SERVER, {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: "production", HOST },
    stdio: isWatched ? ["inherit", "pipe", "pipe"] : "inherit",
  });
  for (const [from, to] of /** @type {const} */ ([
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ])) {
    from?.once("data", stop);
    from?.pipe(to, { end: false });
  }
  child.once("close", stop);
  // The server ends in its own time: it keeps calculations that are under way.
  passSignalsTo(child);
  return exitCode(child);
}

export const start = () =>
  runMain(async () => {
    await checkPort();
    checkFolders();
    endWithParent();
    await ensureInstalled();
    await ensureBuilt();
    return serve();
  });
