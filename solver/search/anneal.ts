import { NO_WAY_COST } from "../model/gaps";
import type { Instance } from "../model/instance";
import type { Neighbours } from "../model/neighbours";
import type { Random } from "../random";
import type { Stop } from "../stop/stop";
import type { Inserter } from "./inserter";
import { Journal, loadRoutes } from "./journal";
import type { Routes } from "./journal";
import type { Mosaic } from "./mosaic";
import { MOVES } from "./moves";
import type { Move } from "./moves/move";
import { OPERATORS } from "./operators";
import type { RuinOperator } from "./operators/operator";
import type { Plan } from "./plan";
import { Recreate } from "./recreate";
import { Ruin } from "./ruin";
import { fullness } from "./room";
import { VehicleChange } from "./vehicle-change";
import { usedVehicles } from "./vehicle-kinds";

/**
 * In this first share of the time a plan is also kept when the tasks that it leaves out were left out less often
 * so far (the absence criterion by which SISR saves vehicles).
 */
const ABSENCE_SHARE = 0.25;

/** From this share of their capacity on, vehicles in use are nearly full. */
const NEARLY_FULL = 0.85;

/** Temperatures as multiples of the mean leg cost. */
export interface Temperatures {
  readonly first: number;
  readonly last: number;
}

/** What all rounds of a cooling have in common. */
interface RoundRules {
  readonly stop: Stop;
  readonly moves: readonly Move[];
  /** Of mixed fleets only. */
  readonly vehicles: VehicleChange | null;
  readonly pricesLoad: boolean;
  /** Whether a round can be given up before all its tasks have a place again. */
  readonly knowsEarly: boolean;
  readonly onBest: () => void;
}

/** Ruin and recreate with simulated annealing; every plan on the way is feasible, except for priced overloads. */
export class Anneal {
  iterations = 0;
  readonly journal: Journal;
  /** Where it is given, a cooling ends with what can be pieced together from the plans on its way. */
  mosaic: Mosaic | null = null;
  /**
   * Whether loads are priced with equal vehicles too, where these are nearly full. Coolings as short as those of parts
   * don't gain by it.
   */
  pricesFullVehicles = false;
  private readonly moves: readonly Move[];
  private readonly ruin: Ruin;
  private readonly recreate: Recreate;
  private readonly missingCost: number;

  constructor(
    readonly plan: Plan,
    readonly inserter: Inserter,
    close: Neighbours,
    private readonly random: Random,
  ) {
    const { near } = inserter;
    inserter.farther ??= close;
    this.journal = new Journal(plan);
    this.moves = MOVES.map((Kind) => new Kind(plan, near, random, this.journal));
    this.ruin = new Ruin(plan, close, random, this.journal);
    this.recreate = new Recreate(plan, this.inserter, random, this.journal);
    this.missingCost = missingCost(plan);
    this.absence = new Float64Array(plan.instance.taskCount);
    this.shares = Float64Array.from(OPERATORS, (operator) => operator.weight(plan.instance));
  }

  /**
   * Cost of the mean leg between two stops of the present plan. Legs from and to the depot don't count: where it lies
   * far outside they are many times longer than what a round changes.
   */
  meanLeg(): number {
    const { plan } = this;
    const n = plan.instance.taskCount;
    const legs = [0, 0];
    const cost = [0, 0];
    for (let v = 0; v < plan.instance.vehicleCount; v++) {
      if (plan.count[v] === 0) continue;
      const end = plan.endOf(v);
      for (let i = plan.startOf(v); i !== end; i = plan.next[i]) {
        // from a locked stop there may be no way to the end
        if (plan.legCost[i] >= NO_WAY_COST) continue;
        const kind = i < n && plan.next[i] < n ? 0 : 1;
        legs[kind]++;
        cost[kind] += plan.legCost[i];
      }
    }
    const kind = legs[0] > 0 && cost[0] > 0 ? 0 : 1;
    return legs[kind] === 0 ? 1 : Math.max(cost[kind] / legs[kind], 1e-3);
  }

  /**
   * Whether plans on the way may overload vehicles for a price. Not where tasks are left out: one task more would be
   * worth every price.
   */
  private pricesLoad(): boolean {
    const { plan, pricesFullVehicles } = this;
    if (plan.openCount > 0) return false;
    const { classCount, sumDecidesLoad, dimensions } = plan.instance;
    if (!sumDecidesLoad || dimensions === 0) return false;
    if (classCount > 1 || !pricesFullVehicles) return classCount > 1;
    return fullness(plan, [...usedVehicles(plan)]) >= NEARLY_FULL;
  }

  /** Every move as often as it is tried in a round. */
  private movesOfRound(): Move[] {
    const { plan } = this;
    let used = 0;
    for (let v = 0; v < plan.instance.vehicleCount; v++) if (plan.count[v] > 0) used++;
    const stops = used === 0 ? 1 : (plan.instance.taskCount - plan.openCount) / used;
    return this.moves.flatMap((move) => (move.usable ? Array<Move>(move.timesPerRound(stops)).fill(move) : []));
  }

  /** Number of tasks that the best plan leaves out. */
  openInBest(): number {
    return this.bestOpen;
  }

  private bestOpen = 0;
  /** Rounds that each task was left out so far. */
  private readonly absence: Float64Array;
  private readonly shares: Float64Array;

  private absenceOf(tasks: Int32Array, count: number): number {
    let sum = 0;
    for (let k = 0; k < count; k++) sum += this.absence[tasks[k]];
    return sum;
  }

  private chooseOperator(): RuinOperator {
    let draw = this.random.real();
    for (let k = OPERATORS.length - 1; k > 0; k--) {
      draw -= this.shares[k];
      if (draw < 0) return OPERATORS[k];
    }
    return OPERATORS[0];
  }

  keepAsBest(): void {
    this.journal.markAllDirty();
    this.keepBest(() => undefined);
  }

  private keepBest(onBest: () => void): void {
    this.journal.keepBest();
    this.bestOpen = this.plan.openCount;
    onBest();
  }

  /** Continues from another plan. */
  adopt(routes: Routes): void {
    loadRoutes(this.plan, routes);
    this.journal.markAllDirty();
    if (this.journal.isBetterThanBest()) this.keepBest(() => undefined);
  }

  /**
   * Continues from what can be pieced together, where that is better than the present plan.
   * @param bestBefore what the best plan cost before this cooling: an older one isn't part of it
   */
  private adoptMosaic(mosaic: Mosaic, bestBefore: number): void {
    const { plan, journal } = this;
    mosaic.take();
    if (journal.bestMissing === 0 && journal.bestCost < bestBefore) mosaic.takeRoutes(journal.bestRoutes());
    if (mosaic.cost < (plan.openCount > 0 ? Infinity : plan.cost - 1e-6)) this.adopt(mosaic.routes());
  }

  /** Cools down over the given part of the time (shares 0..1); with `untilComplete` only until no task is left out. */
  run(
    stop: Stop,
    temperatures: Temperatures,
    fromShare: number,
    toShare: number,
    onBest: () => void,
    onRound: () => void,
    untilComplete = false,
  ): void {
    const { plan, journal } = this;
    if (journal.isBetterThanBest()) this.keepBest(onBest);
    if (plan.instance.taskCount === 0) return;
    const varied = plan.instance.classCount > 1;
    const leg = this.meanLeg();
    const first = leg * temperatures.first;
    const ratio = Math.log(temperatures.last / temperatures.first);
    let temperature = first;
    let looksAtAbsence = true;
    let share = -1;
    const { overload } = plan;
    const pricesLoad = !untilComplete && this.pricesLoad();
    if (pricesLoad) overload.begin(leg);
    const rules: RoundRules = {
      stop,
      moves: this.movesOfRound(),
      vehicles: varied ? new VehicleChange(plan, journal, this.random) : null,
      pricesLoad,
      knowsEarly: insertionsOnlyAdd(plan.instance, this.inserter),
      onBest,
    };
    const mosaic = untilComplete ? null : this.mosaic;
    mosaic?.clear();
    const bestBefore = journal.bestMissing === 0 ? journal.bestCost : Infinity;
    let untilTaken = plan.instance.taskCount;
    while (!stop.reached(this.iterations)) {
      if (mosaic !== null && --untilTaken === 0) {
        mosaic.take();
        untilTaken = plan.instance.taskCount;
      }
      if (untilComplete && plan.openCount === 0) return;
      this.iterations++;
      if (stop.share !== share) {
        share = stop.share;
        if (share >= toShare) break;
        temperature = first * Math.exp((ratio * (share - fromShare)) / (toShare - fromShare));
        looksAtAbsence = untilComplete || share < ABSENCE_SHARE;
        onRound();
      }
      this.round(temperature, looksAtAbsence, rules);
    }
    if (overload.routes > 0) this.adopt(journal.bestRoutes());
    overload.end();
    if (mosaic !== null && !stop.raised()) this.adoptMosaic(mosaic, bestBefore);
  }

  /** A round by itself, so that it is compiled as a whole once and not again with every loop around it. */
  private round(temperature: number, looksAtAbsence: boolean, rules: RoundRules): void {
    const { plan, journal, ruin, recreate, random } = this;
    const { stop, moves, vehicles, pricesLoad, onBest } = rules;
    // one draw for all moves: a logarithm for each takes longer than most of them
    const ofMoves = -temperature * Math.log(random.real());
    for (const move of moves) if (move.run(ofMoves) && journal.isBetterThanBest()) this.keepBest(onBest);
    if (pricesLoad) plan.overload.watch();
    const cost = plan.priced;
    const missing = plan.missing;
    const absence = plan.openCount > 0 && looksAtAbsence ? this.absenceOf(plan.open, plan.openCount) : 0;
    journal.begin();
    ruin.begin();
    this.chooseOperator().ruin(ruin);
    if (vehicles !== null) this.inserter.drawClasses();
    if (journal.touchedCount === 0 && plan.openCount === 0) return;
    ruin.finish();
    const allowance = -temperature * Math.log(random.real());
    const most = rules.knowsEarly && plan.openCount === ruin.removedCount ? cost + allowance : Infinity;
    if (!recreate.run(ruin.removed, ruin.removedCount, stop, most)) {
      journal.undo();
      return;
    }
    vehicles?.run();
    const worse = plan.priced - cost + (plan.missing - missing) * this.missingCost;
    const news =
      plan.openCount > 0 &&
      looksAtAbsence &&
      plan.missing <= missing &&
      this.absenceOf(plan.open, plan.openCount) < absence;
    if ((news || worse < allowance) && journal.holds()) {
      journal.accept();
      if (journal.isBetterThanBest()) this.keepBest(onBest);
    } else {
      journal.undo();
    }
    for (let k = 0; k < plan.openCount; k++) this.absence[plan.open[k]]++;
  }
}

/**
 * Whether a plan costs the more, the more tasks are put back, so that a round that costs too much need not go on. Only
 * nearly so where a matrix has detours shorter than the direct leg. Mixed fleets change vehicles at the end of a round.
 */
function insertionsOnlyAdd(instance: Instance, inserter: Inserter): boolean {
  return instance.classCount === 1 && !instance.hasNoWay && instance.balanceWeight === 0 && !inserter.pricesSetup;
}

/** More than serving any one task can cost. */
function missingCost(plan: Plan): number {
  const { instance } = plan;
  let largest = 0;
  for (const matrix of instance.cost)
    for (let k = 0; k < matrix.length; k += matrix.length > 1e6 ? 101 : 1) if (matrix[k] > largest) largest = matrix[k];
  let fixed = 0;
  for (const value of instance.fixedCost) if (value > fixed) fixed = value;
  return 3 * largest + fixed + 1 + instance.balanceWeight * 2 * instance.taskCount;
}
