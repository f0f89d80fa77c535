import { createECDH, createPrivateKey, sign } from "node:crypto";
import type { KeyObject } from "node:crypto";

/** Who sends: push services let nobody else send to a browser that has subscribed with this key (RFC 8292). */
export interface VapidKey {
  /** the point of P-256 that browsers subscribe with, base64url */
  publicKey: string;
  signing: KeyObject;
}

/** The order of P-256. */
const ORDER = BigInt("0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551");
/** Longer than the order, so that all keys are as likely (FIPS 186-5, A.2.1). */
export const VAPID_SEED_BYTES = 40;
const TOKEN_SEC = 12 * 3600;

/** The same seed makes the same key. */
export function vapidKeyOf(seed: Buffer): VapidKey {
  const scalar = (BigInt(`0x${seed.toString("hex")}`) % (ORDER - 1n)) + 1n;
  const d = Buffer.from(scalar.toString(16).padStart(64, "0"), "hex");
  const curve = createECDH("prime256v1");
  curve.setPrivateKey(d);
  const point = curve.getPublicKey();
  const jwk = {
    kty: "EC",
    crv: "P-256",
    d: d.toString("base64url"),
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
  return { publicKey: point.toString("base64url"), signing: createPrivateKey({ key: jwk, format: "jwk" }) };
}

/**
 * The header `Authorization` of a message.
 * @param contact a `mailto:` address that the push service may write to
 */
export function vapidHeader(key: VapidKey, endpoint: string, contact: string, nowSec: number): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const claims = { aud: new URL(endpoint).origin, exp: nowSec + TOKEN_SEC, sub: contact };
  const unsigned = `${encode({ typ: "JWT", alg: "ES256" })}.${encode(claims)}`;
  const signature = sign("sha256", Buffer.from(unsigned), { key: key.signing, dsaEncoding: "ieee-p1363" });
  return `vapid t=${unsigned}.${signature.toString("base64url")}, k=${key.publicKey}`;
}
