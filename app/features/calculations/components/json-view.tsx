import { useCallback, useEffect, useRef, useState } from "react";
import { absolute } from "~/paths";
import { CopyButton } from "~/ui/copy-button";
import { Button, ButtonLink } from "~/ui/button";
import { EmptyState, ErrorState } from "~/ui/page/states";
import { ListSkeleton } from "~/ui/page/skeletons";
import { virtualWindow } from "~/ui/table/virtual-window";
import { useMounted } from "~/ui/use-mounted";
import styles from "./calculations.module.css";

/** px, as in the style sheet */
const LINE_PX = 18;

type Loaded = { state: "loading" } | { state: "failed" } | { state: "done"; text: string; lines: string[] };

/** Fetched when it is opened: the input of 1,000 visits is half a megabyte. */
function useText(address: string): { loaded: Loaded; retry: () => void } {
  const [loaded, setLoaded] = useState<Loaded>({ state: "loading" });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    setLoaded({ state: "loading" });
    fetch(absolute(address), { signal: abort.signal })
      .then(async (response) => {
        if (!response.ok || response.redirected) throw new Error(`Status ${response.status}`);
        const text = await response.text();
        setLoaded({ state: "done", text, lines: text.trimEnd().split("\n") });
      })
      .catch(() => {
        if (!abort.signal.aborted) setLoaded({ state: "failed" });
      });
    return () => abort.abort();
  }, [address, attempt]);
  return { loaded, retry: useCallback(() => setAttempt((old) => old + 1), []) };
}

interface JsonViewProps {
  /** Its heading: "Input". */
  label: string;
  /** Where the text is, without the base path. */
  address: string;
}

export function JsonView({ label, address }: JsonViewProps) {
  const mounted = useMounted();
  const { loaded, retry } = useText(address);
  return (
    <div className={styles.json}>
      <div className={styles.jsonBar}>
        <span className={`${styles.jsonSize} num`}>
          {loaded.state === "done" ? `${loaded.lines.length} lines` : ""}
        </span>
        <ButtonLink kind="quiet" icon="external" to={address} reloadDocument>
          Open as text
        </ButtonLink>
        {mounted && <CopyButton text={loaded.state === "done" ? loaded.text : null} />}
      </div>
      {mounted && loaded.state === "loading" && (
        <div className={styles.jsonBox}>
          <ListSkeleton rows={12} rowHeight={24} />
        </div>
      )}
      {loaded.state === "failed" && (
        <div className={styles.jsonBox}>
          <ErrorState compact title={`The ${label.toLowerCase()} could not be loaded`}>
            Nothing is lost: try again, or open it as text.
          </ErrorState>
          <p className={styles.center}>
            <Button icon="refresh" onClick={retry}>
              Load again
            </Button>
          </p>
        </div>
      )}
      {loaded.state === "done" && <Lines label={label} lines={loaded.lines} />}
      <noscript>
        <EmptyState compact icon="code" title={`${label} as JSON`}>
          Without JavaScript it opens on a page of its own: “Open as text”.
        </EmptyState>
      </noscript>
    </div>
  );
}

/** Only the visible lines are rendered, so that a hundred thousand of them scroll smoothly. */
function Lines({ label, lines }: { label: string; lines: readonly string[] }) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ scroll: 0, height: 400 });
  const measure = useCallback(() => {
    const element = box.current;
    if (element) setView({ scroll: element.scrollTop, height: element.clientHeight });
  }, []);
  useEffect(() => {
    measure();
    window.addEventListener("resize", measure);
    return () => window.removeEventListener("resize", measure);
  }, [measure]);
  const win = virtualWindow(lines.length, LINE_PX, view.scroll, view.height, 20);
  return (
    <div ref={box} className={styles.jsonBox} role="region" aria-label={label} tabIndex={0} onScroll={measure}>
      <div style={{ height: win.totalPx }}>
        <pre className={styles.jsonText} style={{ transform: `translateY(${win.offsetPx}px)` }}>
          {lines.slice(win.start, win.end).join("\n")}
        </pre>
      </div>
    </div>
  );
}
