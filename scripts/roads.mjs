// npm run roads -- region.osm.pbf: roads, addresses and map of a region, for a product that runs or will run here.
import { fork } from "node:child_process";
import path from "node:path";
import { ensureWorkerBundles } from "./lib/bundles.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { runMain } from "./lib/log.mjs";
import { exitCode } from "./lib/processes.mjs";
import { showProgress } from "./lib/progress.mjs";
import { inRoot, ROOT } from "./lib/project.mjs";
import { passSignalsTo } from "./lib/signals.mjs";

/**
 * A file's name is meant from where the user is; the data folder from the project's.
 * @param {string} word
 */
function fromHere(word) {
  const isFile = !word.startsWith("-") && !/^https?:/i.test(word) && /\.pbf$/i.test(word);
  return isFile ? path.resolve(process.env.INIT_CWD ?? process.cwd(), word) : word;
}

await runMain(async () => {
  await ensureInstalled();
  await ensureWorkerBundles();
  const child = fork(inRoot("build", "roads.worker.js"), process.argv.slice(2).map(fromHere), {
    cwd: ROOT,
    execArgv: ["--enable-source-maps"],
  });
  passSignalsTo(child);
  let share = 0;
  let step = "";
  let started = performance.now();
  let stop = () => {};
  const end = () => {
    stop();
    if (step !== "") console.log(`${step}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
    step = "";
  };
  child.on("message", (message) => {
    const news = /** @type {{ share: number } | { line: string } | { step: string }} */ (message);
    if ("share" in news) share = news.share;
    else if ("line" in news) {
      end();
      console.log(news.line);
    } else {
      end();
      share = 0;
      step = news.step;
      started = performance.now();
      stop = showProgress(step, { expectedMs: 1000, share: () => share }, process.stdout);
    }
  });
  const code = await exitCode(child);
  end();
  return code;
});
