// npm run api:types -- api.d.ts [http://localhost:3000]: TypeScript's types of the API, from the document of a server.
import { spawn } from "node:child_process";
import path from "node:path";
import { ensureInstalled } from "./lib/install.mjs";
import { Refusal, runMain } from "./lib/log.mjs";
import { exitCode } from "./lib/processes.mjs";
import { inRoot, ROOT } from "./lib/project.mjs";

await runMain(async () => {
  const [file, server = "http://localhost:3000", ...more] = process.argv.slice(2);
  if (file === undefined || more.length > 0 || !URL.canParse(server))
    throw new Refusal("npm run api:types -- FILE [http://localhost:3000]");
  await ensureInstalled();
  const document = new URL("/platform/api/openapi.json", server).href;
  // A file's name is meant from where the user is.
  const target = path.resolve(process.env.INIT_CWD ?? process.cwd(), file);
  const generator = inRoot("node_modules", "openapi-typescript", "bin", "cli.js");
  return exitCode(spawn(process.execPath, [generator, document, "-o", target], { cwd: ROOT, stdio: "inherit" }));
});
