/** A passkey in software: what a phone or a security key answers to a site's questions. */
import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";
import type { KeyObject } from "node:crypto";

/** CBOR, as far as passkeys need it. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, n: number): Buffer => {
    const first = major << 5;
    if (n < 24) return Buffer.from([first | n]);
    if (n < 256) return Buffer.from([first | 24, n]);
    return Buffer.from([first | 25, n >> 8, n & 255]);
  };
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const parts = [...value].flatMap(([key, item]) => [cbor(key), cbor(item as Parameters<typeof cbor>[0])]);
  return Buffer.concat([head(5, value.size), ...parts]);
}

const sha256 = (data: string | Buffer): Buffer => createHash("sha256").update(data).digest();

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_KEY = 0x40;

interface Asked {
  challenge: string;
  origin?: string;
  /** the host that the device thinks it is on */
  rpId?: string;
  /** with a finger or a PIN */
  isVerified?: boolean;
  counter?: number;
}

export class SoftPasskey {
  readonly id = randomBytes(32);
  private readonly key: KeyObject;
  private readonly publicKey: KeyObject;

  /** @param origin of the site */
  constructor(private readonly origin: string) {
    const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
    this.key = pair.privateKey;
    this.publicKey = pair.publicKey;
  }

  private clientData(type: string, challenge: string, origin: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  private authData(flags: number, { rpId, counter = 0 }: Asked, more = Buffer.alloc(0)): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId ?? new URL(this.origin).hostname), Buffer.from([flags]), count, more]);
  }

  private sent(response: Record<string, Buffer | string[]>): string {
    const id = this.id.toString("base64url");
    const texts = Object.entries(response).map(([name, value]) => [
      name,
      Buffer.isBuffer(value) ? value.toString("base64url") : value,
    ]);
    return JSON.stringify({
      id,
      rawId: id,
      type: "public-key",
      clientExtensionResults: {},
      response: Object.fromEntries(texts) as unknown,
    });
  }

  /** The answer to a question for a new passkey. */
  register(asked: Asked): string {
    const { x = "", y = "" } = this.publicKey.export({ format: "jwk" });
    const cose = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, "base64url")],
        [-3, Buffer.from(y, "base64url")],
      ]),
    );
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.id, cose]);
    const authData = this.authData(PRESENT | VERIFIED | HAS_KEY, asked, credential);
    const attestationObject = cbor(
      new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", authData],
      ]),
    );
    const clientDataJSON = this.clientData("webauthn.create", asked.challenge, asked.origin ?? this.origin);
    return this.sent({ clientDataJSON, attestationObject, transports: ["internal"] });
  }

  /** The answer to a question for this passkey. */
  answer(asked: Asked): string {
    const clientDataJSON = this.clientData("webauthn.get", asked.challenge, asked.origin ?? this.origin);
    const authenticatorData = this.authData(PRESENT | (asked.isVerified === false ? 0 : VERIFIED), asked);
    const signature = createSign("sha256")
      .update(Buffer.concat([authenticatorData, sha256(clientDataJSON)]))
      .sign(this.key);
    return this.sent({ clientDataJSON, authenticatorData, signature });
  }
}
