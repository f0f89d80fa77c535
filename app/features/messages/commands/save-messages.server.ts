import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { messageSettingsFromRow, toJson } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { lockCompany, updateCompany } from "~/db/repositories/companies.server";
import { keepMessageText, removeMessageText } from "~/db/repositories/message-texts.server";
import { withTransaction } from "~/db/transaction.server";
import { MESSAGE_CHANNELS, MESSAGE_KINDS } from "~/domain/messages/message-kind";
import type { MessageChannel, MessageKind } from "~/domain/messages/message-kind";
import { textsIn } from "~/domain/messages/languages";
import type { MessageLanguage } from "~/domain/messages/languages";
import { publishChange } from "~/realtime/publisher.server";
import { nowText } from "~/services/now.server";
import { isMessageOn, onSince, switchName } from "~/domain/messages/message-settings";
import type { MessageSettings } from "~/domain/messages/message-settings";
import { refuseStaleFields } from "~/domain/validation/stale-fields";
import type { FieldTexts } from "~/domain/validation/stale-fields";
import { pick, pickDefined } from "~/lib/pick";
import { textOf } from "../message-content.server";
import { messagesFormTexts, messageWords } from "../message-form-values";
import type { MessageField } from "../message-form-values";
import { QuietHoursInput, WholeMessageText } from "../schemas";
import type { MessagesInput, MessageTextInput } from "../schemas";

type MessageTexts = Partial<FieldTexts<MessageField>>;

/** @throws AppError 409 for fields that somebody else has changed since they were shown, with what is stored now */
function refuseStale(seen: FieldTexts, stored: MessageTexts, next: MessageTexts): void {
  refuseStaleFields("messages.changed", { seen, stored, next }, (name) => messageWords(name, stored[name] ?? ""));
}

/**
 * What goes which way, when, and under which name; what isn't named stays.
 * @param seen what the form's fields showed before, as `messagesFormTexts` writes them
 * @throws AppError 403, 409 for fields that somebody else has changed since, ZodError for quiet hours with one end
 */
export async function saveMessages(
  session: CompanySession,
  input: MessagesInput,
  tab?: string,
  seen: FieldTexts = {},
): Promise<void> {
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
    const stored = messagesFormTexts({ ...before, sender: company.message_sender });
    const { quiet_start, quiet_end, sender, language } = input;
    const next = { ...stored, ...pickDefined({ quiet_start, quiet_end, sender, language }) };
    refuseStale(seen, stored, next);
    const quiet = QuietHoursInput.parse(next);
    await updateCompany(
      trx,
      companyId,
      {
        message_channels: Object.keys(channels).length === 0 ? null : toJson(channels),
        message_on_since: toJson(since),
        message_quiet_start: quiet.quiet_start || "00:00",
        message_quiet_end: quiet.quiet_end || "00:00",
        message_sender: next.sender,
        message_language: next.language,
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

/**
 * The company's own words; what isn't named stays.
 * @param seen what the form's fields showed before
 * @throws AppError 403, 409 for parts that somebody else has changed since, ZodError naming the part
 */
export async function saveMessageText(
  session: CompanySession,
  input: MessageTextInput,
  tab?: string,
  seen: FieldTexts = {},
): Promise<void> {
  authorize(session, "company.settings");
  const companyId = session.company.id;
  const { language, kind } = input;
  await withTransaction(db(), async (trx) => {
    await lockCompany(trx, companyId);
    const stored = await textOf(trx, companyId, language, kind);
    const text = WholeMessageText.parse({ ...stored, ...pickDefined(input) });
    refuseStale(seen, stored, pick(text, ["subject", "mail", "sms"]));
    await keepMessageText(trx, companyId, text, nowText());
  });
  textsChanged(session, tab);
}

/**
 * The product's own words again.
 * @param seen the words that are to go, as the page showed them
 * @throws AppError 403, 409 for parts that somebody else has changed since
 */
export async function resetMessageText(
  session: CompanySession,
  of: { language: MessageLanguage; kind: MessageKind },
  tab?: string,
  seen: FieldTexts = {},
): Promise<void> {
  authorize(session, "company.settings");
  const companyId = session.company.id;
  await withTransaction(db(), async (trx) => {
    await lockCompany(trx, companyId);
    const stored = await textOf(trx, companyId, of.language, of.kind);
    refuseStale(seen, stored, textsIn(of.language).kinds[of.kind]);
    await removeMessageText(trx, companyId, of);
  });
  textsChanged(session, tab);
}

/** Colleagues who have the texts before them see the new ones. */
const textsChanged = ({ company: { id } }: CompanySession, tab: string | undefined): void =>
  publishChange(id, { model: "Company", action: "update", ids: [id] }, tab);
