import { AppError } from "~/lib/errors";

/** Failures that are the problem's, as the process that calculates names them. */
const STATUS: Readonly<Record<string, number>> = {
  "vroom.input": 400,
  "calculation.too_large": 413,
  "calculation.out_of_memory": 413,
};

/** Why a stored job has no answer. @param code @param message of its row */
export function jobFault(code: string | null, message: string | null): AppError {
  const status = STATUS[code ?? ""];
  if (status !== undefined && message !== null) return new AppError(code!, message, { status });
  return new AppError("job.failed", `The job failed (${code ?? "no code"}).`, { status: 500 });
}
