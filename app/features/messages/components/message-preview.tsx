import { renderMail, renderText, smsFault, textFault } from "~/domain/messages/placeholders";
import { smsSize, smsSizeWords } from "~/domain/messages/sms-segments";
import type { MessageText } from "~/domain/messages/texts/language-texts";
import type { MessagesPage } from "../queries/messages-page.server";
import styles from "./messages.module.css";

/** How the texts look with values, and what is wrong with them. */
export function MessagePreview({
  page: { chosen, values, words },
  text: { subject, mail, sms },
}: {
  page: Pick<MessagesPage, "chosen" | "values" | "words">;
  text: MessageText;
}) {
  const shown = renderText(sms, values.sms);
  const faults = [
    textFault(subject, chosen.kind, "Subject"),
    textFault(mail, chosen.kind, "E-mail"),
    textFault(sms, chosen.kind, "SMS") ?? smsFault(sms),
  ].filter((fault) => fault !== null);
  return (
    <div role="group" aria-label="Preview" lang={chosen.language}>
      {faults.length > 0 && (
        <ul className={styles.faults} lang="en">
          {faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      )}
      <p className={styles.label} lang="en">
        E-mail
      </p>
      <div className={styles.mail}>
        <p>
          <strong>{renderMail(subject, values.mail)}</strong>
        </p>
        {renderMail(mail, values.mail)
          .split(/\n\n+/)
          .map((paragraph, index) => (
            <p key={index}>{paragraph}</p>
          ))}
        <p>
          <span className={styles.button}>{words.follow}</span>
        </p>
        <p className={styles.note}>
          {words.stopMail} {values.mail.stop}
        </p>
      </div>
      <p className={styles.label} lang="en" style={{ marginTop: 16 }}>
        SMS
      </p>
      <p className={styles.sms}>{shown}</p>
      <p className={styles.note} lang="en" aria-live="polite">
        {smsSizeWords(smsSize(shown))}
      </p>
    </div>
  );
}
