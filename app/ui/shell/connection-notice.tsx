import { useEffect, useState } from "react";
import { Icon } from "~/ui/icons";
import type { ServerAnswer } from "./server-answers";
import { useServerAnswers } from "./use-server-answers";
import styles from "./shell.module.css";

/** A shorter interruption ends before a notice is useful. */
const SHOW_AFTER_MS = 2000;

const WORDS: Readonly<Record<ServerAnswer, readonly [what: string, meaning: string]>> = {
  ready: ["Live updates paused.", "What others change may be missing here. Your changes are still saved."],
  closed: ["Live updates paused.", "What others change may be missing here."],
  none: ["Connection lost.", "What you see may be out of date, and changes can’t be saved until it is back."],
};

/**
 * Shows that changes by others don't arrive, and whether anything can be saved meanwhile. It goes by itself once the
 * connection is back and the page has loaded what it missed. The status region is always there, so that the words are
 * read out.
 */
export function ConnectionNotice({ offline }: { offline: boolean }) {
  const [lost, setLost] = useState(false);
  const answer = useServerAnswers(offline);
  useEffect(() => {
    if (!offline) return;
    const timer = setTimeout(() => setLost(true), SHOW_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setLost(false);
    };
  }, [offline]);
  const [what, meaning] = WORDS[answer];
  return (
    <div role="status" className={styles.connection} data-lost={lost || undefined}>
      {lost && (
        <>
          <Icon name="alert" size={16} />
          <span>
            <b>
              {what} <span className={styles.reconnecting}>Reconnecting…</span>
            </b>{" "}
            <span className={styles.meaning}>{meaning}</span>
          </span>
        </>
      )}
    </div>
  );
}
