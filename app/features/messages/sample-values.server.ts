import type { MessageLanguage } from "~/domain/messages/languages";
import { textsIn } from "~/domain/messages/languages";
import type { MessageChannel } from "~/domain/messages/message-kind";
import type { PlaceholderValues } from "~/domain/messages/placeholders";
import { ownWordsFor } from "~/domain/messages/sms-segments";
import { paths } from "~/paths";
import { publicLink } from "~/services/public-address.server";

/** Characters of a tracking link's hash, and of a link that ends messages: samples are as long as the real ones. */
const SAMPLE_HASH = "sample-link-not-real-000";
const SAMPLE_TOKEN = "sample-not-real0";

/** A visit that nobody has, for previews and tests. */
export function sampleValues(channel: MessageChannel, company: string, language: MessageLanguage): PlaceholderValues {
  const { days, reasons } = textsIn(language);
  const own = ownWordsFor(channel);
  return {
    recipient: "Anna Keller",
    company,
    order: "A-1042",
    address: "Landstrasse 12, 9490 Vaduz",
    driver: "Robin",
    link: publicLink(paths.publicVisit(10_000, SAMPLE_HASH)),
    day: own(days.today),
    window: channel === "sms" ? "14:10-14:40" : "14:10–14:40",
    from: "14:10",
    until: "14:40",
    eta: "14:20",
    stops: "3",
    time: "14:24",
    reason: own(reasons[1] ?? ""),
    stop: publicLink(paths.stopMessages(SAMPLE_TOKEN)),
  };
}
