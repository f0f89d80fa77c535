import type { PlanState } from "./plan-state";

/** Sums of a route's loads. */
export function refreshLoads(plan: PlanState, v: number): void {
  const { dimensions, atStart, taken } = plan.instance;
  const { next, routeLoad, routeAtStart } = plan;
  const end = plan.endOf(v);
  for (let d = 0; d < dimensions; d++) {
    let delivered = 0;
    let pickedUp = 0;
    for (let i = next[plan.startOf(v)]; i !== end; i = next[i]) {
      delivered += atStart[i * dimensions + d];
      pickedUp += taken[i * dimensions + d];
    }
    routeLoad[v * dimensions + d] = delivered + pickedUp;
    routeAtStart[v * dimensions + d] = delivered;
  }
}

/** Load after every node of a route, with its maxima; what is on board at the start is known. */
export function followLoads(plan: PlanState, v: number): void {
  const { dimensions, atStart, taken, taskCount: n } = plan.instance;
  const { next, prev, loadAfter, maxBefore, maxAfter, routeAtStart } = plan;
  const start = plan.startOf(v);
  const end = plan.endOf(v);
  for (let d = 0; d < dimensions; d++) {
    let load = routeAtStart[v * dimensions + d];
    let most = load > 0 ? load : 0;
    loadAfter[start * dimensions + d] = load;
    maxBefore[start * dimensions + d] = most;
    for (let i = next[start]; i < n; i = next[i]) {
      const at = i * dimensions + d;
      load += taken[at] - atStart[at];
      if (load > most) most = load;
      loadAfter[at] = load;
      maxBefore[at] = most;
    }
    loadAfter[end * dimensions + d] = load;
    maxBefore[end * dimensions + d] = most;
    most = load > 0 ? load : 0;
    maxAfter[end * dimensions + d] = most;
    for (let i = prev[end]; i !== start; i = prev[i]) {
      load = loadAfter[i * dimensions + d];
      if (load > most) most = load;
      maxAfter[i * dimensions + d] = most;
    }
    load = loadAfter[start * dimensions + d];
    maxAfter[start * dimensions + d] = load > most ? load : most;
  }
}

/** Travel and metres of a route, for its limits. */
export function refreshLimits(plan: PlanState, v: number, start: number, end: number): void {
  const instance = plan.instance;
  const travel = instance.travel[instance.travelOf[v]];
  const distance = instance.distance[instance.travelOf[v]];
  let time = 0;
  let metres = 0;
  if (plan.count[v] > 0) {
    for (let i = start; i !== end; i = plan.next[i]) {
      const k = instance.place[i] * instance.size + instance.place[plan.next[i]];
      time += travel[k];
      if (distance !== null) metres += distance[k];
    }
  }
  plan.routeTravel[v] = time;
  plan.routeDistance[v] = metres;
}
