import { setFlagsFromString } from "node:v8";
import { expect, it } from "vitest";
import { buildInstance } from "solver/model/build";
import { job, line, problem as make, vehicle } from "./helpers/problems";

/*
 * Code of the search is compiled for the hidden class of the instance. Where each problem has another one, V8 compiles
 * it again and again and gives up in the end: a process that goes on, or a large problem with its many parts, then
 * searches at a third of the speed.
 */
it("instances of all problems have the same hidden class, also once the code that makes them is compiled", () => {
  setFlagsFromString("--allow-natives-syntax");
  const haveSame = new Function("a", "b", "return %HaveSameMap(a, b)") as (a: object, b: object) => boolean;
  const build = (seconds: number): object =>
    buildInstance(make(line(0, 10, seconds), [vehicle(1, { capacity: [3] })], [job(1, 1), job(2, 2)]));
  const early = build(20);
  for (let k = 0; k < 3000; k++) build(20 + (k % 50));
  expect(haveSame(early, build(30))).toBe(true);
});
