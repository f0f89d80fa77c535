import type { Env } from "~/env.server";
import { systemClock } from "~/services/clock";
import { mailFrom } from "~/services/mail/mailer-of.server";
import { derivedBytes } from "~/services/secret.server";
import { pushSender } from "./push-sender.server";
import type { PushSender } from "./push-sender.server";
import { VAPID_SEED_BYTES, vapidKeyOf } from "./vapid";
import type { VapidKey } from "./vapid";

/**
 * The key comes from the server's secret: it is made with it on the first start, is the same on all machines, and ends
 * with it, as all sessions do that a browser has subscribed in.
 */
export function pushSenderOf(settings: Env): PushSender {
  let key: VapidKey | undefined;
  const address = /<([^<>]+)>/.exec(mailFrom(settings))?.[1] ?? mailFrom(settings);
  return pushSender({
    key: () => (key ??= vapidKeyOf(derivedBytes("push", VAPID_SEED_BYTES))),
    contact: `mailto:${address}`,
    nowSec: () => Math.floor(systemClock.nowMs() / 1000),
  });
}
