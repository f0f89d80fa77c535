import type { Problem, Reason, ReasonCode, Solution, StepRef, Suggestion, Unassigned } from "../contract";
import { addedBy } from "./added";
import { changeSentence, kindOf } from "./change-list";
import { cheapestChange } from "./changes";
import type { Change } from "./changes";
import { Placing } from "./placing";
import type { Visit } from "./placing";
import { firstBroken, leastLateness } from "./reason";
import type { Broken } from "./reason";
import { RouteView } from "./route-view";
import { reasonSentence, stoppedSentence } from "./sentences";
import { Tasks } from "./tasks";

type Explained = Pick<Unassigned, "reasons" | "suggestion" | "alternative">;

/**
 * Work (`Placing.work`) for changes and for the amounts of missed windows, shared out fairly among the visits; some
 * two seconds. Reasons are found for all vehicles in any case, and a change where there is one: a visit whose share
 * is used up gets the cheapest one on the vehicles looked at so far, the nearest ones.
 */
const MOST_WORK = 8_000_000;

/** Reasons that no change of the list removes. */
const UNCHANGEABLE: readonly ReasonCode[] = ["locked", "no_way"];

/**
 * Adds to every unassigned stop the first broken rule for each vehicle and the cheapest listed single change that
 * would serve it while all other stops stay on their routes in their order (`changes.ts` has the list and the
 * prices). At equal prices the change counts to whose route the stop lies nearest. No change is named where a
 * vehicle could take the stop as it is. `limited`: a change budget was set, which is then the reason. Once `mayGoOn` is
 * false the remaining stops are reported as not looked at.
 */
export function explain(
  problem: Problem,
  solution: Solution,
  limited = false,
  mayGoOn: () => boolean = () => true,
  alternatives = false,
): Solution {
  if (solution.unassigned.length === 0) return solution;
  let shared: Reason[] | undefined;
  const notLookedAt = (): Reason[] =>
    (shared ??= problem.vehicles.map((vehicle) => ({
      vehicleId: vehicle.id,
      code: "not_inserted",
      message: stoppedSentence(vehicle),
    })));
  const unexplained = (): Solution => ({
    ...solution,
    unassigned: solution.unassigned.map((stop): Unassigned => ({ ...stop, reasons: notLookedAt() })),
  });
  if (!mayGoOn()) return unexplained();
  const tasks = new Tasks(problem);
  // after a stop thousands of tasks may have taken all the time that there was
  if (!mayGoOn()) return unexplained();
  const routes = new Map(
    solution.routes.map((route) => [
      route.vehicleId,
      route.steps.map((step) => tasks.numberOf(step)).filter((t) => t >= 0),
    ]),
  );
  const views: RouteView[] = [];
  for (const vehicle of problem.vehicles) {
    if (!mayGoOn()) return unexplained();
    views.push(new RouteView(problem, vehicle, tasks, routes.get(vehicle.id) ?? []));
  }
  const twins = findTwins(views);
  const vehicleOf = new Map([...routes].flatMap(([id, route]) => route.map((t): [number, number] => [t, id])));
  const cases = new Map<number, VisitCase>();
  const caseOf = solution.unassigned.map((stop): VisitCase | undefined => {
    const t = tasks.numberOf(stop);
    const { partner } = tasks.list[t];
    const settled = partner < 0 ? undefined : vehicleOf.get(partner);
    const key = settled === undefined && partner >= 0 ? Math.min(t, partner) : t;
    let found = cases.get(key);
    if (found === undefined && mayGoOn()) {
      found = new VisitCase(views, twins, visitOf(tasks, key, settled === undefined), settled);
      cases.set(key, found);
    }
    return found;
  });
  let left = MOST_WORK;
  let waiting = cases.size;
  for (const visitCase of cases.values()) if (mayGoOn()) left -= visitCase.explain(left / waiting--, alternatives);
  return {
    ...solution,
    unassigned: solution.unassigned.map((stop, k): Unassigned => ({
      ...stop,
      ...(caseOf[k]?.explained(limited) ?? { reasons: notLookedAt() }),
    })),
  };
}

/** A job, a shipment, or the delivery of a shipment whose pickup is on a route. */
function visitOf(tasks: Tasks, t: number, whole: boolean): Visit {
  const { partner, atStart, taken } = tasks.list[t];
  if (partner < 0) return { tasks: [t], added: [atStart, taken] };
  return whole ? { tasks: [t, partner], added: [[], taken, []] } : { tasks: [t], added: [[], taken] };
}

/** For each empty vehicle the first one that is equal but for its name; itself otherwise. */
function findTwins(views: readonly RouteView[]): number[] {
  const first = new Map<string, number>();
  return views.map(({ vehicle, count }, v) => {
    if (count > 0) return v;
    const { id: _, description: __, steps: ___, breaks, ...rest } = vehicle;
    const key = JSON.stringify([rest, breaks?.map(({ id: ____, description: _____, ...what }) => what)]);
    const twin = first.get(key) ?? v;
    first.set(key, twin);
    return twin;
  });
}

interface FoundChange {
  readonly change: Change;
  readonly view: RouteView;
}

/** One unassigned visit. */
class VisitCase {
  private readonly broken: (Broken | null)[];
  private readonly lacking: number[][];
  private best: FoundChange | null = null;
  private alternative: FoundChange | null = null;
  private isPriced = false;

  constructor(
    private readonly views: readonly RouteView[],
    private readonly twins: readonly number[],
    private readonly visit: Visit,
    settled: number | undefined,
  ) {
    const { skills } = views[0].tasks.list[visit.tasks[0]];
    this.lacking = views.map(({ vehicle }) => skills.filter((skill) => vehicle.skills?.includes(skill) !== true));
    const broken: (Broken | null)[] = [];
    for (const [v, view] of views.entries()) {
      if (settled !== undefined && view.vehicle.id !== settled) broken.push({ code: "locked" });
      else
        broken.push(twins[v] === v ? firstBroken(view, new Placing(view, visit), this.lacking[v]) : broken[twins[v]]);
    }
    this.broken = broken;
  }

  /**
   * Looks for the cheapest change, nearest vehicles first, and measures missed windows, within `share` of work; returns
   * the work done.
   */
  explain(share: number, alternatives: boolean): number {
    if (this.broken.includes(null)) return 0;
    const { broken, lacking, twins, views } = this;
    const candidates = views
      .flatMap((view, v) =>
        twins[v] === v && !UNCHANGEABLE.includes(broken[v]!.code) && lacking[v].length < 2
          ? [{ view, v, placing: new Placing(view, this.visit) }]
          : [],
      )
      .map((candidate) => ({ ...candidate, near: candidate.placing.leastCost() }))
      .sort((a, b) => a.near - b.near || a.v - b.v);
    let work = 0;
    for (const { view, v, placing } of candidates) {
      if (work > share && this.best !== null) break;
      const change = cheapestChange(view, placing, lacking[v], broken[v]!, this.best?.change.price ?? Infinity);
      work += placing.work;
      if (change !== null && (this.best === null || change.price < this.best.change.price))
        this.best = { change, view };
    }
    if (alternatives && this.best !== null) work += this.findAlternative(candidates, share - work);
    for (const { view, v } of candidates) {
      if (broken[v]!.code !== "time_window") continue;
      if (work > share) break;
      const placing = new Placing(view, this.visit);
      const amount = leastLateness(placing);
      work += placing.work;
      if (amount !== undefined) broken[v] = { code: "time_window", amount };
    }
    twins.forEach((twin, v) => (broken[v] = broken[v]!.code === "locked" ? broken[v] : broken[twin]));
    return work;
  }

  /** The cheapest change of another kind than the best one, on the nearest vehicles that the work left over reaches. */
  private findAlternative(candidates: readonly { view: RouteView; v: number }[], share: number): number {
    const except = kindOf(this.best!.change.change);
    let work = 0;
    for (const { view, v } of candidates) {
      if (work > share) break;
      const placing = new Placing(view, this.visit);
      const change = cheapestChange(
        view,
        placing,
        this.lacking[v],
        this.broken[v]!,
        this.alternative?.change.price ?? Infinity,
        except,
      );
      work += placing.work;
      if (change !== null && (this.alternative === null || change.price < this.alternative.change.price))
        this.alternative = { change, view };
    }
    this.isPriced = true;
    return work;
  }

  explained(limited: boolean): Explained {
    const reasons = this.broken.map((broken, v): Reason => {
      const { vehicle } = this.views[v];
      const code = broken?.code ?? (limited ? "change_budget" : "not_inserted");
      return {
        vehicleId: vehicle.id,
        code,
        message: reasonSentence(vehicle, code, broken ?? {}),
        ...(broken?.amount === undefined ? {} : { amount: broken.amount }),
        ...(broken?.index === undefined ? {} : { index: broken.index }),
        ...(broken?.way === undefined ? {} : { way: broken.way }),
      };
    });
    const suggested = (found: FoundChange): Suggestion =>
      suggestionOf(found.view, found.change, this.visit, this.isPriced);
    return {
      reasons,
      ...(this.best === null ? {} : { suggestion: suggested(this.best) }),
      ...(this.alternative === null ? {} : { alternative: suggested(this.alternative) }),
    };
  }
}

function suggestionOf(view: RouteView, found: Change, visit: Visit, isPriced: boolean): Suggestion {
  const { change, amount, index, of } = found;
  const { vehicle, tasks } = view;
  const isBreak = change === "break" || change === "break_earlier";
  const step: StepRef | undefined =
    of === undefined
      ? undefined
      : isBreak
        ? { type: "break", id: vehicle.breaks![of].id }
        : tasks.list[visit.tasks[of]].step;
  const whose = step === undefined ? "" : `${step.type} ${step.id}`;
  const added = isPriced ? addedBy(view, visit, found) : null;
  return {
    vehicleId: vehicle.id,
    change,
    amount,
    ...(added === null ? {} : { added }),
    ...(index === undefined ? {} : { index }),
    ...(step === undefined ? {} : { step }),
    message: changeSentence(vehicle, change, amount, index, whose),
  };
}
