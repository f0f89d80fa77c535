import { useEffect, useRef, useState, type ReactNode } from "react";
import { count } from "~/domain/format-number";
import { Icon, type IconName } from "~/ui/icons";
import styles from "./attention.module.css";

/** One thing that needs attention, whatever area it comes from. */
export interface AttentionRow {
  /** the same as long as it is about the same thing */
  key: string;
  /** said when it is new, and in tests: 'Bakery Frick will be 12 min late' */
  title: string;
  icon: IconName;
  tone: "red" | "amber" | "grey";
  /** epoch seconds from when on it is too late; what waits already counts from when it came */
  dueSec: number;
  /** what it says, with its answers */
  node: ReactNode;
  /** who has seen it and when, in words: it waits below the others */
  seen?: string | null;
  onHover?: (on: boolean) => void;
}

/** The most urgent first; what somebody has seen stands folded below. */
export function AttentionList({ rows }: { rows: readonly AttentionRow[] }) {
  const sorted = [...rows].sort((a, b) => a.dueSec - b.dueSec || (a.key < b.key ? -1 : 1));
  const open = sorted.filter((row) => !row.seen);
  const seen = sorted.filter((row) => row.seen);
  return (
    <section className={styles.attention} aria-labelledby="needs-attention" data-empty={rows.length === 0 || undefined}>
      <h2 id="needs-attention" className={styles.heading}>
        Needs attention <span className={`${styles.number} num`}>{open.length}</span>
      </h2>
      {open.length === 0 ? (
        <p className={styles.calm}>
          <Icon name="check-circle" size={16} /> Nothing now.
        </p>
      ) : (
        <Rows rows={open} />
      )}
      {seen.length > 0 && (
        <details className={styles.seen}>
          <summary>{count(seen.length, "thing")} seen already</summary>
          <Rows rows={seen} />
        </details>
      )}
      <News rows={open} />
    </section>
  );
}

const Rows = ({ rows }: { rows: readonly AttentionRow[] }) => (
  <ul className={styles.rows}>
    {rows.map((row) => (
      <li
        key={row.key}
        className={styles.row}
        data-tone={row.tone}
        onPointerEnter={() => row.onHover?.(true)}
        onPointerLeave={() => row.onHover?.(false)}
      >
        <span className={styles.icon}>
          <Icon name={row.icon} size={18} />
        </span>
        <div className={styles.body}>{row.node}</div>
      </li>
    ))}
  </ul>
);

/** Says what is new since the page opened, once, when the reader is not speaking. */
function News({ rows }: { rows: readonly AttentionRow[] }) {
  const known = useRef<ReadonlySet<string> | null>(null);
  const [words, setWords] = useState("");
  useEffect(() => {
    const before = known.current;
    const added = rows.filter(({ key }) => before?.has(key) !== true);
    if (before !== null && added.length === 0) return;
    known.current = new Set([...(before ?? []), ...added.map(({ key }) => key)]);
    if (before === null) return;
    setWords(added.length === 1 ? `Needs attention: ${added[0]?.title}` : `${added.length} new things need attention`);
  }, [rows]);
  return (
    <p className="visually-hidden" role="status">
      {words}
    </p>
  );
}
