import type { Session } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { chatServiceOf, hasAgreedToChat } from "~/domain/access/help-chat";
import type { ChatUser } from "~/domain/access/help-chat";
import { env } from "~/env.server";

export interface HelpChat {
  /** who runs it, for people */
  host: string;
  /** null: they have not agreed, and nothing of it is loaded */
  loaded: { script: string; origin: string; user: ChatUser } | null;
}

/** The help chat of this server, for a page; null: there is none. */
export async function loadHelpChat({ user, company, opened }: Session): Promise<HelpChat | null> {
  const script = env().HELP_CHAT_SCRIPT_URL;
  if (script === undefined || user.id === null) return null;
  const { host } = new URL(script);
  if (!hasAgreedToChat(user.settings, script)) return { host, loaded: null };
  const { email, phone } = await getUserAcrossCompanies(db(), user.id);
  const told = { id: user.id, email, name: user.name, phone, company: opened === true ? null : company };
  return { host, loaded: { script, origin: chatServiceOf(script), user: told } };
}
