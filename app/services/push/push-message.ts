import { createCipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";

/** Where a browser wants its messages, and whose eyes they are for; the last two are base64url. */
export interface PushTarget {
  /** address at the browser's push service */
  endpoint: string;
  /** the browser's public key, a point of P-256 */
  p256dh: string;
  /** 16 bytes that only the browser and this server know */
  auth: string;
}

const CURVE = "prime256v1";
const SALT_BYTES = 16;
const RECORD_BYTES = 4096;
/** After the last byte of the text. */
const LAST_RECORD = 2;

/** Random in the product, given in tests. */
interface PushSecrets {
  /** the private key of this one message, 32 bytes */
  privateKey?: Buffer;
  salt?: Buffer;
}

/**
 * A text that its browser alone can read, as the body of a push message: RFC 8291 (keys) and RFC 8188 (`aes128gcm`),
 * in one record. The names are those of RFC 8291, section 3.4.
 * @param text at most 3,993 bytes
 * @throws Error when the browser's key is no point of the curve
 */
export function encryptPush(target: PushTarget, text: string, secrets: PushSecrets = {}): Buffer {
  const uaPublic = Buffer.from(target.p256dh, "base64url");
  const authSecret = Buffer.from(target.auth, "base64url");
  const sender = createECDH(CURVE);
  if (secrets.privateKey) sender.setPrivateKey(secrets.privateKey);
  else sender.generateKeys();
  const asPublic = sender.getPublicKey();
  const salt = secrets.salt ?? randomBytes(SALT_BYTES);

  const keyInfo = Buffer.concat([Buffer.from("WebPush: info\0"), uaPublic, asPublic]);
  const ikm = Buffer.from(hkdfSync("sha256", sender.computeSecret(uaPublic), authSecret, keyInfo, 32));
  const cek = Buffer.from(hkdfSync("sha256", ikm, salt, "Content-Encoding: aes128gcm\0", 16));
  const nonce = Buffer.from(hkdfSync("sha256", ikm, salt, "Content-Encoding: nonce\0", 12));

  const cipher = createCipheriv("aes-128-gcm", cek, nonce);
  const sealed = Buffer.concat([
    cipher.update(text, "utf8"),
    cipher.update(Buffer.of(LAST_RECORD)),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  const recordSize = Buffer.alloc(4);
  recordSize.writeUInt32BE(RECORD_BYTES);
  return Buffer.concat([salt, recordSize, Buffer.of(asPublic.length), asPublic, sealed]);
}
