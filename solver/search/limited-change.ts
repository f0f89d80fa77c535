import type { Random } from "../random";
import type { Stop } from "../stop/stop";
import type { Anneal } from "./anneal";
import { ChangeCount } from "./change-count";
import { loadRoutes } from "./journal";
import type { Plan } from "./plan";

/** Number of coolings; they start from the best plan and from the given one alternately. */
const CYCLES = 3;
/** Share of the time that greedy moves may take on large problems. */
const GREEDY_SHARE = 0.3;
/** As many stops are moved greedily in any case: it takes less than the start of a thread. */
const QUICK_TASKS = 50;
/** Temperatures as multiples of the mean leg. */
const FIRST_TEMPERATURE = 0.2;
const LAST_TEMPERATURE = 0.005;
/** Chances per round: places passed over, a stop tried in one vehicle only, a stop sent back to where it was. */
const BLINKS = [0, 0.1, 0.4];
const ONE_VEHICLE = 0.2;
const SENT_BACK = 0.2;
/** Of rounds with shipments: one half alone is moved. */
const HALF = 0.2;

/**
 * Improves a given plan, of which at most `budget` stops may change route or order (`ChangeCount` says what counts).
 * First greedily: repeatedly the stop whose new place gains most; then ruin and recreate within the budget until
 * the time is over: a few related stops are taken out, as many of them as the budget demands go back to where they
 * stood, the others to their cheapest places. The plan is the best one then.
 *
 * @returns how many stops have changed
 */
export function changeAtMost(search: Anneal, budget: number, stop: Stop, random: Random, onRound: () => void): number {
  const limited = new LimitedChange(search, budget, random);
  search.keepAsBest();
  if (budget <= 0) return 0;
  limited.greedy(stop);
  search.keepAsBest();
  limited.anneal(stop, onRound);
  search.adopt(search.journal.bestRoutes());
  return limited.countAll();
}

interface Gain {
  /** Weight of what is served and wasn't. */
  readonly served: number;
  readonly saved: number;
}

const NOTHING: Gain = { served: 0, saved: 1e-6 };

const isMore = (a: Gain, b: Gain): boolean => a.served > b.served || (a.served === b.served && a.saved > b.saved);

/** Position of the greatest gain; -1 where nothing gains. */
function mostOf(gains: readonly Gain[]): number {
  let best = -1;
  gains.forEach((gain, k) => {
    if (isMore(gain, best < 0 ? NOTHING : gains[best])) best = k;
  });
  return best;
}

class LimitedChange {
  private readonly plan: Plan;
  private readonly changes: ChangeCount;
  /** Unlocked tasks that may be moved, pairs by their pickup. */
  private readonly movable: number[] = [];
  private readonly pairs: number[] = [];
  private readonly taken: number[] = [];

  constructor(
    private readonly search: Anneal,
    private readonly budget: number,
    private readonly random: Random,
  ) {
    const { plan } = search;
    const { taskCount, paired } = plan.instance;
    this.plan = plan;
    this.changes = new ChangeCount(plan);
    this.countAll();
    for (let task = 0; task < taskCount; task++) {
      if (plan.isLocked[task] === 1 || (!this.isSingle(task) && paired[task] < task)) continue;
      this.movable.push(task);
      if (!this.isSingle(task)) this.pairs.push(task);
    }
  }

  private isSingle(task: number): boolean {
    return this.plan.instance.paired[task] < 0 || this.plan.onlyVehicle[task] >= 0;
  }

  countAll(): number {
    return this.changes.count(() => true);
  }

  private counted(): number {
    return this.changes.count((v) => this.search.journal.isTouched(v));
  }

  /**
   * Repeatedly moves or inserts the task that gains most. What a task gained before other moves is looked at again when
   * it is the most that is known (Minoux 1978), and when nothing known gains anything. Stops that are in no route are
   * put in though the time is over, few stops are moved, and of many the best of the first ones: on a busy machine it
   * may have passed before the search began, and that nothing gains is said of what was looked at.
   */
  greedy(stop: Stop): void {
    const { movable } = this;
    const { inserter, journal } = this.search;
    inserter.blink = 0;
    inserter.drawBlink();
    const gains = movable.map((): Gain => NOTHING);
    const seen = movable.map(() => -1);
    const isQuick = movable.length <= QUICK_TASKS;
    const isOver = (gain: Gain): boolean =>
      stop.raised() || (!isQuick && gain.served === 0 && (stop.reached(0) || stop.share >= GREEDY_SHARE));
    /** Whether it is looked at only in time. */
    const mayWait = (k: number, made: number): boolean =>
      made > 0 || (k >= QUICK_TASKS && this.plan.route[movable[k]] >= 0);
    for (let made = 0; ;) {
      let best = mostOf(gains);
      if (best >= 0 && seen[best] < made) {
        if (isOver(gains[best])) return;
        gains[best] = this.gainOf(movable[best]);
        seen[best] = made;
        continue;
      }
      if (best < 0) {
        for (let k = 0; k < movable.length && !stop.raised(); k++) {
          if (seen[k] === made || (mayWait(k, made) && isOver(NOTHING))) continue;
          gains[k] = this.gainOf(movable[k]);
          seen[k] = made;
        }
        best = mostOf(gains);
      }
      if (best < 0 || stop.raised() || (made > 0 && isOver(gains[best]))) return;
      journal.begin();
      this.takeOut(movable[best]);
      this.putIn(movable[best], true);
      this.counted();
      journal.accept();
      gains[best] = NOTHING;
      made++;
    }
  }

  /** What another place for a task gains within the budget. */
  private gainOf(task: number): Gain {
    const { plan } = this;
    const { journal } = this.search;
    const { cost, missing } = plan;
    journal.begin();
    this.takeOut(task);
    const isAllowed = this.putIn(task, true) && journal.holds() && this.counted() <= this.budget;
    const gain = isAllowed ? { served: missing - plan.missing, saved: cost - plan.cost } : NOTHING;
    this.undo();
    return gain;
  }

  anneal(stop: Stop, onRound: () => void): void {
    const { plan, random, search } = this;
    const { journal, inserter } = search;
    if (this.movable.length === 0) return;
    const leg = search.meanLeg();
    let cycle = 0;
    while (!stop.reached(search.iterations)) {
      search.iterations++;
      if (Math.floor(stop.share * CYCLES) > cycle) {
        cycle = Math.floor(stop.share * CYCLES);
        loadRoutes(plan, cycle % 2 === 0 ? journal.bestRoutes() : this.changes.givenRoutes());
        journal.markAllDirty();
        this.countAll();
      }
      if (search.iterations % 64 === 0) onRound();
      const temperature =
        leg * FIRST_TEMPERATURE * Math.pow(LAST_TEMPERATURE / FIRST_TEMPERATURE, stop.share * CYCLES - cycle);
      const { cost, missing } = plan;
      journal.begin();
      inserter.blink = BLINKS[random.below(BLINKS.length)];
      inserter.drawBlink();
      if (this.pairs.length > 0 && random.real() < HALF) this.moveHalf();
      else this.ruinAndRecreate();
      const worse = plan.cost - cost;
      const wanted =
        plan.missing < missing || (plan.missing === missing && worse < -temperature * Math.log(random.real()));
      if (journal.touchedCount > 0 && wanted && journal.holds() && this.counted() <= this.budget) {
        journal.accept();
        if (journal.isBetterThanBest()) journal.keepBest();
      } else this.undo();
    }
  }

  private undo(): void {
    this.search.journal.undo();
    this.counted();
  }

  private ruinAndRecreate(): void {
    const { plan, random, changes, taken } = this;
    taken.length = 0;
    const most = 1 + Math.floor(-Math.log(1 - random.real()) * 1.3);
    let seed = this.seed();
    for (let k = 0; k < Math.min(most, 6); k++) {
      if (!taken.includes(seed) && plan.isLocked[seed] === 0) taken.push(seed);
      seed = random.real() < 0.3 ? this.movable[random.below(this.movable.length)] : this.nearOf(seed);
    }
    for (const task of taken) this.takeOut(task);
    if (plan.openCount > taken.length) {
      const task = this.leadOf(plan.open[random.below(plan.openCount)]);
      if (plan.route[task] < 0 && plan.isLocked[task] === 0 && !taken.includes(task)) taken.push(task);
    }
    random.shuffle(taken);
    // stops in no route already count if they were in one
    let left = this.budget - this.counted();
    for (const task of taken) {
      const size = this.isSingle(task) ? 1 : 2;
      const served = changes.wasServed(task);
      if (served && (left < 0 || random.real() < SENT_BACK) && this.sendBack(task)) left += size;
      else if ((served || left >= size) && this.putIn(task, false) && !served) left -= size;
    }
  }

  /** A changed stop where the budget is used up or by chance, else any. */
  private seed(): number {
    const { movable, random, changes } = this;
    const any = movable[random.below(movable.length)];
    if (random.real() < 0.5) return any;
    const from = random.below(movable.length);
    for (let k = 0; k < movable.length; k++) {
      const task = movable[(from + k) % movable.length];
      if (changes.changed[task] === 1) return task;
    }
    return any;
  }

  private nearOf(task: number): number {
    const { width, list } = this.search.inserter.near;
    return width === 0 ? task : this.leadOf(list[task * width + this.random.below(Math.min(width, 10))]);
  }

  /** Of a pair that moves as one the pickup. */
  private leadOf(task: number): number {
    return this.isSingle(task) ? task : Math.min(task, this.plan.instance.paired[task]);
  }

  private takeOut(task: number): void {
    const { plan } = this;
    const v = plan.route[task];
    if (v < 0) return;
    this.search.journal.touch(v);
    plan.unlink(task);
    if (!this.isSingle(task)) plan.unlink(plan.instance.paired[task]);
    plan.refresh(v);
  }

  /** To the cheapest place, at times the cheapest in some vehicle. */
  private putIn(task: number, everywhere: boolean): boolean {
    const { plan, random } = this;
    const { inserter, journal } = this.search;
    if (!everywhere && random.real() < ONE_VEHICLE) inserter.findIn(task, random.below(plan.instance.vehicleCount));
    else inserter.find(task, everywhere);
    if (inserter.after < 0) return false;
    journal.touch(plan.route[inserter.after]);
    inserter.apply(task);
    return true;
  }

  /** Back to where the task stood in the given plan, when that is possible now. */
  private sendBack(task: number): boolean {
    const { plan, changes } = this;
    const after = changes.givenPlaceOf(task);
    if (after < 0) return false;
    const v = plan.route[after];
    const partner = this.isSingle(task) ? -1 : plan.instance.paired[task];
    this.search.journal.touch(v);
    plan.link(task, after);
    if (partner >= 0) {
      const behind = changes.givenPlaceOf(partner);
      // the pickup is not known to be there again
      plan.link(partner, behind < 0 || behind === after || plan.route[behind] !== v ? task : behind);
    }
    plan.refresh(v);
    if (plan.isFeasible(v)) return true;
    plan.unlink(task);
    if (partner >= 0) plan.unlink(partner);
    plan.refresh(v);
    return false;
  }

  /** Moves the pickup or the delivery of a shipment within its route. */
  private moveHalf(): void {
    const { plan, random } = this;
    const pickup = this.pairs[random.below(this.pairs.length)];
    const delivery = plan.instance.paired[pickup];
    const v = plan.route[pickup];
    if (v < 0) return;
    this.search.journal.touch(v);
    const late = random.real() < 0.5;
    const task = late ? delivery : pickup;
    const old = plan.prev[task];
    plan.unlink(task);
    let after = late ? pickup : plan.startOf(v);
    let best = Infinity;
    let place = old;
    for (; after !== (late ? plan.endOf(v) : delivery); after = plan.next[after]) {
      if (after === old || plan.isLocked[plan.next[after]] === 1 || random.real() < 0.2) continue;
      plan.link(task, after);
      plan.refresh(v);
      if (plan.routeCost[v] < best && plan.isFeasible(v)) {
        best = plan.routeCost[v];
        place = after;
      }
      plan.unlink(task);
    }
    plan.link(task, place);
    plan.refresh(v);
  }
}
