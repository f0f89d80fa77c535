import type { Problem, Solution, Violation } from "../contract";
import { breaks } from "./breaks";
import { openContext } from "./context";
import type { Rule } from "./context";
import { costs } from "./costs";
import { limits } from "./limits";
import { loads } from "./loads";
import { locked } from "./locked";
import { once } from "./once";
import { pairs } from "./pairs";
import { skills } from "./skills";
import { times } from "./times";
import { totals } from "./totals";
import { ways } from "./ways";

/** Every rule of the checker; a new constraint is a file beside this and a line here. */
const RULES: readonly Rule[] = [once, pairs, ways, loads, skills, times, breaks, limits, locked, totals, costs];

/**
 * Independent of the search and of the scheduler: recomputes everything from the problem, with arithmetic of its own.
 * Windows, loads and sums are therefore defined here a second time on purpose: a fault in the search's definition must
 * not hide itself. Shared are the problem's own words and the definition of a due break (`contract/break-due.ts`).
 * Empty when all is right.
 */
export function check(problem: Problem, solution: Solution): Violation[] {
  const found: Violation[] = [];
  const context = openContext(problem, solution, found);
  for (const rule of RULES) rule(context);
  return found;
}
