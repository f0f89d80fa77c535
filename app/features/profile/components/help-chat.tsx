import { Form } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { ChatUser } from "~/domain/access/help-chat";
import { paths } from "~/paths";
import { Button } from "~/ui/button";
import { PageFields } from "~/ui/form/page-fields";
import { Panel } from "~/ui/page/page-header";
import type { HelpChat } from "../queries/help-chat.server";
import styles from "./profile.module.css";

declare global {
  interface Window {
    /** What the help chat's script reads: it is there before the script is. */
    helpChat?: { user: ChatUser };
  }
}

/**
 * Loads the help chat's script once into a document, for whoever has agreed to it. One that came before the consent may
 * not load it, and waits for the next.
 */
export function HelpChatScript({ chat }: { chat: HelpChat | null }) {
  const loaded = chat?.loaded ?? null;
  const [mayLoad] = useState(loaded !== null);
  const script = mayLoad ? loaded?.script : undefined;
  // Changes to oneself are told to a chat that is there already.
  useEffect(() => {
    if (loaded !== null) window.helpChat = { user: loaded.user };
  }, [loaded]);
  useEffect(() => {
    if (script === undefined || document.querySelector("script[data-help-chat]") !== null) return;
    const element = document.createElement("script");
    element.src = script;
    element.async = true;
    element.dataset.helpChat = "";
    document.head.append(element);
  }, [script]);
  return null;
}

/** Consent to the help chat, and the way back. */
export function HelpChatPanel({ chat }: { chat: HelpChat }) {
  const hasAgreed = chat.loaded !== null;
  return (
    <Panel title="Help chat">
      <div id="help-chat" className={styles.chat}>
        <p>
          {hasAgreed ? "You have agreed to the help chat: a" : "A"} script of <strong>{chat.host}</strong> is loaded on
          your pages{hasAgreed ? "" : " once you agree"}, and is told your e-mail, name, user id, phone and company.
          Pages of drivers and of recipients never load it.
        </p>
        {/* What the page may load is said with the document, so another one has to come. */}
        <Form method="post" action={paths.profile()} reloadDocument>
          <PageFields />
          <input type="hidden" name="intent" value="profile.help_chat" />
          <input type="hidden" name="agrees" value={hasAgreed ? "0" : "1"} />
          <Button type="submit" kind="plain">
            {hasAgreed ? "Take consent back" : "Agree, and load the help chat"}
          </Button>
        </Form>
      </div>
    </Panel>
  );
}
