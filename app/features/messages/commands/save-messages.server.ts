import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { messageSettingsFromRow, toJson } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { getCompany, lockCompany, updateCompany } from "~/db/repositories/companies.server";
import { keepMessageText, removeMessageText } from "~/db/repositories/message-texts.server";
import { withTransaction } from "~/db/transaction.server";
import { MESSAGE_CHANNELS, MESSAGE_KINDS } from "~/domain/messages/message-kind";
import type { MessageKind } from "~/domain/messages/message-kind";
import type { MessageLanguage } from "~/domain/messages/languages";
import { publishChange } from "~/realtime/publisher.server";
import { nowText } from "~/services/now.server";
import { isMessageOn, onSince, switchName } from "~/domain/messages/message-settings";
import type { MessagesInput, MessageTextInput } from "../schemas";

/** What goes which way, when, and under which name. @throws AppError 403 */
export async function saveMessages(session: CompanySession, input: MessagesInput, tab?: string): Promise<void> {
  authorize(session, "company.settings");
  const companyId = session.company.id;
  const channels = Object.fromEntries(
    MESSAGE_KINDS.map(
      (kind) => [kind, MESSAGE_CHANNELS.filter((channel) => input[switchName(kind, channel)])] as const,
    ).filter(([, on]) => on.length > 0),
  );
  const now = nowText();
  await withTransaction(db(), async (trx) => {
    await lockCompany(trx, companyId);
    const before = messageSettingsFromRow(await getCompany(trx, companyId));
    const since = Object.fromEntries(
      MESSAGE_KINDS.flatMap((kind) =>
        (channels[kind] ?? []).map((channel) => [
          switchName(kind, channel),
          isMessageOn(before, kind, channel) ? onSince(before, kind, channel) : now,
        ]),
      ),
    );
    await updateCompany(
      trx,
      companyId,
      {
        message_channels: Object.keys(channels).length === 0 ? null : toJson(channels),
        message_on_since: toJson(since),
        message_quiet_start: input.quiet_start || "00:00",
        message_quiet_end: input.quiet_end || "00:00",
        message_sender: input.sender,
        message_language: input.language,
      },
      now,
    );
  });
  publishChange(companyId, { model: "Company", action: "update", ids: [companyId] }, tab);
}

/** The company's own words. @throws AppError 403 */
export async function saveMessageText(session: CompanySession, input: MessageTextInput): Promise<void> {
  authorize(session, "company.settings");
  await withTransaction(db(), (trx) => keepMessageText(trx, session.company.id, input, nowText()));
}

/** The product's own words again. @throws AppError 403 */
export async function resetMessageText(
  session: CompanySession,
  of: { language: MessageLanguage; kind: MessageKind },
): Promise<void> {
  authorize(session, "company.settings");
  await withTransaction(db(), (trx) => removeMessageText(trx, session.company.id, of));
}
