import { useEffect, useState } from "react";
import { Icon } from "~/ui/icons";
import styles from "./shell.module.css";

/** A shorter interruption ends before a notice is useful. */
const SHOW_AFTER_MS = 2000;

/**
 * Shows that the connection is lost: changes by others don't arrive, and nothing can be saved. It goes by
 * itself once the connection is back and the page has loaded what it missed. The status region is always there, so that
 * the words are read out.
 */
export function ConnectionNotice({ offline }: { offline: boolean }) {
  const [lost, setLost] = useState(false);
  useEffect(() => {
    if (!offline) return;
    const timer = setTimeout(() => setLost(true), SHOW_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setLost(false);
    };
  }, [offline]);
  return (
    <div role="status" className={styles.connection} data-lost={lost || undefined}>
      {lost && (
        <>
          <Icon name="alert" size={16} />
          <span>
            <b>
              Connection lost. <span className={styles.reconnecting}>Reconnecting…</span>
            </b>{" "}
            <span className={styles.meaning}>
              What you see may be out of date, and changes can’t be saved until it is back.
            </span>
          </span>
        </>
      )}
    </div>
  );
}
