import { formatNumber } from "~/domain/format-number";
import styles from "./imports.module.css";

interface ProgressBarProps {
  label: string;
  done: number;
  total: number;
  /** 'rows' */
  of?: string;
}

/** What is being done, how far it is, and the same as a bar. */
export function ProgressBar({ label, done, total, of = "" }: ProgressBarProps) {
  const share = total === 0 ? 0 : Math.min(1, done / total);
  return (
    <>
      <div className={styles.progressLine}>
        <span role="status">{`${label}...`}</span>
        <span className="num">{`${formatNumber(done)} of ${formatNumber(total)} ${of}`.trim()}</span>
      </div>
      <div
        className={styles.track}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
      >
        <div className={styles.bar} style={{ width: `${share * 100}%` }} />
      </div>
    </>
  );
}
