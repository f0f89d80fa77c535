import { comparedTimes } from "~/domain/compared";
import { formatNumber, formatPercent } from "~/domain/format-number";
import { formatDelay, formatDuration, minutesOf, wholeMinute } from "~/domain/time/format";
import { Icon } from "~/ui/icons";
import { share } from "./share";
import styles from "./feedback.module.css";

interface LoadBarProps {
  used: number;
  /** 0 or less: no limit, then only the figure is shown. */
  limit: number;
  /** What is measured: "Load", "Time". */
  label: string;
  /** The figures in words: "420 / 800 kg". */
  text: string;
  /** They are not printed beside the bar. */
  barOnly?: boolean;
  width?: number | string;
}

/** A thin bar for load and time use. Red, with a word, only when over. */
export function LoadBar({ used, limit, label, text, barOnly = false, width = 72 }: LoadBarProps) {
  const over = limit > 0 && used > limit;
  return (
    <span
      className={styles.load}
      data-over={over || undefined}
      title={`${label}: ${text}${over ? ", over the limit" : ""}`}
    >
      {limit > 0 && (
        <span className={styles.track} style={{ width }} aria-hidden="true">
          <span className={styles.bar} style={{ width: `${share(used, limit)}%` }} />
        </span>
      )}
      <span className="visually-hidden">{barOnly ? `${label}: ${text}` : label}</span>
      {!barOnly && <span className="num">{text}</span>}
      {over && <span className={styles.over}>over</span>}
    </span>
  );
}

/** Scheduled over total: "143/150" with a small bar. */
export function ScheduledBar({ scheduled, total }: { scheduled: number; total: number }) {
  return (
    <span className={styles.load} title={`${formatNumber(scheduled)} of ${formatNumber(total)} visits scheduled`}>
      <span className={styles.track} style={{ width: 56 }} aria-hidden="true">
        <span
          className={styles.bar}
          data-full={(total > 0 && scheduled >= total) || undefined}
          style={{ width: `${share(scheduled, total)}%` }}
        />
      </span>
      <span className="num">
        {formatNumber(scheduled)}/{formatNumber(total)}
      </span>
    </span>
  );
}

/** "+12 min" in amber when late; nothing when in time. */
export function Delay({ seconds }: { seconds: number }) {
  const lateSec = wholeMinute(seconds);
  if (lateSec <= 0) return null;
  return (
    <span className={`${styles.delay} num`} data-late>
      <Said text={formatDelay(lateSec)} words={`late by ${formatDuration(lateSec)}`} />
    </span>
  );
}

/** A figure with its sign to see, and in words to hear: the words say later or earlier, so that no sign is read out. */
function Said({ text, words }: { text: string; words: string }) {
  return (
    <>
      <span aria-hidden="true">{text}</span>
      <span className="visually-hidden">{words}</span>
    </>
  );
}

/** '12 min later than planned', 'as planned' */
function deviationInWords(seconds: number): string {
  const minutes = minutesOf(seconds);
  if (minutes === 0) return "as planned";
  return `${formatDuration(Math.abs(seconds))} ${minutes > 0 ? "later" : "earlier"} than planned`;
}

/**
 * How far an actual time is from the planned one: '+12 min' in amber, '−12 min' in green; within some minutes they
 * count as equal.
 */
export function Deviation({ seconds, alwaysShow = false }: { seconds: number; alwaysShow?: boolean }) {
  const tone = comparedTimes(seconds);
  if (tone === "equal" && !alwaysShow) return null;
  const hint = tone === "equal" ? "as planned" : tone === "worse" ? "later than planned" : "earlier than planned";
  return (
    <span className={`${styles.delay} num`} data-compared={tone} title={hint}>
      <Said text={formatDelay(seconds)} words={deviationInWords(seconds)} />
    </span>
  );
}

interface ProgressBarProps {
  /** 0..1 of the time; null while waiting for a free worker. */
  share: number | null;
  /** "Calculating..." */
  label: string;
  /** Best cost so far, as text. */
  cost?: string | null;
  /** Visits without a route in the best plan so far. */
  unserved?: number | null;
  /** A form with the button that stops it, for pages without JavaScript. */
  stop?: React.ReactNode;
}

/** A running calculation. The old plan stays visible until it ends. */
export function ProgressBar({ share: done, label, cost, unserved, stop }: ProgressBarProps) {
  const percent = done === null ? null : Math.round(share(done, 1));
  return (
    <div className={styles.progress}>
      <div className={styles.progressLine}>
        <span className={styles.progressLabel} role="status">
          <Icon name="calculate" size={16} />
          {label}
        </span>
        <span className={`${styles.progressFacts} num`}>
          {percent === null ? <span>waiting to start</span> : <span>{formatPercent(percent)} of the time</span>}
          {cost !== null && cost !== undefined && <span>best cost {cost}</span>}
          {unserved !== null && unserved !== undefined && (
            <span data-warn={unserved > 0 || undefined}>{formatNumber(unserved)} unscheduled</span>
          )}
        </span>
        {stop}
      </div>
      <div
        className={styles.progressTrack}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent ?? undefined}
      >
        <div
          className={styles.progressBar}
          data-waiting={percent === null || undefined}
          style={percent === null ? undefined : { transform: `scaleX(${percent / 100})` }}
        />
      </div>
    </div>
  );
}
