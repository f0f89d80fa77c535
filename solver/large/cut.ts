import type { Random } from "../random";

/** Things with a place in the plane and a weight, to be cut into groups of things that lie together. */
export interface Scattered {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly weight: Float64Array;
}

/**
 * Cuts by lines in turned directions until no group weighs more than `most` (single things may): each cut is made
 * across the longer side and in the middle of the weights, give or take a tenth, so that groups have other borders each
 * time. Neighbouring groups follow each other.
 */
export function cut(things: Scattered, members: Int32Array, most: number, random: Random): Int32Array[] {
  const angle = random.real() * Math.PI;
  const turned = [0, 1].map((k) => {
    const [cos, sin] = [Math.cos(angle + (k * Math.PI) / 2), Math.sin(angle + (k * Math.PI) / 2)];
    return things.x.map((x, i) => x * cos + things.y[i] * sin);
  });
  const groups: Int32Array[] = [];
  const divide = (group: Int32Array): void => {
    let weight = 0;
    for (const i of group) weight += things.weight[i];
    if (weight <= most || group.length === 1) {
      groups.push(group);
      return;
    }
    const [across, along] = turned.map((value) => extent(value, group));
    const value = turned[across > along ? 0 : 1];
    group.sort((a, b) => value[a] - value[b]);
    const share = Math.ceil(weight / most) === 2 ? 0.5 : 0.4 + 0.2 * random.real();
    let at = 0;
    for (let sum = 0; at < group.length - 1 && sum + things.weight[group[at]] / 2 < share * weight; at++)
      sum += things.weight[group[at]];
    at = Math.max(1, at);
    divide(group.subarray(0, at));
    divide(group.subarray(at));
  };
  if (members.length > 0) divide(Int32Array.from(members));
  return groups;
}

/** From the least to the greatest value of a group. */
export function extent(value: Float64Array, group: Int32Array): number {
  let least = Infinity;
  let most = -Infinity;
  for (const i of group) {
    if (value[i] < least) least = value[i];
    if (value[i] > most) most = value[i];
  }
  return most - least;
}
