import { useEffect, useRef, useState, type ReactNode } from "react";
import { Form } from "@remix-run/react";
import type { Aim } from "~/domain/calculation/aim";
import { costInWords } from "~/domain/calculation/cost";
import { isDoubtful } from "~/domain/calculation/measured-summary";
import type { MeasuredSummary } from "~/domain/calculation/measured-summary";
import type { PlanTotalsDifference } from "~/domain/calculation/plan-difference";
import { isUnderway } from "~/domain/calculation/calculation-status";
import { count, formatNumber } from "~/domain/format-number";
import { formatDuration } from "~/domain/time/format";
import { useReload } from "~/lib/use-reload";
import { paths } from "~/paths";
import type { ProgressEvent } from "~/realtime/events";
import { useLiveProgress } from "~/realtime/use-live";
import { Button, ButtonLink, IconButton } from "~/ui/button";
import { ProgressBar } from "~/ui/feedback/bars";
import { toast } from "~/ui/feedback/toasts";
import { Icon, type IconName } from "~/ui/icons";
import { differenceWords } from "./difference-words";
import { MeasuredLegs } from "./measured-legs";
import { PageFields } from "~/ui/form/page-fields";
import styles from "./calculation-bar.module.css";
import { formatDistance } from "~/domain/format-units";
import { useUnits } from "~/ui/use-units";

/** The plan's newest calculation, as the loader knows it. */
export interface CalculationView {
  queryId: number;
  status: ProgressEvent["status"];
  share: number;
  cost: number | null;
  /** the unit of the cost; null until the loader knows it */
  aim: Aim | null;
  unassigned: number | null;
  errorMessage: string | null;
  /** the most stops that may move: the result is a proposal */
  changeBudget: number | null;
  difference: PlanTotalsDifference | null;
  /** of the result's legs that the search estimated; null: there were none */
  measured: MeasuredSummary | null;
  /** the change that Discard takes back; null without a choice */
  discardChangeId: number | null;
  kept: boolean;
  /** 'Rita Beck moved the visit': why the result will not be applied */
  outdatedBy: string | null;
}

const UNKNOWN = {
  aim: null,
  errorMessage: null,
  changeBudget: null,
  difference: null,
  measured: null,
  discardChangeId: null,
  kept: false,
  outdatedBy: null,
};

/** The loader's state, or what has arrived since: a calculation that has ended never runs again. */
export function useCalculation(planId: number, stored: CalculationView | null): CalculationView | null {
  const live = useLiveProgress(planId);
  const reload = useReload();
  const ended = live !== null && !isUnderway(live.status) ? live.queryId : null;
  const known = stored !== null && !isUnderway(stored.status) ? stored.queryId : null;
  useEffect(() => {
    if (ended !== null && ended !== known) reload();
  }, [ended, known, reload]);
  if (
    live === null ||
    (stored !== null &&
      (live.queryId < stored.queryId || (live.queryId === stored.queryId && !isUnderway(stored.status))))
  )
    return stored;
  // The result is in the plan only once the loader has it. Until then it counts as running.
  return {
    ...UNKNOWN,
    ...(stored?.queryId === live.queryId ? stored : {}),
    ...live,
    status: isUnderway(live.status) ? live.status : "running",
    share: isUnderway(live.status) ? live.share : 1,
  };
}

export const isCalculating = (calculation: CalculationView | null): boolean =>
  calculation !== null && isUnderway(calculation.status);

/** Says 'Calculated' to those who saw it run. */
function useEndToast(calculation: CalculationView | null): void {
  const running = useRef<number | null>(null);
  const id = calculation?.queryId ?? null;
  const status = calculation?.status ?? null;
  useEffect(() => {
    if (id === null || status === null) return;
    if (isUnderway(status)) running.current = id;
    else if (running.current === id) {
      running.current = null;
      if (status === "done" || status === "cancelled") toast.loader("Calculating...").done("Calculated");
    }
  }, [id, status]);
}

interface CalculationBarProps {
  calculation: CalculationView | null;
  values: Record<string, string | number>;
}

/** While it runs: progress and "Stop and keep". Afterwards: the result, with Keep and Discard. */
export function CalculationBar({ calculation, values }: CalculationBarProps) {
  const units = useUnits();
  useEndToast(calculation);
  const [closed, setClosed] = useState<number | null>(null);
  if (calculation === null) return null;
  const post = (intent: string, label: string, icon: IconName, more: Record<string, string | number> = {}) => (
    <PostButton
      key={intent}
      intent={intent}
      label={label}
      icon={icon}
      values={{ ...values, queryId: calculation.queryId, ...more }}
    />
  );
  const again =
    calculation.changeBudget === null ? (
      post("calculation.start", "Calculate again", "refresh", { anew: 1 })
    ) : (
      <PostButton
        intent="proposal.repeat"
        label="Find changes again"
        icon="refresh"
        values={values}
        action={paths.proposal(calculation.queryId)}
      />
    );

  if (isUnderway(calculation.status))
    return (
      <Running
        calculation={calculation}
        again={again}
        stop={post("calculation.cancel", calculation.changeBudget === null ? "Stop and keep" : "Stop and show", "stop")}
      />
    );
  if (closed === calculation.queryId) return null;
  const { status, difference, changeBudget } = calculation;
  if (status === "failed" || status === "stale") {
    const sentence =
      calculation.errorMessage ??
      (status === "stale"
        ? "The plan was changed while it was being calculated, so the result was not applied."
        : "The calculation failed.");
    return (
      <Bar tone="error" icon="alert" text={status === "failed" ? `${sentence} Nothing was changed.` : sentence}>
        {again}
        <span className={styles.close}>
          <IconButton icon="close" label="Close" onClick={() => setClosed(calculation.queryId)} />
        </span>
      </Bar>
    );
  }
  if (status === "proposed" && difference !== null)
    return (
      <Proposal
        calculation={calculation}
        difference={difference}
        again={again}
        discard={post("proposal.discard", "Discard", "close")}
      />
    );
  if (calculation.kept || difference === null) return null;
  if (calculation.discardChangeId === null) {
    if (changeBudget === null || status !== "done" || difference.moved > 0) return null;
    return (
      <Bar
        tone="info"
        icon="check-circle"
        text={
          changeBudget === 0
            ? "No stop was to move, and none did."
            : `No move of at most ${count(changeBudget, "stop")} makes the plan better.`
        }
      >
        {post("calculation.keep", "OK", "check")}
      </Bar>
    );
  }
  const words = differenceWords(difference, units);
  const { measured } = calculation;
  // What was calculated, all of it: reports from the road go on changing the plan, and the header has what stands now.
  const { after, rest } = difference;
  const doubtful = measured !== null && isDoubtful(measured);
  const done = changeBudget === null ? "Calculated" : "Applied";
  return (
    <Bar
      tone={doubtful ? "warning" : "done"}
      icon={doubtful ? "alert" : "check-circle"}
      text={
        <>
          <b>{done}</b>
          {rest !== undefined && `: ${count(rest.routes, "route")}`}
          <span className={styles.inHeader}>
            {rest === undefined ? ": " : " · "}
            {formatDistance(after.distanceM, units)} · {formatDuration(after.workSec)}
          </span>
          {rest !== undefined && ` · ${formatNumber(rest.unscheduled)} unscheduled`}
        </>
      }
      more={words.length === 0 ? undefined : `change: ${words.join(", ")}`}
      measured={measured}
    >
      {post("calculation.keep", "Keep", "check")}
      {post("calculation.discard", "Discard", "undo", { changeId: calculation.discardChangeId })}
    </Bar>
  );
}

function PostButton({
  intent,
  label,
  icon,
  values,
  action,
}: {
  intent: string;
  label: string;
  icon: IconName;
  values: Record<string, string | number>;
  action?: string;
}) {
  return (
    <Form method="post" action={action} preventScrollReset>
      <PageFields />
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={String(value)} />
      ))}
      <Button type="submit" name="intent" value={intent} icon={icon}>
        {label}
      </Button>
    </Form>
  );
}

function Bar({
  tone,
  icon,
  text,
  more,
  measured = null,
  isProposed = false,
  children,
}: {
  tone: "done" | "info" | "warning" | "error";
  icon: IconName;
  text: ReactNode;
  more?: string | undefined;
  measured?: MeasuredSummary | null;
  isProposed?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={styles.bar} data-tone={tone} data-bar="calculation" role={tone === "error" ? "alert" : "status"}>
      <Icon name={icon} size={18} />
      <p className={`${styles.text} num`}>{text}</p>
      {more !== undefined && <p className={`${styles.difference} num`}>{more}</p>}
      {measured !== null && <MeasuredLegs measured={measured} isProposed={isProposed} />}
      <div className={styles.buttons}>{children}</div>
    </div>
  );
}

function Running({ calculation, again, stop }: { calculation: CalculationView; again: ReactNode; stop: ReactNode }) {
  if (calculation.outdatedBy !== null)
    return (
      <Bar
        tone="error"
        icon="alert"
        text={`${calculation.outdatedBy} while it is being calculated, so the result will not be applied.`}
      >
        {again}
      </Bar>
    );
  return (
    <ProgressBar
      share={calculation.status === "queued" ? null : calculation.share}
      label={calculation.changeBudget === null ? "Calculating..." : "Re-optimising..."}
      cost={
        calculation.cost === null || calculation.aim === null
          ? null
          : costInWords(calculation.aim, calculation.cost).text
      }
      unserved={calculation.unassigned}
      stop={
        <span className={styles.stop}>
          <span className={styles.hint}>A change of the plan made now stays; the result is then not applied.</span>
          {stop}
        </span>
      }
    />
  );
}

function Proposal({
  calculation,
  difference,
  again,
  discard,
}: {
  calculation: CalculationView;
  difference: PlanTotalsDifference;
  again: ReactNode;
  discard: ReactNode;
}) {
  const units = useUnits();
  if (calculation.outdatedBy !== null)
    return (
      <Bar tone="error" icon="alert" text={`${calculation.outdatedBy} since, so the proposal no longer fits the plan.`}>
        {again}
        {discard}
      </Bar>
    );
  const words = differenceWords(difference, units).slice(0, -1);
  const { measured } = calculation;
  const doubtful = measured !== null && isDoubtful(measured);
  return (
    <Bar
      tone={doubtful ? "warning" : "info"}
      icon={doubtful ? "alert" : "list"}
      text={
        <>
          <b>Proposal</b>: {count(difference.moved, "stop moves", "stops move")}
          {words.length > 0 && ` · ${words.join(", ")}`}
        </>
      }
      measured={measured}
      isProposed
    >
      <ButtonLink kind="primary" icon="search" to={paths.proposal(calculation.queryId)}>
        Look at it
      </ButtonLink>
      {discard}
    </Bar>
  );
}
