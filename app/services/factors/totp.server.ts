/** Codes of authenticator apps (RFC 6238): six digits, a new one every 30 seconds. */
import { generateSecret, generateURI, verifySync } from "otplib";
import { openText, sealText } from "~/services/secret.server";

const STEP_SEC = 30;
const PURPOSE = "totp secrets";

/** What apps show beside the e-mail. */
const ISSUER = "Route planning";

/** 160 random bits in base32. */
export const newTotpSecret = (): string => generateSecret();

export const sealTotp = (secret: string): string => sealText(PURPOSE, secret);

/** Null when it was sealed with another server's secret. */
export const openTotp = (sealed: string): string | null => openText(PURPOSE, sealed);

/** What the QR code says. */
export const totpUri = (email: string, secret: string): string =>
  generateURI({ issuer: ISSUER, label: email, secret, period: STEP_SEC });

/**
 * The time step that a code belongs to: the present one, or one before or after it, because clocks differ and people
 * take time to type. Null for a wrong code.
 */
export function stepOf(secret: string, code: string, nowSec: number): number | null {
  const result = verifySync({ secret, token: code, epoch: nowSec, period: STEP_SEC, epochTolerance: STEP_SEC });
  return result.valid && "timeStep" in result ? result.timeStep : null;
}
