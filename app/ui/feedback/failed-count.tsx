import { formatNumber } from "~/domain/format-number";
import { Icon } from "~/ui/icons";
import styles from "./failed-count.module.css";

/** How many stops failed, beside how many are done; nothing for none. */
export function FailedCount({ failed }: { failed: number }) {
  if (failed === 0) return null;
  const text = formatNumber(failed);
  return (
    <span className={`${styles.failed} num`} title={`${text} failed`}>
      <Icon name="close-circle" size={14} />
      {text}
      <span className="visually-hidden"> failed</span>
    </span>
  );
}
