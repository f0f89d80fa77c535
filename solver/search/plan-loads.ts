import type { Plan } from "./plan";

/** Sums of a route's loads. */
export function refreshLoads(plan: Plan, v: number): void {
  const { dimensions, atStart, taken } = plan.instance;
  const { next, routeLoad } = plan;
  const end = plan.endOf(v);
  for (let d = 0; d < dimensions; d++) {
    let load = 0;
    for (let i = next[plan.startOf(v)]; i !== end; i = next[i]) load += atStart[i * dimensions + d] + taken[i * dimensions + d];
    routeLoad[v * dimensions + d] = load;
  }
}

/** Load after every node of a route, with its maxima. */
export function followLoads(plan: Plan, v: number): void {
  const { dimensions, atStart, taken, taskCount: n } = plan.instance;
  const { next, prev, loadAfter, maxBefore, maxAfter } = plan;
  const start = plan.startOf(v);
  const end = plan.endOf(v);
  for (let d = 0; d < dimensions; d++) {
    let load = 0;
    for (let i = next[start]; i !== end; i = next[i]) load += atStart[i * dimensions + d];
    let most = 0;
    for (let i = start; ; i = next[i]) {
      if (i < n) load += taken[i * dimensions + d] - atStart[i * dimensions + d];
      if (load > most) most = load;
      loadAfter[i * dimensions + d] = load;
      maxBefore[i * dimensions + d] = most;
      if (i === end) break;
    }
    most = 0;
    for (let i = end; ; i = prev[i]) {
      const value = loadAfter[i * dimensions + d];
      if (value > most) most = value;
      maxAfter[i * dimensions + d] = most;
      if (i === start) break;
    }
  }
}

/** Travel and metres of a route, for its limits. */
export function refreshLimits(plan: Plan, v: number, start: number, end: number): void {
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
