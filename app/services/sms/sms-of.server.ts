import path from "node:path";
import type { Env } from "~/env.server";
import { smsGateway } from "./http-gateway.server";
import { outboxSms } from "./outbox-sms.server";
import type { SmsSender } from "./sms";

/** The gateway where one is set up, else files in the data folder. */
export const smsSenderOf = (settings: Env): SmsSender =>
  settings.SMS_GATEWAY_URL === undefined
    ? outboxSms(path.join(settings.dataDir, "outbox"))
    : smsGateway({
        url: settings.SMS_GATEWAY_URL,
        method: settings.SMS_GATEWAY_METHOD,
        headers: settings.SMS_GATEWAY_HEADERS,
        body: settings.SMS_GATEWAY_BODY,
        from: settings.SMS_FROM ?? "",
      });
