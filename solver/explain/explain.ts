import type { Problem, Solution, StepRef, Suggestion, Unassigned } from "../contract";
import { TaskIndex } from "../schedule/timeline";
import { look } from "./single-vehicle";

/** Work that explanations may take: placings tried over all stops. Beyond it the remaining ones say what the first of their kind said. */
const MOST_PLACINGS = 6_000;

/**
 * Adds to every unassigned stop the first broken rule for each vehicle and the cheapest single change that would
 * serve it: over all places in all routes, the change that adds the least cost, then the smallest one.
 */
export function explain(problem: Problem, solution: Solution): Solution {
  if (solution.unassigned.length === 0) return solution;
  const index = new TaskIndex(problem);
  const routes = new Map(solution.routes.map((route) => [route.vehicleId, route.steps.flatMap((step): StepRef[] => (step.type === "start" || step.type === "end" || step.type === "break" ? [] : [{ type: step.type, id: step.id! }]))]));
  const deliveryOf = new Map(problem.shipments.map((shipment) => [shipment.pickup.id, shipment.delivery.id]));
  const pickupOf = new Map(problem.shipments.map((shipment) => [shipment.delivery.id, shipment.pickup.id]));
  const explained = new Map<string, Pick<Unassigned, "reasons" | "suggestion">>();
  let left = MOST_PLACINGS;
  const find = (stops: readonly StepRef[]): Pick<Unassigned, "reasons" | "suggestion"> => {
    const reasons = [];
    let best: (Suggestion & { addedCost: number }) | null = null;
    for (const vehicle of problem.vehicles) {
      const route = routes.get(vehicle.id) ?? [];
      if (left <= 0) break;
      left -= (route.length + 1) ** stops.length;
      const found = look(problem, vehicle, route, stops, index);
      reasons.push(found.reason);
      for (const change of found.suggestions) {
        if (best === null || change.addedCost < best.addedCost || (change.addedCost === best.addedCost && change.amount < best.amount)) best = change;
      }
    }
    if (best === null) return { reasons };
    const { addedCost: _, ...suggestion } = best;
    return { reasons, suggestion };
  };
  const unassigned = solution.unassigned.map((stop): Unassigned => {
    const pickup = stop.type === "delivery" ? pickupOf.get(stop.id)! : stop.id;
    const key = stop.type === "job" ? `job ${stop.id}` : `shipment ${pickup}`;
    let known = explained.get(key);
    if (known === undefined) {
      known = find(stop.type === "job" ? [{ type: "job", id: stop.id }] : [{ type: "pickup", id: pickup }, { type: "delivery", id: deliveryOf.get(pickup)! }]);
      explained.set(key, known);
    }
    return { ...stop, ...known };
  });
  return { ...solution, unassigned };
}
