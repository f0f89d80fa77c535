import { useEffect } from "react";
import { useRevalidator } from "@remix-run/react";
import { useReload } from "~/lib/use-reload";
import { Panel } from "~/ui/page/page-header";
import { SheetState } from "~/domain/import/sheet-state";
import styles from "./imports.module.css";
import { ProgressBar } from "./progress-bar";

const LOOK_MS = 1_000;

/** How far it has come. The server goes on by itself; the page asks how far every second. */
export function ProgressPanel({ state, progress }: { state: SheetState; progress: { done: number; total: number } }) {
  const reload = useReload();
  const { state: loading } = useRevalidator();
  useEffect(() => {
    if (loading !== "idle") return;
    const timer = window.setTimeout(reload, LOOK_MS);
    return () => window.clearTimeout(timer);
  }, [loading, reload, progress.done]);
  const { done, total } = progress;
  const label = state === SheetState.Mapped ? "Checking the rows" : "Importing";
  return (
    <Panel>
      <noscript>
        <meta httpEquiv="refresh" content="2" />
      </noscript>
      <ProgressBar label={label} done={done} total={total} of="rows" />
      <p className={styles.hint}>You may leave this page: it goes on, and this import is listed under Imports.</p>
    </Panel>
  );
}
