import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { messageSettingsFromRow, visitFromRow } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { getCompany } from "~/db/repositories/companies.server";
import { listMessageTexts } from "~/db/repositories/message-texts.server";
import { findUserAcrossCompanies } from "~/db/repositories/users.server";
import { listVisits } from "~/db/repositories/filtered-visits.server";
import { findVisit } from "~/db/repositories/visits.server";
import { buttonWord, isMessageLanguage, textsIn } from "~/domain/messages/languages";
import type { MessageLanguage } from "~/domain/messages/languages";
import { MESSAGE_CHANNELS, MESSAGE_KINDS, MessageKind } from "~/domain/messages/message-kind";
import type { MessageChannel } from "~/domain/messages/message-kind";
import { isMessageOn, switchName } from "~/domain/messages/message-settings";
import type { PlaceholderValues } from "~/domain/messages/placeholders";
import { allowanceWords } from "~/domain/messages/message-allowance";
import { env } from "~/env.server";
import type { ErrorLink } from "~/lib/errors";
import { paths } from "~/paths";
import { shopLink } from "~/planner/company-package.server";
import { messageAllowance } from "~/planner/message-allowance.server";
import { nowText } from "~/services/now.server";
import { publicLink } from "~/services/public-address.server";
import { messagesFormTexts } from "../message-form-values";
import { loadRouteToTell } from "../run/route-to-tell.server";
import { valuesOfVisit } from "../run/values-of-visit.server";
import { sampleValues } from "../sample-values.server";

/** Visits that a preview can be made of. */
const MAX_OFFERED = 30;

/** What the company has its recipients told, and one of its texts with a preview. @throws AppError 403 */
export async function loadMessagesPage(session: CompanySession, request: Request) {
  authorize(session, "company.settings");
  const companyId = session.company.id;
  const params = new URL(request.url).searchParams;
  const company = await getCompany(db(), companyId);
  const settings = messageSettingsFromRow(company);
  const asked = params.get("language") ?? settings.language;
  const language: MessageLanguage = isMessageLanguage(asked) ? asked : "en";
  const kind = MESSAGE_KINDS.find((one) => one === params.get("kind")) ?? MessageKind.OutForDelivery;
  const texts = await listMessageTexts(db(), companyId);
  const own = texts.find((one) => one.language === language && one.kind === kind);
  const visitId = Number(params.get("visit") ?? "");
  const { rows } = await listVisits(db(), companyId, { planned: true, first: MAX_OFFERED });
  const user = session.user.id === null ? undefined : await findUserAcrossCompanies(db(), session.user.id);
  return {
    switches: Object.fromEntries(
      MESSAGE_KINDS.flatMap((one) =>
        MESSAGE_CHANNELS.map((channel) => [switchName(one, channel), isMessageOn(settings, one, channel)]),
      ),
    ),
    texts: messagesFormTexts({ ...settings, sender: company.message_sender }),
    companyTitle: company.title,
    chosen: { language, kind, visitId: rows.some(({ id }) => id === visitId) ? visitId : null },
    text: own === undefined ? textsIn(language).kinds[kind] : { subject: own.subject, mail: own.mail, sms: own.sms },
    isOwn: own !== undefined,
    /** of the company's own texts */
    written: texts.map((one) => `${one.language} ${one.kind}`),
    words: { follow: buttonWord(language, kind), stopMail: textsIn(language).stopMail },
    values: {
      mail: await previewValues(session, "mail", { language, sender: settings.sender, visitId }),
      sms: await previewValues(session, "sms", { language, sender: settings.sender, visitId }),
    },
    visits: rows.map(({ id, name }) => ({ id, name })),
    test: { mail: user?.email ?? null, sms: user?.phone ?? null },
    package: await packageLine(companyId),
    /** false: they are files in the data folder */
    goesOut: { mail: env().SMTP_URL !== undefined, sms: env().SMS_GATEWAY_URL !== undefined },
  };
}
/** How many messages the package holds; null where nobody counts. */
async function packageLine(companyId: number): Promise<{ words: string; shop: ErrorLink | null } | null> {
  const allowance = await messageAllowance(db(), companyId, nowText());
  const words = allowanceWords(allowance);
  return words === null ? null : { words, shop: allowance.isOver || allowance.isTrial ? shopLink() : null };
}

export type MessagesPage = Awaited<ReturnType<typeof loadMessagesPage>>;

/** Of the chosen visit where it is on a route, else of the sample. */
async function previewValues(
  session: CompanySession,
  channel: MessageChannel,
  { language, sender, visitId }: { language: MessageLanguage; sender: string; visitId: number },
): Promise<PlaceholderValues> {
  const companyId = session.company.id;
  const sample = sampleValues(channel, sender, language);
  const row = Number.isSafeInteger(visitId) && visitId > 0 ? await findVisit(db(), companyId, visitId) : undefined;
  const loaded =
    row === undefined || row.route_id === null ? null : await loadRouteToTell(db(), companyId, row.route_id);
  if (row === undefined || loaded === null) return sample;
  const stop = publicLink(paths.stopMessages("preview"));
  return valuesOfVisit(db(), loaded, visitFromRow(row), { channel, language, stop });
}
