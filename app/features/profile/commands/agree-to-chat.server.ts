import { authorize } from "~/auth/actor.server";
import { ofPerson } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import { changeSettings } from "~/auth/user-settings.server";
import { db } from "~/db/database.server";
import { withTransaction } from "~/db/transaction.server";
import { chatServiceOf } from "~/domain/access/help-chat";
import { env } from "~/env.server";
import { AppError } from "~/lib/errors";
import { publishPerson } from "../publish-person.server";

/** From now on the help chat is loaded on one's own pages, or is not. @throws AppError 403, 404 without a help chat */
export async function agreeToChat(session: CompanySession, agrees: boolean, tab?: string): Promise<void> {
  authorize(session, "profile.update");
  const { userId } = ofPerson(session);
  const script = env().HELP_CHAT_SCRIPT_URL;
  if (agrees && script === undefined) throw new AppError("chat.none", "There is no help chat here.", { status: 404 });
  const agreed = agrees && script !== undefined ? chatServiceOf(script) : undefined;
  await withTransaction(db(), async (trx) => {
    await changeSettings(userId, { help_chat: agreed }, trx);
    await publishPerson(trx, userId, tab);
  });
}
