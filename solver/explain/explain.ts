import type { Problem, Reason, Solution, StepRef, Suggestion, Unassigned } from "../contract";
import { cheapestChange } from "./changes";
import type { Change } from "./changes";
import { Placing } from "./placing";
import type { Visit } from "./placing";
import { firstBroken } from "./reason";
import type { Broken } from "./reason";
import { RouteView } from "./route-view";
import { changeSentence, reasonSentence, stoppedSentence } from "./sentences";
import { Tasks } from "./tasks";

type Explained = Pick<Unassigned, "reasons" | "suggestion">;

/**
 * Adds to every unassigned stop the first broken rule for each vehicle and the cheapest listed single change that
 * would serve it while all other stops stay on their routes in their order (`changes.ts` has the list and the
 * prices). Of changes of one price the one counts to whose route the stop lies nearest. No change is named where a
 * vehicle could take the stop as it is. `limited`: a change budget was set, which is then why. Where `mayGoOn` says no
 * the stops that are left are told to be not looked at.
 */
export function explain(problem: Problem, solution: Solution, limited = false, mayGoOn: () => boolean = () => true): Solution {
  if (solution.unassigned.length === 0) return solution;
  const tasks = new Tasks(problem);
  const routes = new Map(solution.routes.map((route) => [route.vehicleId, route.steps.map((step) => tasks.numberOf(step)).filter((t) => t >= 0)]));
  const views = problem.vehicles.map((vehicle) => new RouteView(problem, vehicle, tasks, routes.get(vehicle.id) ?? []));
  const twins = findTwins(views);
  const vehicleOf = new Map([...routes].flatMap(([id, route]) => route.map((t): [number, number] => [t, id])));
  const known = new Map<number, Explained>();
  let notLookedAt: readonly Reason[] | undefined;
  const unassigned = solution.unassigned.map((stop): Unassigned => {
    if (notLookedAt !== undefined || !mayGoOn()) {
      notLookedAt ??= problem.vehicles.map((vehicle) => ({ vehicleId: vehicle.id, code: "not_inserted", message: stoppedSentence(vehicle) }));
      return { ...stop, reasons: notLookedAt };
    }
    const t = tasks.numberOf(stop);
    const partner = tasks.list[t].partner;
    const settled = partner < 0 ? undefined : vehicleOf.get(partner);
    const key = settled === undefined && partner >= 0 ? Math.min(t, partner) : t;
    let found = known.get(key);
    if (found === undefined) {
      found = explainVisit(views, twins, visitOf(tasks, key, settled === undefined), settled, limited);
      known.set(key, found);
    }
    return { ...stop, ...found };
  });
  return { ...solution, unassigned };
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

function explainVisit(views: readonly RouteView[], twins: readonly number[], visit: Visit, settled: number | undefined, limited: boolean): Explained {
  const { list } = views[0].tasks;
  const { skills } = list[visit.tasks[0]];
  const broken: (Broken | null)[] = [];
  let best: { change: Change; view: RouteView; near: number } | null = null;
  for (const [v, view] of views.entries()) {
    if (settled !== undefined && view.vehicle.id !== settled) {
      broken.push({ code: "locked" });
      continue;
    }
    if (twins[v] !== v) {
      broken.push(broken[twins[v]]);
      continue;
    }
    const placing = new Placing(view, visit);
    const lacking = skills.filter((skill) => view.vehicle.skills?.includes(skill) !== true);
    const first = firstBroken(view, placing, lacking, true);
    broken.push(first);
    if (first === null) continue;
    const change = cheapestChange(view, placing, lacking, best?.change.price ?? Infinity);
    if (change === null) continue;
    const near = placing.leastCost();
    if (best === null || change.price < best.change.price || near < best.near) best = { change, view, near };
  }
  const reasons = broken.map((one, v): Reason => {
    const { vehicle } = views[v];
    const code = one?.code ?? (limited ? "change_budget" : "not_inserted");
    return { vehicleId: vehicle.id, code, message: reasonSentence(vehicle, code, one?.amount), ...(one?.amount === undefined ? {} : { amount: one.amount }) };
  });
  if (best === null || broken.includes(null)) return { reasons };
  return { reasons, suggestion: suggestionOf(best.view, best.change, visit) };
}

function suggestionOf(view: RouteView, { change, amount, index, of }: Change, visit: Visit): Suggestion {
  const { vehicle, tasks } = view;
  const isBreak = change === "break" || change === "break_earlier";
  const step: StepRef | undefined = of === undefined ? undefined : isBreak ? { type: "break", id: vehicle.breaks![of].id } : tasks.list[visit.tasks[of]].step;
  const whose = step === undefined ? "" : `${step.type} ${step.id}`;
  return {
    vehicleId: vehicle.id, change, amount,
    ...(index === undefined ? {} : { index }),
    ...(step === undefined ? {} : { step }),
    message: changeSentence(vehicle, change, amount, index, whose),
  };
}
