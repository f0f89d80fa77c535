import type { Db } from "~/db/client.server";
import { findMember } from "~/db/repositories/members.server";
import { firstName } from "~/domain/access/person-name";
import { reasonFor } from "~/domain/messages/due-messages";
import { textsIn } from "~/domain/messages/languages";
import type { MessageLanguage } from "~/domain/messages/languages";
import type { MessageChannel } from "~/domain/messages/message-kind";
import type { PlaceholderValues } from "~/domain/messages/placeholders";
import { ownWordsFor } from "~/domain/messages/sms-segments";
import { daysBetween } from "~/domain/time/calendar";
import { localTime, todayIn } from "~/domain/time/time-zone";
import { parseUtcText } from "~/domain/time/utc-text";
import { dayOfWindow } from "~/domain/visit/eta-window";
import type { LiveEta } from "~/domain/visit/eta-window";
import type { Visit } from "~/domain/visit/visit";
import { liveEtasOf } from "~/planner/live-eta.server";
import { visitTrackingPath } from "~/planner/tracking-links.server";
import { nowSec } from "~/services/now.server";
import { publicLink } from "~/services/public-address.server";
import type { LoadedRoute } from "./route-to-tell.server";

/** An en dash would make every SMS twice as dear. */
const BETWEEN: Readonly<Record<MessageChannel, string>> = { mail: "–", sms: "-" };

/** What stands for the placeholders in a message about this visit. @param stop the link that ends the messages */
export async function valuesOfVisit(
  db: Db,
  { company, settings, route, timeZone }: LoadedRoute,
  visit: Visit,
  { channel, language, stop }: { channel: MessageChannel; language: MessageLanguage; stop: string },
): Promise<PlaceholderValues> {
  const eta = (await liveEtasOf(db, company.id, [route.id])).get(visit.id);
  const driver = route.driverId === null ? undefined : await findMember(db, company.id, route.driverId);
  const done = parseUtcText(visit.completedAt);
  const own = ownWordsFor(channel);
  const clock = (epoch: number): string => localTime(epoch, timeZone);
  return {
    recipient: visit.recipientName,
    company: settings.sender,
    order: visit.externalId ?? "",
    address: visit.address,
    driver: driver === undefined ? "" : firstName(driver),
    link: publicLink(await visitTrackingPath(db, company.id, visit.id)),
    stop,
    ...(eta === undefined
      ? {}
      : {
          day: own(dayWord(eta, timeZone, language)),
          window: `${clock(eta.fromSec)}${BETWEEN[channel]}${clock(eta.toSec)}`,
          from: clock(eta.fromSec),
          until: clock(eta.toSec),
          eta: clock(eta.etaSec),
          stops: String(eta.stopsBefore),
        }),
    ...(done === null ? {} : { time: clock(done) }),
    reason: own(reasonFor(visit.failReasonId, textsIn(language).reasons)),
  };
}

/** Empty for a later day: then the message says no day. */
function dayWord(eta: LiveEta, timeZone: string, language: MessageLanguage): string {
  const { today, tomorrow } = textsIn(language).days;
  return [today, tomorrow][daysBetween(todayIn(timeZone, nowSec()), dayOfWindow(eta, timeZone))] ?? "";
}
