import type { UserSettings } from "./user-settings";

/** Who runs a help chat: scheme and host of its script. Consent is given to them, and to nobody after them. */
export const chatServiceOf = (scriptUrl: string): string => new URL(scriptUrl).origin;

export const hasAgreedToChat = ({ help_chat: agreed }: Pick<UserSettings, "help_chat">, scriptUrl: string): boolean =>
  agreed === chatServiceOf(scriptUrl);

/** What the help chat is told of whoever has agreed to it (specification, section 1). */
export interface ChatUser {
  id: number;
  email: string;
  name: string;
  phone: string | null;
  /** that they work for; null in a company that a super admin has opened */
  company: { id: number; title: string } | null;
}
