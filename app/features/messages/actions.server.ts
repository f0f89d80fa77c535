/** What a company does about the messages to its recipients. */
import { action, defineActions } from "~/http/actions/define-actions.server";
import { SAVED } from "~/lib/action-result";
import { paths } from "~/paths";
import { resetMessageText, saveMessages, saveMessageText } from "./commands/save-messages.server";
import { sendTest } from "./commands/send-test.server";
import { MessagesInput, MessageTextId, MessageTextInput, TestMessage } from "./schemas";

type Chosen = Pick<MessageTextInput, "language" | "kind">;
const back = ({ language, kind }: Chosen) => paths.companyMessages({ language, kind });

export const MESSAGE_ACTIONS = defineActions({
  "messages.save": action({
    summary:
      "Sets which messages recipients get, which ways, when they are left alone, and who writes to them; what is " +
      "left out stays.",
    permission: "company.settings",
    idempotent: true,
    input: MessagesInput,
    run: (session, { seen, ...input }, { tab }) => saveMessages(session, input, tab, seen),
    answer: () => ({ message: SAVED, redirectTo: paths.companyMessages() }),
  }),
  "message_text.save": action({
    summary: "Sets the company's own words for one message in one language; what is left out stays.",
    permission: "company.settings",
    idempotent: true,
    input: MessageTextInput,
    run: (session, { seen, ...input }, { tab }) => saveMessageText(session, input, tab, seen),
    answer: (_done, input) => ({ message: SAVED, redirectTo: back(input) }),
  }),
  "message_text.reset": action({
    summary: "Takes the company's own words for one message in one language away: the built-in ones count again.",
    permission: "company.settings",
    idempotent: true,
    input: MessageTextId,
    run: (session, { seen, ...input }, { tab }) => resetMessageText(session, input, tab, seen),
    answer: (_done, input) => ({ message: SAVED, redirectTo: back(input) }),
  }),
  "messages.test": action({
    summary: "Sends one message, with the values of a sample, to whoever asks for it.",
    permission: "company.settings",
    idempotent: false,
    input: TestMessage,
    run: (session, input) => sendTest(session, input),
    answer: (to, input) => ({ message: `The test was sent to ${to}`, redirectTo: back(input) }),
  }),
});
