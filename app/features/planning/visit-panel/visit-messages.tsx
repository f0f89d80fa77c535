import { Link } from "@remix-run/react";
import { formatDayTime } from "~/domain/time/day-words";
import type { MessageState } from "~/domain/messages/message-kind";
import { refusalOf } from "~/lib/action-result";
import type { ActionResult } from "~/lib/action-result";
import { AppForm } from "~/ui/form/app-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { StrangersWithLink } from "~/ui/strangers-with-link";
import type { VisitDetails } from "./visit-details.server";
import styles from "./visit-panel.module.css";

const REVOKE = "tracking.revoke_visit";

const STATE_WORDS: Readonly<Record<MessageState, string>> = {
  waiting: "waits until",
  sent: "sent",
  dropped: "not sent",
  failed: "could not be sent",
};

interface Props {
  details: Pick<VisitDetails, "id" | "messages" | "unsubscribed" | "heldBack" | "strangers">;
  timeZone: string;
  values: Record<string, string | number>;
  result: ActionResult<unknown> | null;
}

/** What the recipient was told, when and which way; nothing where nothing was. */
export function VisitMessages({ details, timeZone, values, result }: Props) {
  const { id: visitId, messages, unsubscribed, heldBack, strangers } = details;
  if (messages.length === 0 && unsubscribed.length === 0) return null;
  return (
    <section aria-label="Messages to the recipient" className={styles.messages}>
      <h3 className={styles.messagesTitle}>Messages to the recipient</h3>
      {unsubscribed.length > 0 && <p>The recipient has unsubscribed: {unsubscribed.join(", ")}</p>}
      {heldBack !== null && (
        <p>
          {heldBack.words} {heldBack.shop !== null && <Link to={heldBack.shop.to}>{heldBack.shop.label}</Link>}
        </p>
      )}
      {strangers.length > 0 && (
        <div className={styles.strangers}>
          <StrangersWithLink strangers={strangers} />
          <AppForm
            layout="inline"
            hidden={{ ...values, visitId }}
            result={refusalOf(result, REVOKE)}
            id={`revoke-link-${visitId}`}
            keepPlace
          >
            <SubmitButton kind="plain" intent={REVOKE}>
              Revoke link
            </SubmitButton>
          </AppForm>
        </div>
      )}
      <ul>
        {messages.map(({ id, what, state, at, contact, why }) => (
          <li key={id} data-state={state}>
            <b>{what}</b> <span>{STATE_WORDS[state]}</span> <span className="num">{formatDayTime(at, timeZone)}</span>
            <div className={styles.messageTo}>
              {contact}
              {why !== null && ` · ${why}`}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
