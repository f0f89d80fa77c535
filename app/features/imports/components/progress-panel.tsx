import { useEffect } from "react";
import { useRevalidator } from "@remix-run/react";
import { formatNumber } from "~/domain/format-number";
import { Panel } from "~/ui/page/page-header";
import { SheetState } from "../sheet-state";
import styles from "./imports.module.css";

const LOOK_MS = 1_000;

/** How far it has come. The server goes on by itself; the page asks how far every second. */
export function ProgressPanel({ state, progress }: { state: SheetState; progress: { done: number; total: number } }) {
  const { revalidate, state: loading } = useRevalidator();
  useEffect(() => {
    if (loading !== "idle") return;
    const timer = window.setTimeout(revalidate, LOOK_MS);
    return () => window.clearTimeout(timer);
  }, [loading, revalidate, progress.done]);
  const { done, total } = progress;
  const share = total === 0 ? 0 : Math.min(1, done / total);
  const label = state === SheetState.Mapped ? "Checking the rows" : "Importing";
  return (
    <Panel>
      <noscript>
        <meta httpEquiv="refresh" content="2" />
      </noscript>
      <div className={styles.progressLine}>
        <span role="status">{`${label}...`}</span>
        <span className="num">{`${formatNumber(done)} of ${formatNumber(total)} rows`}</span>
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
      <p className={styles.hint}>You may leave this page: it goes on, and this import is listed under Imports.</p>
    </Panel>
  );
}
