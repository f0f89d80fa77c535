import { adjacentStrings } from "./adjacent-strings";
import type { RuinOperator } from "./operator";

/** Every ruin operator; a new one is a file beside this and a line here. */
export const OPERATORS: readonly RuinOperator[] = [adjacentStrings];
