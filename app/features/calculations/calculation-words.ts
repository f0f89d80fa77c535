/** The words that the history uses for calculations. */
import { formatPercent } from "~/domain/format-number";
import type { CalculationStatus } from "~/domain/calculation/calculation-status";
import type { Tone } from "~/ui/feedback/status-badge";
import type { IconName } from "~/ui/icons";
import { formatLoad } from "~/domain/format-units";
import { METRIC } from "~/domain/units";
import type { Units } from "~/domain/units";

/** For the filter. */
export const STATUS_WORDS: Readonly<Record<CalculationStatus, string>> = {
  queued: "Waiting",
  running: "Calculating",
  done: "Done",
  failed: "Failed",
  cancelled: "Stopped",
  stale: "Out of date",
  proposed: "Proposed",
  discarded: "Discarded",
};

const LOOKS: Readonly<Record<CalculationStatus, { tone: Tone; icon: IconName }>> = {
  queued: { tone: "grey", icon: "clock" },
  running: { tone: "blue", icon: "calculate" },
  done: { tone: "green", icon: "check-circle" },
  failed: { tone: "red", icon: "close-circle" },
  cancelled: { tone: "grey", icon: "stop" },
  stale: { tone: "amber", icon: "history" },
  proposed: { tone: "blue", icon: "list" },
  discarded: { tone: "grey", icon: "close-circle" },
};

interface CalculationState {
  status: CalculationStatus;
  /** 0..1 */
  share: number;
  /** it is in the plan, or was */
  applied: boolean;
  /** started only to look at the result */
  tryOut: boolean;
  errorMessage: string | null;
}

export function statusBadge({ status, share }: Pick<CalculationState, "status" | "share">): {
  tone: Tone;
  icon: IconName;
  label: string;
} {
  return {
    ...LOOKS[status],
    label: status === "running" ? `Calculating ${formatPercent(share * 100)}` : STATUS_WORDS[status],
  };
}

/** What became of it, in a sentence; null where the status says enough. */
export function outcomeSentence({
  status,
  applied,
  tryOut,
  errorMessage,
}: Omit<CalculationState, "share">): string | null {
  switch (status) {
    case "failed":
      return errorMessage ?? "The calculation failed. The plan is as it was.";
    case "stale":
      return errorMessage ?? "The plan was changed while it was being calculated, so the result was not applied.";
    case "cancelled":
      if (applied) return "It was stopped early. The best plan that was found until then was applied.";
      return tryOut
        ? "It was stopped. The plan was not changed."
        : "It was cancelled before it began. The plan is as it was.";
    case "queued":
      return tryOut ? "Waits for a free worker. The plan will not be changed." : "Waits for a free worker.";
    case "running":
      return tryOut ? "The plan will not be changed." : null;
    case "proposed":
      return "A proposal: the plan changes only when somebody applies it.";
    case "discarded":
      return applied
        ? "It was applied, and then taken back."
        : "The proposal was not applied. The plan was not changed.";
    case "done":
      return tryOut ? "Calculated to look at only: the plan was not changed." : null;
  }
}

/** m³ and kg on one route: '420 kg, 1.2 m³'. */
export function amountWords([m3, kg]: readonly [number, number], units: Units = METRIC): string {
  return formatLoad(kg, m3, units).join(", ") || "–";
}
