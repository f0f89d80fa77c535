import type { CheckContext } from "./context";

export type Fail = CheckContext["fail"];
export type Where = Parameters<Fail>[3];

/** Reports a number that isn't the recomputed one. Its name is made only then: most numbers are right. */
export function compare(
  fail: Fail,
  name: () => string,
  is: number | undefined,
  right: number | undefined,
  where?: Where,
): void {
  if (is !== right) fail("cost", `The ${name()} is ${right ?? "none"}, not ${is ?? "none"}.`, undefined, where);
}

/** Dimensions that one of both lacks are 0. */
export function compareAmounts(
  fail: Fail,
  name: () => string,
  is: readonly number[],
  right: readonly number[],
  where?: Where,
): void {
  const most = Math.max(is.length, right.length);
  for (let d = 0; d < most; d++)
    if ((is[d] ?? 0) !== (right[d] ?? 0)) {
      fail("cost", `The ${name()} is ${right.join(", ")}, not ${is.join(", ")}.`, undefined, where);
      return;
    }
}
