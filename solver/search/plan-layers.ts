import { HORIZON, NEVER } from "../model/instance";
import { arriveBy, arriveWithBreaks, beginAt, departWithBreaks } from "../model/time";
import type { PlanState } from "./plan-state";
import { backwardOneBreak, forwardOneBreak, hasOneBreakAtMost } from "./plan-one-break";

/** Earliest and latest departures per number of breaks taken, with several windows and setup. */
export function refreshLayers(plan: PlanState, v: number, start: number, end: number): void {
  const instance = plan.instance;
  const { depart, latest, layers } = plan;
  const breaks = instance.breakStates[v] - 1;
  for (let k = 0; k < layers; k++) {
    depart[start * layers + k] = k === 0 ? instance.windowStart[start] : NEVER;
    latest[end * layers + k] =
      k === breaks
        ? instance.windowEnd[end]
        : k === 0
          ? Math.min(instance.windowEnd[end], instance.endWithoutBreak[v])
          : -1;
  }
  forwardLayers(plan, v, start, end);
  backwardLayers(plan, v, end, start);
}

/** Earliest departures of the nodes behind `from`; ends behind `least` as soon as a node stays as it was. */
export function forwardLayers(plan: PlanState, v: number, from: number, least: number): void {
  const instance = plan.instance;
  if (hasOneBreakAtMost(instance, v)) {
    forwardOneBreak(plan, v, from, least);
    return;
  }
  const { place, size, hasBreakLoads } = instance;
  const { next, depart, layers } = plan;
  const travel = instance.travel[instance.travelOf[v]];
  const breaks = instance.breakStates[v] - 1;
  const end = plan.endOf(v);
  let sure = true;
  for (let i = from; i !== end; i = next[i]) {
    const j = next[i];
    const leg = travel[place[i] * size + place[j]];
    const action = plan.action(v, i, j);
    let changed = false;
    for (let to = layers - 1; to >= 0; to--) {
      const best =
        to > breaks ? NEVER : departureInLayer(plan, v, depart, i * layers, leg, j, action, to, hasBreakLoads ? i : -1);
      if (depart[j * layers + to] !== best) {
        depart[j * layers + to] = best;
        changed = true;
      }
    }
    if (j === least) sure = false;
    else if (!sure && !changed) return;
  }
}

/**
 * Earliest departure of a node with the breaks of layer `to` taken, over a leg from a node that is left at
 * `departs[at + layer]` at the earliest; NEVER when it can't be reached, or too late for the breaks that are left.
 * `loaded`: the node whose load decides which breaks are allowed on the leg, -1 when loads don't.
 */
function departureInLayer(
  plan: PlanState,
  v: number,
  departs: Int32Array,
  at: number,
  leg: number,
  node: number,
  action: number,
  to: number,
  loaded: number,
): number {
  const instance = plan.instance;
  const { from, rests, until } = instance.layerSpans[v];
  // with any break on the leg it isn't over before the layer's last break is
  const least = Math.max(from[to], instance.windowStart[node]) + action;
  let best = NEVER;
  for (let k = to; k >= 0 && (k === to || best > least); k--) {
    if (k < to && loaded >= 0 && !breaksAllowed(plan, v, loaded, k, to)) continue;
    const time = departs[at + k];
    // breaks take their own length at least
    if (time > HORIZON || time + leg + rests[to] - rests[k] + action >= best) continue;
    const begin = beginAt(instance, node, k === to ? time + leg : arriveWithBreaks(instance, v, time, leg, k, to));
    if (begin !== NEVER && begin + action < best) best = begin + action;
  }
  return best > until[to] ? NEVER : best;
}

/** Latest departures of the nodes before `from`; ends before `least` as soon as a node stays as it was. */
export function backwardLayers(plan: PlanState, v: number, from: number, least: number): void {
  const instance = plan.instance;
  if (hasOneBreakAtMost(instance, v)) {
    backwardOneBreak(plan, v, from, least);
    return;
  }
  const { place, size, hasBreakLoads } = instance;
  const { prev, latest, layers } = plan;
  const travel = instance.travel[instance.travelOf[v]];
  const breaks = instance.breakStates[v] - 1;
  const { rests, from: earliest, until } = instance.layerSpans[v];
  const start = plan.startOf(v);
  let sure = true;
  for (let j = from; j !== start; j = prev[j]) {
    const i = prev[j];
    const leg = travel[place[i] * size + place[j]];
    const action = plan.action(v, i, j);
    let changed = false;
    for (let k = 0; k < layers; k++) {
      let best = -1;
      // with any break on the leg it is left before the layer's next break must begin
      for (let to = k; to <= breaks && (to === k || best < until[k]); to++) {
        if (to > k && hasBreakLoads && !breaksAllowed(plan, v, i, k, to)) continue;
        const limit = latest[j * layers + to];
        if (limit < 0) continue;
        const arrive = arriveBy(instance, j, limit - action);
        if (arrive < 0 || arrive - leg - (rests[to] - rests[k]) <= best) continue;
        const leave = to === k ? arrive - leg : departWithBreaks(instance, v, arrive, leg, k, to);
        if (leave > best) best = leave;
      }
      // before any break of the layer can be over
      if (k <= breaks && best < earliest[k]) best = -1;
      if (latest[i * layers + k] !== best) {
        latest[i * layers + k] = best;
        changed = true;
      }
    }
    if (i === least) sure = false;
    else if (!sure && !changed) return;
  }
}

/** Whether the load behind a node allows all breaks that lead from one layer to another. */
function breaksAllowed(plan: PlanState, v: number, node: number, from: number, to: number): boolean {
  const { breakFrom, breakOrders, breakStates } = plan.instance;
  const orders = breakOrders[v];
  if (orders !== null)
    return orders[from * breakStates[v] + to].some((order) =>
      order.every((b) => breakAllowed(plan, v, node, breakFrom[v] + b)),
    );
  for (let b = from; b < to; b++) if (!breakAllowed(plan, v, node, breakFrom[v] + b)) return false;
  return true;
}

function breakAllowed(plan: PlanState, v: number, node: number, b: number): boolean {
  const most = plan.instance.breakMaxLoad[b];
  if (most === null) return true;
  const hasExcused = plan.carriesTooMuch[v] === 1;
  for (let d = 0; d < most.length; d++) {
    const at = node * most.length + d;
    if (plan.loadAfter[at] + (hasExcused ? plan.excused[at] : 0) > most[d]) return false;
  }
  return true;
}

/**
 * Whether `to` and all behind it stay on time when it is reached from a node that is left at `departs[at + layer]` at
 * the earliest. Doesn't look at loads at breaks.
 */
export function followsInLayers(
  plan: PlanState,
  v: number,
  from: number,
  departs: Int32Array,
  at: number,
  to: number,
): boolean {
  const instance = plan.instance;
  const leg = instance.travel[instance.travelOf[v]][instance.place[from] * instance.size + instance.place[to]];
  const action = plan.action(v, from, to);
  const states = instance.breakStates[v];
  for (let k = 0; k < states; k++) if (followsFromLayer(plan, v, departs[at + k], k, leg, to, action)) return true;
  return false;
}

/** The same of a departure in one layer. */
function followsFromLayer(
  plan: PlanState,
  v: number,
  time: number,
  layer: number,
  leg: number,
  to: number,
  action: number,
): boolean {
  if (time > HORIZON) return false;
  const { instance, latest, layers } = plan;
  const states = instance.breakStates[v];
  for (let b = layer; b < states; b++) {
    const limit = latest[to * layers + b];
    if (limit < 0) continue;
    const begin = beginAt(instance, to, b === layer ? time + leg : arriveWithBreaks(instance, v, time, leg, layer, b));
    if (begin !== NEVER && begin + action <= limit) return true;
  }
  return false;
}

/** Whether a task fits between two consecutive nodes. Doesn't look at loads at breaks. */
export function fitsInLayers(plan: PlanState, v: number, i: number, task: number, j: number): boolean {
  const { instance, depart, layers } = plan;
  const { place, size } = instance;
  const travel = instance.travel[instance.travelOf[v]];
  const into = travel[place[i] * size + place[task]];
  const out = travel[place[task] * size + place[j]];
  const action = plan.action(v, i, task);
  const actionBehind = plan.action(v, task, j);
  const states = instance.breakStates[v];
  for (let b = 0; b < states; b++) {
    const leaves = departureInLayer(plan, v, depart, i * layers, into, task, action, b, -1);
    if (followsFromLayer(plan, v, leaves, b, out, j, actionBehind)) return true;
  }
  return false;
}

/**
 * Earliest departures of `to` per layer, into `result`, when it is reached from a node with these ones; `result` may be
 * `departs` with `at` 0. False when it can't be reached. Doesn't look at loads at breaks.
 */
export function departsInLayers(
  plan: PlanState,
  v: number,
  from: number,
  departs: Int32Array,
  at: number,
  to: number,
  result: Int32Array,
): boolean {
  const instance = plan.instance;
  const leg = instance.travel[instance.travelOf[v]][instance.place[from] * instance.size + instance.place[to]];
  const action = plan.action(v, from, to);
  const states = instance.breakStates[v];
  let possible = false;
  for (let b = states - 1; b >= 0; b--) {
    const best = departureInLayer(plan, v, departs, at, leg, to, action, b, -1);
    result[b] = best;
    if (best <= HORIZON) possible = true;
  }
  return possible;
}
