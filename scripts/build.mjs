import { build } from "./lib/build-steps.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { runMain } from "./lib/log.mjs";
import { endWithParent } from "./lib/signals.mjs";

// npm run build
await runMain(async () => {
  endWithParent();
  await ensureInstalled();
  await build();
});
