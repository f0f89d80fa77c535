import { createHash } from "node:crypto";

/** The key of an engine's answers: whatever they depend on. */
export const cacheKeyOf = (...parts: readonly string[]): string =>
  createHash("sha256").update(parts.join(" ")).digest("hex").slice(0, 40);
