import { localTime } from "~/domain/time/time-zone";
import { Button } from "~/ui/button";
import { SPEEDS, type ReplayClock, type Speed } from "../live/use-replay";
import type { ReplayReport } from "../replay-view";
import own from "./replay.module.css";

const STEP_SEC = 60;

interface ReplayPlayerProps {
  clock: ReplayClock;
  span: { fromSec: number; toSec: number };
  timeZone: string;
  /** some routes go by another clock */
  namesZone: boolean;
  reports: readonly ReplayReport[];
}

/** Play and pause, how fast, and the day as a line that can be dragged or moved with the arrow keys. */
export function ReplayPlayer({ clock, span, timeZone, namesZone, reports }: ReplayPlayerProps) {
  const { fromSec, toSec } = span;
  const at = [localTime(clock.atSec, timeZone), namesZone && timeZone].filter(Boolean).join(" ");
  return (
    <div className={own.player} role="group" aria-label="Player">
      <Button icon={clock.isPlaying ? "pause" : "play"} kind="primary" onClick={clock.toggle}>
        {clock.isPlaying ? "Pause" : "Play"}
      </Button>
      <output className={`${own.time} num`} aria-label="Time">
        {at}
      </output>
      <span className={own.scrubber}>
        <input
          type="range"
          aria-label="Time of the day"
          aria-valuetext={at}
          min={fromSec}
          max={toSec}
          step={STEP_SEC}
          value={Math.round(clock.atSec)}
          onChange={(event) => clock.seek(Number(event.currentTarget.value))}
        />
        <span className={own.marks} aria-hidden="true">
          {reports.map(({ atSec, stop }) => (
            <i
              key={stop.id}
              data-failed={stop.status === "failed" || undefined}
              style={{ left: `${(100 * (atSec - fromSec)) / Math.max(1, toSec - fromSec)}%` }}
            />
          ))}
        </span>
      </span>
      <label className={own.speed}>
        <span className="visually-hidden">Speed</span>
        <select value={clock.speed} onChange={(event) => clock.setSpeed(Number(event.currentTarget.value) as Speed)}>
          {SPEEDS.map((speed) => (
            <option key={speed} value={speed}>
              {speed}×
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
