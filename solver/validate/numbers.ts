import { ErrorCode, SolverError } from "../contract";

/** Refuses what is no number, no whole one where that is asked for, or outside from..to. */
export function number(value: number, path: string, from: number, to: number, whole = true): void {
  if (typeof value !== "number" || !Number.isFinite(value) || (whole && !Number.isInteger(value))) {
    throw new SolverError(
      ErrorCode.WrongType,
      path,
      `${String(value)} is not a ${whole ? "whole " : ""}number.`,
      `Use a ${whole ? "whole " : ""}number from ${from} to ${to}.`,
    );
  }
  if (value < from || value > to) throw range(path, value, from, to);
}

export function range(path: string, value: number, from: number, to: number): SolverError {
  const cause = value < 0 && from === 0 ? `${value} is negative.` : `${value} is out of range.`;
  return new SolverError(ErrorCode.OutOfRange, path, cause, `Use ${from} to ${to}.`);
}
