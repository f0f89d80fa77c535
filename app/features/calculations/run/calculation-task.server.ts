import type { RoutingQueryRow } from "~/db/tables";
import { AppError } from "~/lib/errors";
import type { CalculationTask, SolveAnswer } from "~/services/solver/solver-pool.server";

/**
 * The stored input, and the point at which an earlier calculation of it was interrupted.
 * @throws AppError without an input
 */
export function taskOf({
  input,
  checkpoint,
  progress,
  cancel_requested: stopped,
}: Pick<RoutingQueryRow, "input" | "checkpoint" | "progress" | "cancel_requested">): CalculationTask {
  if (!input)
    throw new AppError("calculation.no_input", "The stored input of this calculation cannot be read. Calculate again.");
  const resume = checkpoint === null ? null : { routes: checkpoint, used: progress };
  return { input, resume, isStopped: stopped === 1 };
}

/** A result that the independent checker objects to is never applied. */
export function assertNoViolations({ violations }: Pick<SolveAnswer, "violations">): void {
  const [first] = violations;
  if (first) {
    throw new AppError(
      "calculation.check_failed",
      `The calculated plan broke a rule (${first.message}) and was not applied. Your plan is as it was.`,
      { status: 500, details: violations },
    );
  }
}
