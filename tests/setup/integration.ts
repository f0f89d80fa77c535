import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ensureWorkerBundles } from "../../scripts/lib/bundles.mjs";

/**
 * Before the integration tests: what runs in processes and threads of its own is read from build/, and all files share
 * the databases that theirs are copied from.
 */
export default async function setup(): Promise<() => void> {
  await ensureWorkerBundles();
  const folder = mkdtempSync(path.join(tmpdir(), "route-platform-db-"));
  process.env.TEST_DATABASE_FOLDER = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
