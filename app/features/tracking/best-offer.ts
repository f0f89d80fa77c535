import type { RouteEffect } from "~/domain/visit/move-effect";

interface Judged {
  /** why the stop can't be moved there */
  refused: string | null;
  effects: readonly Pick<RouteEffect, "newlyBroken">[];
}

/** The move is possible, and leaves some route with a rule broken that it kept before. */
export const breaksSomething = ({ effects }: Pick<Judged, "effects">): boolean =>
  effects.some(({ newlyBroken }) => newlyBroken.length > 0);

/**
 * The offer that is called the best: nothing speaks against it, and there is another to compare it with.
 * @param offers the best first
 */
export function bestOffer<O extends Judged>(offers: readonly O[]): O | null {
  const possible = offers.filter(({ refused }) => refused === null);
  const [first] = possible;
  return first === undefined || possible.length < 2 || breaksSomething(first) ? null : first;
}
