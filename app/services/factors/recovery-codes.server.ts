import { randomInt } from "node:crypto";
import { RECOVERY_LENGTH, RECOVERY_SIGNS, shownCode } from "~/domain/access/second-factor";
import { keyedHash } from "~/services/secret.server";

const RECOVERY_CODES = 10;

const newCode = (): string =>
  Array.from({ length: RECOVERY_LENGTH }, () => RECOVERY_SIGNS[randomInt(RECOVERY_SIGNS.length)]).join("");

/** @param code without its dash */
export const hashOfRecoveryCode = (code: string): string => keyedHash("recovery codes", code);

/** Ten codes as they are shown, once, and the hashes that are stored. */
export function newRecoveryCodes(): { shown: string[]; hashes: string[] } {
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES) codes.add(newCode());
  return { shown: [...codes].map(shownCode), hashes: [...codes].map(hashOfRecoveryCode) };
}
