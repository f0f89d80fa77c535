import { createHash } from "node:crypto";
import type { ReceivedFile } from "~/http/receive-form.server";
import { services } from "~/services/container.server";

/** What tells one file from another, of a call with a key of idempotency: its content counts, not where it is kept. */
export async function fingerprints(files: readonly ReceivedFile[]): Promise<string[][]> {
  const found: string[][] = [];
  for (const { field, name, key } of files) {
    const hash = createHash("sha256");
    const file = await services().storage.open(key);
    for await (const piece of file.stream()) hash.update(piece as Uint8Array);
    found.push([field, name, hash.digest("base64url")]);
  }
  return found;
}
