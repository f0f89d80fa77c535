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

/** Load after every node of a route, with its maxima. */
export function followLoads(plan: PlanState, v: number): void {
  const { dimensions, atStart, taken, taskCount: n } = plan.instance;
  const { next, prev, loadAfter, maxBefore, maxAfter } = plan;
  const start = plan.startOf(v);
  const end = plan.endOf(v);
  // loads on the route include what is delivered later, so they start from what is on board at the start
  for (let d = 0; d < dimensions; d++) loadAfter[start * dimensions + d] = 0;
  for (let i = next[start]; i !== end; i = next[i])
    for (let d = 0; d < dimensions; d++) loadAfter[start * dimensions + d] += atStart[i * dimensions + d];
  for (let d = 0; d < dimensions; d++)
    maxBefore[start * dimensions + d] = Math.max(0, loadAfter[start * dimensions + d]);
  for (let i = start; i !== end;) {
    const j = next[i];
    for (let d = 0; d < dimensions; d++) {
      const at = j * dimensions + d;
      let load = loadAfter[i * dimensions + d];
      if (j < n) load += taken[at] - atStart[at];
      const most = maxBefore[i * dimensions + d];
      loadAfter[at] = load;
      maxBefore[at] = load > most ? load : most;
    }
    i = j;
  }
  for (let d = 0; d < dimensions; d++) maxAfter[end * dimensions + d] = Math.max(0, loadAfter[end * dimensions + d]);
  for (let j = end; j !== start;) {
    const i = prev[j];
    for (let d = 0; d < dimensions; d++) {
      const load = loadAfter[i * dimensions + d];
      const most = maxAfter[j * dimensions + d];
      maxAfter[i * dimensions + d] = load > most ? load : most;
    }
    j = i;
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
