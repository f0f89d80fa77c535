import type { Random } from "../random";
import type { Prices } from "./linked-routes";
import { holds } from "./local-search";
import type { LocalOptimum } from "./local-search";

/** Plans kept of each kind, and how many are born before there are that few again. */
export interface Kept {
  readonly kept: number;
  readonly born: number;
}

/** The best plans by cost, which diversity doesn't push out, and how many near plans diversity looks at. */
const ELITE = 4;
const CLOSE = 5;

/** A plan of the population. */
interface Member extends LocalOptimum {
  readonly next: Int32Array;
  readonly prev: Int32Array;
  /** The other members of its kind with their distances, nearest first. */
  readonly others: { member: Member; distance: number }[];
  /** Rank by cost and by what it adds to diversity; the least is the best. */
  fitness: number;
}

/**
 * Plans of two kinds, those that hold and those with load above capacity or lateness, in which cost and difference from
 * the others count together (Vidal et al. 2012, "A hybrid genetic algorithm for multidepot and periodic VRPs", section
 * 4.2; numbers of Vidal 2022).
 */
export class Population {
  private readonly feasible: Member[] = [];
  private readonly excessive: Member[] = [];
  best: Member | null = null;

  constructor(
    private readonly taskCount: number,
    private readonly size: Kept,
    private readonly random: Random,
  ) {}

  add(plan: LocalOptimum, prices: Prices): void {
    const member = memberOf(plan, this.taskCount);
    const kind = holds(plan) ? this.feasible : this.excessive;
    for (const other of kind) {
      const distance = distanceOf(member, other);
      insert(member, other, distance);
      insert(other, member, distance);
    }
    kind.push(member);
    const { kept, born } = this.size;
    if (kind.length > kept + born) while (kind.length > kept) this.removeWorst(kind, prices);
    rank(kind, prices);
    if (holds(plan) && (this.best === null || plan.cost < this.best.cost - 1e-6)) this.best = member;
  }

  /** The better one of two. */
  parent(): Member {
    const [a, b] = [this.any(), this.any()];
    return a.fitness < b.fitness ? a : b;
  }

  private any(): Member {
    const { feasible, excessive } = this;
    const k = this.random.below(feasible.length + excessive.length);
    return k < feasible.length ? feasible[k] : excessive[k - feasible.length];
  }

  /** One that another one equals, or else the one of least worth; never the cheapest. */
  private removeWorst(kind: Member[], prices: Prices): void {
    rank(kind, prices);
    let cheapest = kind[0];
    for (const member of kind) if (priced(member, prices) < priced(cheapest, prices)) cheapest = member;
    let worst: Member | null = null;
    for (const member of kind) {
      if (member === cheapest) continue;
      const more = worst === null ? 1 : Number(isCopy(member)) - Number(isCopy(worst));
      if (worst === null || more > 0 || (more === 0 && member.fitness > worst.fitness)) worst = member;
    }
    if (worst === null) return;
    kind.splice(kind.indexOf(worst), 1);
    for (const { others } of kind) {
      const at = others.findIndex(({ member }) => member === worst);
      others.splice(at, 1);
    }
  }
}

const priced = ({ cost, excess, late }: LocalOptimum, { load, time }: Prices): number =>
  cost + load * excess + time * late;

const isCopy = ({ others }: Member): boolean => others.length > 0 && others[0].distance === 0;

function insert(member: Member, other: Member, distance: number): void {
  const { others } = member;
  let at = others.length;
  while (at > 0 && others[at - 1].distance > distance) at--;
  others.splice(at, 0, { member: other, distance });
}

function rank(kind: readonly Member[], prices: Prices): void {
  const last = Math.max(1, kind.length - 1);
  const diversity = (member: Member): number => {
    const count = Math.min(CLOSE, member.others.length);
    let sum = 0;
    for (let k = 0; k < count; k++) sum += member.others[k].distance;
    return count === 0 ? 1 : sum / count;
  };
  const weight = kind.length <= ELITE ? 0 : 1 - ELITE / kind.length;
  [...kind]
    .map((member) => ({ member, diversity: diversity(member) }))
    .sort((a, b) => b.diversity - a.diversity)
    .forEach(({ member }, k) => (member.fitness = (weight * k) / last));
  [...kind].sort((a, b) => priced(a, prices) - priced(b, prices)).forEach((member, k) => (member.fitness += k / last));
}

function memberOf(plan: LocalOptimum, n: number): Member {
  const next = new Int32Array(n + 1);
  const prev = new Int32Array(n + 1);
  for (const { tasks } of plan.routes)
    for (let k = 0; k < tasks.length; k++) {
      next[tasks[k]] = k + 1 < tasks.length ? tasks[k + 1] : 0;
      prev[tasks[k]] = k > 0 ? tasks[k - 1] : 0;
    }
  return { ...plan, next, prev, others: [], fitness: 0 };
}

/** Share of neighbourhoods of one plan that the other one doesn't have (broken pairs). */
function distanceOf(a: Member, b: Member): number {
  let broken = 0;
  for (let i = 1; i < a.next.length; i++) {
    const next = a.next[i];
    if (next !== b.next[i] && next !== b.prev[i]) broken++;
    if (a.prev[i] === 0 && b.prev[i] !== 0 && b.next[i] !== 0) broken++;
  }
  return broken / a.next.length;
}
