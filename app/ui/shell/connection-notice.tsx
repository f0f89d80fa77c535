import { useEffect, useState } from "react";
import styles from "./shell.module.css";

/** A shorter gap is healed before anybody needs to know of it. */
const CALM_MS = 2000;

/** Says that news from others doesn't arrive at the moment. The status region is always there, so that the words are read out. */
export function ConnectionNotice({ offline }: { offline: boolean }) {
  const [lost, setLost] = useState(false);
  useEffect(() => {
    if (!offline) return;
    const timer = setTimeout(() => setLost(true), CALM_MS);
    return () => {
      clearTimeout(timer);
      setLost(false);
    };
  }, [offline]);
  return <div role="status" className={styles.connection} data-lost={lost || undefined}>{lost && "Connection lost. Reconnecting…"}</div>;
}
