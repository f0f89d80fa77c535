/** What an account asks for beside the password, and how its codes are typed. */
import { withLatinDigits } from "../validation/latin-digits";

export const SECOND_FACTORS = ["totp", "passkey", "recovery_code"] as const;
export type SecondFactor = (typeof SECOND_FACTORS)[number];

export interface AccountFactors {
  hasTotp: boolean;
  passkeys: number;
  /** that are not used yet */
  recoveryCodes: number;
}

/** Recovery codes alone are no factor: they stand in for one. */
export const hasSecondFactor = ({ hasTotp, passkeys }: Omit<AccountFactors, "recoveryCodes">): boolean =>
  hasTotp || passkeys > 0;

/** What the account takes as the second step; none: its sign-in has one step. */
export function secondFactorsOf({ hasTotp, passkeys, recoveryCodes }: AccountFactors): SecondFactor[] {
  if (!hasSecondFactor({ hasTotp, passkeys })) return [];
  const taken: Record<SecondFactor, boolean> = {
    totp: hasTotp,
    passkey: passkeys > 0,
    recovery_code: recoveryCodes > 0,
  };
  return SECOND_FACTORS.filter((factor) => taken[factor]);
}

/** Without signs that look alike; 32 of them, so that a code of ten has 50 random bits. */
export const RECOVERY_SIGNS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
export const RECOVERY_LENGTH = 10;

export const shownCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;

type TypedCode = { kind: "totp"; code: string } | { kind: "recovery_code"; code: string };

const RECOVERY = new RegExp(`^[${RECOVERY_SIGNS}]{${RECOVERY_LENGTH}}$`);

/** A code as people type it, with blanks and dashes wherever; null: it can be neither. */
export function readCode(typed: string): TypedCode | null {
  const code = withLatinDigits(typed)
    .replace(/[\s\-–]/g, "")
    .toUpperCase();
  if (/^\d{6}$/.test(code)) return { kind: "totp", code };
  return RECOVERY.test(code) ? { kind: "recovery_code", code } : null;
}

/**
 * `sign_in`: by itself, whoever it is. `second_step`: after a password. `proof`: by somebody who is signed in.
 * `registration`: a new one. The answer to one kind of question is worth nothing for another.
 */
export const PASSKEY_USES = ["sign_in", "second_step", "proof", "registration"] as const;
export type PasskeyUse = (typeof PASSKEY_USES)[number];
