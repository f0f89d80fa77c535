import { snapshot } from "../construct/construct";
import { insertInOrder } from "../construct/insertion";
import type { Random } from "../random";
import type { Stop } from "../stop/stop";
import type { Anneal } from "./anneal";
import { crossover } from "./crossover";
import { tryFewerRoutes } from "./fewer-routes";
import { loadRoutes } from "./journal";
import type { Routes } from "./journal";
import { PARAMETERS } from "./parameters";
import { lockedRoutes } from "./plan-locked";

const PARENTS = 4;
const PARENTS_SHARE = 0.2;
const CHILDREN = 16;

interface Member {
  readonly routes: Routes;
  readonly missing: number;
  readonly cost: number;
}

interface Generations {
  readonly search: Anneal;
  readonly stop: Stop;
  readonly random: Random;
  /** Whether this thread tries to do with one route less before a cooling, counted from 0. */
  readonly triesFewer: (cooling: number) => boolean;
  readonly report: () => void;
  /** Publishes the best plan to the other threads and returns a better one of another thread. */
  readonly meet: () => Routes | null;
  /** The share of the time that is used; the present plan is a parent then. */
  readonly from: number;
}

/**
 * Small problems with much time: where routes are long, coolings of one plan tend to end in the same place, however
 * often they are repeated. So a few plans are cooled quickly from different beginnings; then repeatedly one of them
 * takes over routes of another, is cooled from a middling temperature, and replaces the first if it is better.
 * For vehicles of one class. Jobs without windows are better cooled twice, slowly.
 */
export function breed({ search, stop, random, triesFewer, report, meet, from }: Generations): void {
  const { plan, journal } = search;
  const members: Member[] = [];
  let share = from;
  const present = (): Member => ({ routes: snapshot(plan), missing: plan.missing, cost: plan.cost });
  /** The present plan, cooled for a further part of the time. */
  const cooled = (first: number, part: number): Member => {
    share = Math.max(share, stop.share) + part;
    search.run(stop, { first, last: PARAMETERS.lastTemperature }, stop.share, share, report, report);
    return present();
  };
  if (from > 0) members.push(present());
  for (let k = 0; k < PARENTS && !stop.reached(search.iterations); k++) {
    const tries = triesFewer(k);
    if (tries) search.adopt(journal.bestRoutes());
    const fewer = tries && tryFewerRoutes(search, stop, stop.share + PARAMETERS.fewerRoutesShare, random, report);
    if (k > 0 && !fewer) startAfresh(search, random, stop);
    members.push(cooled(PARAMETERS.firstTemperature, ((1 - from) * PARENTS_SHARE) / PARENTS));
    if (fewer) plan.hide(() => false);
  }
  const part = (1 - share) / CHILDREN;
  for (let k = 0; k < CHILDREN && !stop.reached(search.iterations); k++) {
    const better = meet();
    if (better !== null) {
      search.adopt(better);
      members[worst(members)] = present();
    }
    const first = random.below(members.length);
    const second = (first + 1 + random.below(members.length - 1)) % members.length;
    if (!crossover(search, members[first].routes, members[second].routes, random, () => stop.raised()))
      search.adopt(members[first].routes);
    const child = cooled(PARAMETERS.childTemperature, part);
    if (isBetter(child, members[first])) members[first] = child;
  }
}

function isBetter(a: Member, b: Member): boolean {
  return a.missing < b.missing || (a.missing === b.missing && a.cost < b.cost - 1e-6);
}

function worst(members: readonly Member[]): number {
  let at = 0;
  for (let k = 1; k < members.length; k++) if (isBetter(members[at], members[k])) at = k;
  return at;
}

/** A plan made of random insertions in place of the present one. */
function startAfresh(search: Anneal, random: Random, stop: Stop): void {
  const { plan, inserter, journal } = search;
  loadRoutes(plan, lockedRoutes(plan.instance));
  journal.markAllDirty();
  insertInOrder(
    plan,
    inserter,
    () => random.real(),
    () => stop.raised(),
  );
}
