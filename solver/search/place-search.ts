import { balanceRise } from "../model/balance";
import { HORIZON } from "../model/instance";
import type { Instance } from "../model/instance";
import type { Random } from "../random";
import { PARAMETERS } from "./parameters";
import type { Plan } from "./plan";
import { fitsInLayers } from "./plan-layers";
import { departureFrom, staysOnTime } from "./plan-times";
import { hasWay, lengthHolds, mayTake } from "./route-rules";

/**
 * What the searches for the place of one task and of a pair share: the best place so far, chance, and the rules that a
 * place has to keep. Places are skipped at random with probability `blink` (Christiaens & Vanden Berghe 2020).
 */
export class PlaceSearch {
  /** Result: behind this node; -1 when there is no place. */
  after = -1;
  /** For pairs: the delivery's place (the pickup itself when directly behind it). */
  afterDelivery = -1;
  delta = Infinity;
  blink = PARAMETERS.blink;
  private untilBlink = 0;
  private readonly closed: Uint8Array;
  protected readonly instance: Instance;
  protected readonly hasLocked: boolean;
  readonly pricesSetup: boolean;

  constructor(
    readonly plan: Plan,
    readonly random: Random,
  ) {
    this.instance = plan.instance;
    this.hasLocked = this.instance.hasLocked;
    this.pricesSetup = this.instance.hasTaskTimeCost && this.instance.hasSetup;
    this.closed = new Uint8Array(this.instance.classCount);
    this.drawBlink();
  }

  /** For this round each class of vehicles is closed for new routes with probability 0.4. */
  drawClasses(): void {
    for (let c = 0; c < this.closed.length; c++) this.closed[c] = this.random.real() < 0.4 ? 1 : 0;
  }

  /** An empty vehicle of the class that may be used now, -1 for none. */
  emptyVehicle(c: number, everywhere: boolean): number {
    return !everywhere && this.closed[c] === 1 ? -1 : this.plan.emptyVehicle(c, everywhere);
  }

  drawBlink(): void {
    this.untilBlink =
      this.blink <= 0 ? 1_000_000_000 : 1 + Math.floor(Math.log(1 - this.random.real()) / Math.log(1 - this.blink));
  }

  /** True with probability `blink`. */
  blinks(): boolean {
    if (--this.untilBlink > 0) return false;
    this.drawBlink();
    return true;
  }

  /** What doesn't depend on the place within a route: skills, number, and load where its sum decides. */
  takes(v: number, task: number): boolean {
    return mayTake(this.plan, v, task, 1) && (!this.instance.sumDecidesLoad || this.sumFits(v, task));
  }

  /** Whether the vehicle could carry everything of the route and the task at once. */
  private sumFits(v: number, task: number): boolean {
    const { instance, plan } = this;
    const dimensions = instance.dimensions;
    if (dimensions === 1)
      return plan.routeLoad[v] + instance.atStart[task] + instance.taken[task] <= plan.overload.most[v];
    for (let d = 0; d < dimensions; d++) {
      const k = task * dimensions + d;
      if (
        plan.routeLoad[v * dimensions + d] + instance.atStart[k] + instance.taken[k] >
        plan.overload.most[v * dimensions + d]
      )
        return false;
    }
    return true;
  }

  /** What the setup at a task and at the one behind it adds; action includes service, which `extraCost` has. */
  setupCost(v: number, i: number, task: number, j: number): number {
    const { instance, plan } = this;
    const service = instance.service[instance.typeOf[v] * instance.taskCount + task];
    return (
      (plan.action(v, i, task) - service + plan.action(v, task, j) - plan.action(v, i, j)) * instance.taskTimeCost[v]
    );
  }

  /** Balance, task time without setup, and the price of load above capacity. */
  extraCost(v: number, task: number): number {
    const { instance, plan } = this;
    let extra = 0;
    if (instance.balanceWeight > 0) extra = balanceRise(instance, plan.count[v], 1);
    if (instance.hasTaskTimeCost)
      extra += instance.service[instance.typeOf[v] * instance.taskCount + task] * instance.taskTimeCost[v];
    if (plan.overload.isPriced) extra += plan.overload.costOfTask(v, task);
    return extra;
  }

  /** Whether a task fits between two consecutive nodes. */
  fits(v: number, i: number, task: number, j: number): boolean {
    const { instance, plan } = this;
    if (this.hasLocked && plan.isLocked[j] === 1) return false;
    if (instance.hasNoWay && !(hasWay(instance, v, i, task) && hasWay(instance, v, task, j))) return false;
    if (!instance.sumDecidesLoad && !this.loadFits(v, i, task)) return false;
    const { place, size } = instance;
    const x = place[task] * size;
    const t = instance.travelOf[v];
    if (instance.hasTravelLimit || instance.hasDistanceLimit) {
      if (!this.limitsFit(v, place[i], place[task], place[j])) return false;
    }
    if (!instance.hasTime) return true;
    if (!plan.plainTimes)
      return instance.hasBreakLoads ? this.exactlyFits(v, i, task) : fitsInLayers(plan, v, i, task, j);
    // plain windows
    const row = instance.typeOf[v] * instance.taskCount;
    const leaves = departureFrom(instance, row, task, plan.depart[i] + plan.travelIn[t][x + place[i]]);
    return leaves <= HORIZON && staysOnTime(plan, row, j, leaves + instance.travel[t][x + place[j]]);
  }

  private loadFits(v: number, i: number, task: number): boolean {
    const { instance, plan } = this;
    const dimensions = instance.dimensions;
    // with shipments a sum decides nothing: what is delivered later counts negative
    if (!instance.hasShipments) {
      if (this.sumFits(v, task)) return true;
      // what leaves with the vehicle, and what comes back, have to fit each by itself
      for (let d = 0; d < dimensions && plan.carriesTooMuch[v] === 0; d++) {
        const k = v * dimensions + d;
        const delivered = plan.routeAtStart[k] + instance.atStart[task * dimensions + d];
        if (
          delivered > instance.capacity[k] ||
          plan.routeLoad[k] - plan.routeAtStart[k] + instance.taken[task * dimensions + d] > instance.capacity[k]
        )
          return false;
      }
    }
    plan.followLoads(v);
    for (let d = 0; d < dimensions; d++) {
      const most = instance.capacity[v * dimensions + d];
      if (plan.maxBefore[i * dimensions + d] + instance.atStart[task * dimensions + d] > most) return false;
      if (
        instance.taken[task * dimensions + d] > 0 &&
        plan.maxAfter[i * dimensions + d] + instance.taken[task * dimensions + d] > most
      )
        return false;
    }
    return true;
  }

  limitsFit(v: number, from: number, at: number, to: number): boolean {
    const { instance, plan } = this;
    const size = instance.size;
    const t = instance.travelOf[v];
    const travel = instance.travel[t];
    const direct = plan.count[v] > 0 ? from * size + to : -1;
    const detour = travel[from * size + at] + travel[at * size + to] - (direct < 0 ? 0 : travel[direct]);
    const distance = instance.distance[t];
    const metres =
      distance === null
        ? 0
        : distance[from * size + at] + distance[at * size + to] - (direct < 0 ? 0 : distance[direct]);
    return lengthHolds(plan, v, detour, metres);
  }

  /** Tries it: for rules that depend on the load at a break. */
  exactlyFits(v: number, i: number, task: number, partnerAfter = -1): boolean {
    const plan = this.plan;
    const partner = this.instance.paired[task];
    plan.link(task, i);
    if (partnerAfter >= 0) plan.link(partner, partnerAfter);
    plan.refresh(v);
    const feasible = plan.isFeasible(v);
    if (partnerAfter >= 0) plan.unlink(partner);
    plan.unlink(task);
    plan.refresh(v);
    return feasible;
  }
}
