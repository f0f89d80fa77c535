import { encryptPush } from "./push-message";
import type { PushTarget } from "./push-message";
import { postToPublic } from "./public-post.server";
import type { PostBytes } from "./public-post.server";
import { vapidHeader } from "./vapid";
import type { VapidKey } from "./vapid";

/** Messages to browsers that have asked for them, by the push services of their makers. */
export interface PushSender {
  /** what a browser subscribes with, base64url */
  publicKey(): string;
  /**
   * @param topic of several messages that wait for one browser the last one is delivered
   * @returns "gone": the browser doesn't want any more, and never will under this address
   * @throws Error when it may be tried again
   */
  send(target: PushTarget, message: { text: string; topic: string }): Promise<"sent" | "gone">;
}

/** For how long the push service keeps it for a phone without a network. */
const KEPT_SEC = 12 * 3600;

interface PushSettings {
  key: () => VapidKey;
  /** `mailto:` and an address */
  contact: string;
  nowSec: () => number;
  post?: PostBytes;
}

export function pushSender({ key, contact, nowSec, post = postToPublic }: PushSettings): PushSender {
  return {
    publicKey: () => key().publicKey,
    async send(target, { text, topic }) {
      const headers = {
        Authorization: vapidHeader(key(), target.endpoint, contact, nowSec()),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        TTL: String(KEPT_SEC),
        Topic: topic,
        Urgency: "high",
      };
      const status = await post(new URL(target.endpoint), headers, encryptPush(target, text));
      if (status === 404 || status === 410) return "gone";
      if (status < 200 || status > 299) throw new Error(`The push service answered with ${status}.`);
      return "sent";
    },
  };
}
