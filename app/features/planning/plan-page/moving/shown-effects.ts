/** What the effect of a large move shows first. */
import type { RouteEffect } from "~/domain/visit/move-effect";

/** Sentences of one kind that a route shows. */
const FEW = 3;

/** The route that receives the visits before those that lose them. */
export const targetFirst = (effects: readonly RouteEffect[], target: number | null): RouteEffect[] => [
  ...effects.filter(({ routeId }) => routeId === target),
  ...effects.filter(({ routeId }) => routeId !== target),
];

/** The first sentences, and how many are left out; a single one more is not worth a line about it. */
export function firstFew(sentences: readonly string[]): { shown: readonly string[]; more: number } {
  const shown = sentences.length > FEW + 1 ? sentences.slice(0, FEW) : sentences;
  return { shown, more: sentences.length - shown.length };
}
