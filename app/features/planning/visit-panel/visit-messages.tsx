import { formatDayTime } from "~/domain/time/day-words";
import type { MessageState } from "~/domain/messages/message-kind";
import type { VisitDetails } from "./visit-details.server";
import styles from "./visit-panel.module.css";

const STATE_WORDS: Readonly<Record<MessageState, string>> = {
  waiting: "waits until",
  sent: "sent",
  dropped: "not sent",
  failed: "could not be sent",
};

/** What the recipient was told, when and which way; nothing where nothing was. */
export function VisitMessages({
  details: { messages, unsubscribed },
  timeZone,
}: {
  details: Pick<VisitDetails, "messages" | "unsubscribed">;
  timeZone: string;
}) {
  if (messages.length === 0 && unsubscribed.length === 0) return null;
  return (
    <section aria-label="Messages to the recipient" className={styles.messages}>
      <h3 className={styles.messagesTitle}>Messages to the recipient</h3>
      {unsubscribed.length > 0 && <p>The recipient has unsubscribed: {unsubscribed.join(", ")}</p>}
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
