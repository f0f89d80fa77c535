import { ensureWorkerBundles } from "../../scripts/lib/bundles.mjs";

/** Before the integration tests: what runs in processes and threads of its own is read from build/. */
export default async function setup(): Promise<void> {
  await ensureWorkerBundles();
}
