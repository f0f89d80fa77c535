import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { messageSettingsFromRow, toJson } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { lockCompany, updateCompany } from "~/db/repositories/companies.server";
import { findMessageText, keepMessageText, removeMessageText } from "~/db/repositories/message-texts.server";
import { withTransaction } from "~/db/transaction.server";
import { MESSAGE_CHANNELS, MESSAGE_KINDS } from "~/domain/messages/message-kind";
import type { MessageChannel, MessageKind } from "~/domain/messages/message-kind";
import { textsIn } from "~/domain/messages/languages";
import type { MessageLanguage } from "~/domain/messages/languages";
import { publishChange } from "~/realtime/publisher.server";
import { nowText } from "~/services/now.server";
import { isMessageOn, onSince, switchName } from "~/domain/messages/message-settings";
import type { MessageSettings } from "~/domain/messages/message-settings";
import { pickDefined } from "~/lib/pick";
import { QuietHoursInput, WholeMessageText } from "../schemas";
import type { MessagesInput, MessageTextInput } from "../schemas";

/**
 * What goes which way, when, and under which name; what isn't named stays.
 * @throws AppError 403, ZodError for quiet hours with one end
 */
export async function saveMessages(session: CompanySession, input: MessagesInput, tab?: string): Promise<void> {
  authorize(session, "company.settings");
  const companyId = session.company.id;
  const now = nowText();
  await withTransaction(db(), async (trx) => {
    const company = await lockCompany(trx, companyId);
    const before = messageSettingsFromRow(company);
    const channels = channelsWith(before, input);
    const since = Object.fromEntries(
      MESSAGE_KINDS.flatMap((kind) =>
        (channels[kind] ?? []).map((channel) => [
          switchName(kind, channel),
          isMessageOn(before, kind, channel) ? onSince(before, kind, channel) : now,
        ]),
      ),
    );
    const { start, end } = before.quietHours ?? { start: "", end: "" };
    const quiet = QuietHoursInput.parse({
      quiet_start: input.quiet_start ?? start,
      quiet_end: input.quiet_end ?? end,
    });
    await updateCompany(
      trx,
      companyId,
      {
        message_channels: Object.keys(channels).length === 0 ? null : toJson(channels),
        message_on_since: toJson(since),
        message_quiet_start: quiet.quiet_start || "00:00",
        message_quiet_end: quiet.quiet_end || "00:00",
        message_sender: input.sender ?? company.message_sender,
        message_language: input.language ?? company.message_language,
      },
      now,
    );
  });
  publishChange(companyId, { model: "Company", action: "update", ids: [companyId] }, tab);
}

/** The ways that are on for each kind once these switches are turned. */
function channelsWith(before: MessageSettings, input: MessagesInput): Record<string, readonly MessageChannel[]> {
  const isOn = (kind: MessageKind, channel: MessageChannel) =>
    input[switchName(kind, channel)] ?? isMessageOn(before, kind, channel);
  return Object.fromEntries(
    MESSAGE_KINDS.map((kind) => [kind, MESSAGE_CHANNELS.filter((channel) => isOn(kind, channel))] as const).filter(
      ([, on]) => on.length > 0,
    ),
  );
}

/** The company's own words; what isn't named stays. @throws AppError 403, ZodError naming the part */
export async function saveMessageText(session: CompanySession, input: MessageTextInput, tab?: string): Promise<void> {
  authorize(session, "company.settings");
  const companyId = session.company.id;
  const { language, kind } = input;
  await withTransaction(db(), async (trx) => {
    await lockCompany(trx, companyId);
    const { subject, mail, sms } = (await findMessageText(trx, companyId, input)) ?? textsIn(language).kinds[kind];
    const text = WholeMessageText.parse({ subject, mail, sms, ...pickDefined(input) });
    await keepMessageText(trx, companyId, text, nowText());
  });
  textsChanged(session, tab);
}

/** The product's own words again. @throws AppError 403 */
export async function resetMessageText(
  session: CompanySession,
  of: { language: MessageLanguage; kind: MessageKind },
  tab?: string,
): Promise<void> {
  authorize(session, "company.settings");
  await withTransaction(db(), (trx) => removeMessageText(trx, session.company.id, of));
  textsChanged(session, tab);
}

/** Colleagues who have the texts before them see the new ones. */
const textsChanged = ({ company: { id } }: CompanySession, tab: string | undefined): void =>
  publishChange(id, { model: "Company", action: "update", ids: [id] }, tab);
