/** A browser that has subscribed, and its push service on this machine. */
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import type { PostBytes } from "~/services/push/public-post.server";
import type { PushTarget } from "~/services/push/push-message";

export interface BrowserSubscription {
  target: PushTarget;
  /** @throws for a message to another browser, or one that was changed */
  read(body: Buffer): string;
}

/** The other side of RFC 8291. */
export function browserSubscription(endpoint: string): BrowserSubscription {
  const own = createECDH("prime256v1");
  const uaPublic = own.generateKeys();
  const authSecret = randomBytes(16);
  return {
    target: { endpoint, p256dh: uaPublic.toString("base64url"), auth: authSecret.toString("base64url") },
    read(body) {
      const salt = body.subarray(0, 16);
      const asPublic = body.subarray(21, 21 + body[20]!);
      const sealed = body.subarray(21 + body[20]!);
      const info = Buffer.concat([Buffer.from("WebPush: info\0"), uaPublic, asPublic]);
      const ikm = Buffer.from(hkdfSync("sha256", own.computeSecret(asPublic), authSecret, info, 32));
      const key = Buffer.from(hkdfSync("sha256", ikm, salt, "Content-Encoding: aes128gcm\0", 16));
      const nonce = Buffer.from(hkdfSync("sha256", ikm, salt, "Content-Encoding: nonce\0", 12));
      const decipher = createDecipheriv("aes-128-gcm", key, nonce);
      decipher.setAuthTag(sealed.subarray(-16));
      const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
      const end = plain.lastIndexOf(2);
      return plain.subarray(0, end).toString("utf8");
    },
  };
}

export interface PushService {
  /** what came, in order */
  readonly received: { path: string; headers: IncomingHttpHeaders; body: Buffer }[];
  /** what it answers from now on */
  status: number;
  /** as the product sends, to this service whatever the host's name is */
  readonly post: PostBytes;
  close(): Promise<void>;
}

export async function startPushService(): Promise<PushService> {
  const received: PushService["received"] = [];
  const state = { status: 201 };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      received.push({ path: request.url ?? "", headers: request.headers, body: Buffer.concat(parts) });
      response.writeHead(state.status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    received,
    get status() {
      return state.status;
    },
    set status(status) {
      state.status = status;
    },
    async post(url, headers, body) {
      const to = `http://127.0.0.1:${port}${url.pathname}`;
      const answer = await fetch(to, { method: "POST", headers, body: new Uint8Array(body) });
      return answer.status;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
