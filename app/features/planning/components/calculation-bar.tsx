import { useEffect, useRef, useState } from "react";
import { Form, useRevalidator } from "@remix-run/react";
import { formatCost, formatHours, formatKm } from "~/domain/time/format";
import type { ProgressEvent } from "~/realtime/events";
import { useLiveProgress } from "~/realtime/use-live";
import { Button, IconButton } from "~/ui/button";
import { ProgressBar } from "~/ui/feedback/bars";
import { toast } from "~/ui/feedback/toasts";
import { Icon } from "~/ui/icons";
import { totalsDifference, type PlanTotals } from "../plan-rows";
import styles from "./calculation-bar.module.css";

/** The newest calculation of the plan, as the loader knows it. */
export interface CalculationView {
  queryId: number;
  status: ProgressEvent["status"];
  share: number;
  cost: number | null;
  unassigned: number | null;
  errorMessage: string | null;
}

const isOpen = (status: string): boolean => status === "queued" || status === "running";

/** The loader's state, or what arrived since: a calculation never goes back from its end. */
export function useCalculation(planId: number, stored: CalculationView | null): CalculationView | null {
  const live = useLiveProgress(planId);
  const { revalidate } = useRevalidator();
  const ended = live !== null && !isOpen(live.status) ? live.queryId : null;
  const known = stored !== null && !isOpen(stored.status) ? stored.queryId : null;
  useEffect(() => {
    if (ended !== null && ended !== known) revalidate();
  }, [ended, known, revalidate]);
  if (live === null || (stored !== null && (live.queryId < stored.queryId || (live.queryId === stored.queryId && !isOpen(stored.status))))) return stored;
  // The result stands in the plan only once the loader has it: until then it is as good as running.
  return { ...live, status: isOpen(live.status) ? live.status : "running", share: isOpen(live.status) ? live.share : 1, errorMessage: null };
}

export const isCalculating = (calculation: CalculationView | null): boolean => calculation !== null && isOpen(calculation.status);

const memoryKey = (queryId: number): string => `totals-before-${queryId}`;

/** Totals when the calculation began (kept over a reload of the page) and when it ended; null for one that nobody here has seen run. */
function useComparison(calculation: CalculationView | null, totals: PlanTotals): { before: PlanTotals; after: PlanTotals } | null {
  const running = isCalculating(calculation) ? calculation!.queryId : null;
  const latest = useRef(totals);
  latest.current = totals;
  useEffect(() => {
    if (running !== null && sessionStorage.getItem(memoryKey(running)) === null) sessionStorage.setItem(memoryKey(running), JSON.stringify(latest.current));
  }, [running]);
  const [compared, setCompared] = useState<{ before: PlanTotals; after: PlanTotals } | null>(null);
  const finished = calculation !== null && !isOpen(calculation.status) ? calculation.queryId : null;
  useEffect(() => {
    const kept = finished === null ? null : sessionStorage.getItem(memoryKey(finished));
    setCompared(kept === null ? null : { before: JSON.parse(kept) as PlanTotals, after: latest.current });
    if (kept !== null) toast.loader("Calculating...").done("Calculated");
    return () => {
      if (finished !== null) sessionStorage.removeItem(memoryKey(finished));
    };
  }, [finished]);
  return compared;
}

export interface CalculationBarProps {
  calculation: CalculationView | null;
  totals: PlanTotals;
  values: Record<string, string | number>;
}

/** While it runs: progress and "Stop and keep"; afterwards what came of it. */
export function CalculationBar({ calculation, totals, values }: CalculationBarProps) {
  const compared = useComparison(calculation, totals);
  const [closed, setClosed] = useState<number | null>(null);
  if (calculation === null) return null;
  const hidden = Object.entries(values).map(([name, value]) => <input key={name} type="hidden" name={name} value={String(value)} />);
  if (isOpen(calculation.status)) {
    return (
      <ProgressBar
        share={calculation.status === "queued" ? null : calculation.share}
        label="Calculating..."
        cost={calculation.cost === null ? null : formatCost(calculation.cost)}
        unserved={calculation.unassigned}
        stop={<Form method="post" preventScrollReset>{hidden}<Button type="submit" name="intent" value="cancel-calculation" icon="stop">Stop and keep</Button></Form>}
      />
    );
  }
  if (closed === calculation.queryId) return null;
  const close = <span className={styles.close}><IconButton icon="close" label="Close" onClick={() => setClosed(calculation.queryId)} /></span>;
  if (calculation.status === "failed" || calculation.status === "stale") {
    return (
      <div className={styles.bar} data-tone="error" role="alert">
        <Icon name="alert" size={18} />
        <p className={styles.text}>{calculation.errorMessage ?? (calculation.status === "stale" ? "The plan was changed while it was calculated, so the result was not applied." : "The calculation failed.")} Nothing was changed.</p>
        <Form method="post" preventScrollReset>{hidden}<Button type="submit" name="intent" value="calculate" icon="refresh">Calculate again</Button></Form>
        {close}
      </div>
    );
  }
  if (compared === null) return null;
  const { after } = compared;
  const difference = totalsDifference(compared.before, after);
  return (
    <div className={styles.bar} data-tone="done" role="status">
      <Icon name="check-circle" size={18} />
      <p className={`${styles.text} num`}>
        <b>Calculated</b>: {after.routes} {after.routes === 1 ? "route" : "routes"} · {formatKm(after.distanceM)} · {formatHours(after.workSec)} · {after.unserved} unserved
        <span className={styles.difference}>{difference.length === 0 ? "as before" : `change: ${difference.join(", ")}`}</span>
      </p>
      {close}
    </div>
  );
}
