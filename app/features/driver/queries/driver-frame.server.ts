import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { CompanySession } from "~/auth/session.server";
import { absolute } from "~/paths";

export interface DriverFrame {
  /** whose reports wait on this phone: a queue belongs to one member of one company */
  owner: string;
  companyId: number;
  /** changes with the script's text, so that a phone never keeps an old one */
  scriptUrl: string;
}

const FILES = ["driver.js", "driver-queue.js", "driver-files.js", "driver-news.js", "driver-proof.js", "proof-rule.js", "signature-pad.js"];

let version: string | undefined;

function scriptVersion(): string {
  if (version !== undefined) return version;
  const hash = createHash("sha256");
  for (const file of FILES) hash.update(readFileSync(`public/${file}`));
  return (version = hash.digest("hex").slice(0, 8));
}

export const loadDriverFrame = (session: CompanySession): DriverFrame => ({
  owner: `${session.company.id}.${session.user.id}`,
  companyId: session.company.id,
  scriptUrl: absolute(`/driver.js?v=${scriptVersion()}`),
});
