import { parseArgs } from "node:util";
import { BUILD_STAMP, REMIX } from "./lib/build-steps.mjs";
import { bundleEntries, bundleOptions, clientOptions } from "./lib/bundles.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { Refusal, runMain } from "./lib/log.mjs";
import { parsePort, portProblem } from "./lib/ports.mjs";
import { exitCode, startGroup } from "./lib/processes.mjs";
import { ROOT, SERVER } from "./lib/project.mjs";
import { endWithParent, passSignalsTo } from "./lib/signals.mjs";
import { removeStamp } from "./lib/stamp.mjs";

// npm run dev [-- --port 4000]: rebuilds and reloads on every change of a file.
await runMain(async () => {
  const { values } = parseArgs({ options: { port: { type: "string" } } });
  const port = parsePort(values.port ?? process.env.PORT);
  if (port === null) throw new Refusal("The port must be a number from 0 to 65535.");
  if (await portProblem(port, process.env.HOST || "localhost"))
    throw new Refusal(`Port ${port} is in use: npm run dev -- --port ${port + 1}`);

  endWithParent();
  await ensureInstalled();
  // What is built from here on is a development build; npm start must make its own.
  removeStamp(BUILD_STAMP);
  const { context } = await import("esbuild");
  const entries = bundleEntries();
  const beside = await Promise.all([context(bundleOptions(entries)), context(clientOptions())]);
  for (const one of beside) {
    await one.rebuild();
    await one.watch();
  }

  const remix = startGroup(process.execPath, [REMIX, "dev", "-c", `node ${SERVER.join(" ")}`], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: "development", PORT: String(port) },
    stdio: "inherit",
  });
  passSignalsTo(remix);
  const code = await exitCode(remix);
  for (const one of beside) await one.dispose();
  return code;
});
