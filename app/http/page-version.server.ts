import { createHash } from "node:crypto";

/** Random ids of forms are new each time the page is made, and nobody sees them. */
const UNSEEN: ReadonlySet<string> = new Set(["commandId", "commandIds"]);

/** Changes whenever something that the page shows changes. */
export const versionOf = (shown: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify(shown, (key, value: unknown) => (UNSEEN.has(key) ? undefined : value)))
    .digest("base64url")
    .slice(0, 16);
