import type { Random } from "../random";
import type { Stop } from "../stop/stop";
import type { Anneal } from "./anneal";
import { tryFewerRoutes } from "./fewer-routes";
import { PARAMETERS } from "./parameters";

interface Coolings {
  readonly search: Anneal;
  readonly stop: Stop;
  readonly random: Random;
  /** Whether this thread tries to do with one route less before a cooling, counted from 0. */
  readonly triesFewer: (cooling: number) => boolean;
  readonly report: () => void;
  /** Called when the share of the time has changed, and free to bring a better plan in. */
  readonly onRound: () => void;
}

/** Cools the best plan so many times, one after the other, between two shares of the time. */
export function coolRepeatedly(coolings: Coolings, times: number, from: number, to: number): void {
  const { search, stop, random, triesFewer, report, onRound } = coolings;
  const { firstTemperature, againTemperature, lastTemperature, fewerRoutesShare } = PARAMETERS;
  let share = from;
  for (let k = 0; k < times; k++) {
    if (k > 0) search.adopt(search.journal.bestRoutes());
    const until = from + ((to - from) * (k + 1)) / times;
    const fewer = triesFewer(k) && tryFewerRoutes(search, stop, share + fewerRoutesShare, random, report);
    const first = k === 0 || fewer ? firstTemperature : againTemperature;
    const begin = Math.max(share, stop.share);
    search.run(stop, { first, last: lastTemperature }, begin, until, report, fewer ? report : onRound);
    if (fewer) search.plan.hide(() => false);
    share = Math.max(stop.share, until);
  }
}

/** Cools a given plan, of which a high temperature would leave nothing, up to a share of the time. */
export function coolGiven({ search, stop, report, onRound }: Coolings, to: number): void {
  const { warmTemperature } = PARAMETERS;
  search.run(stop, { first: warmTemperature, last: warmTemperature / 10 }, stop.share, to, report, onRound);
}
