import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { readVroom } from "/work/main/solver/formats/vroom/read";
import { buildInstance } from "/work/main/solver/model/build";
import { buildNeighbours } from "/work/main/solver/model/neighbours";
import { Plan } from "/work/main/solver/search/plan";
import { Anneal } from "/work/main/solver/search/anneal";
import { Random } from "/work/main/solver/random";
import { Stop } from "/work/main/solver/stop/stop";
const dir = "/work/shared/bench/instances/";
const all = JSON.parse(readFileSync(dir + "instances.json", "utf8"));
const [names, sec, t0, t1, K] = process.argv.slice(2);
let sum = 0, cnt = 0;
for (const name of names.split(",")) {
  const e = name === "city" ? { file: "../city/liechtenstein-150.json", bks_cost: 22547, name } : all.find((x: any) => x.name === name);
  const b = readFileSync(dir + e.file);
  const { problem } = readVroom(JSON.parse((b[0] === 31 ? gunzipSync(b) : b).toString()));
  const a = performance.now();
  const inst = buildInstance(problem);
  const near = buildNeighbours(inst, Number(K ?? 40), inst.hasTime);
  const close = buildNeighbours(inst, 100, false);
  const plan = new Plan(inst);
  const r = new Random(1);
  const an = new Anneal(plan, near, close, r);
  for (let t = 0; t < inst.taskCount; t++) { const x = t; if (plan.route[x] < 0 && an.inserter.find(x)) an.inserter.apply(x); }
  const first = performance.now() - a, fc = plan.cost, fo = plan.openCount;
  an.run(new Stop(() => performance.now(), Number(sec) * 1000, Infinity, undefined), { first: Number(t0), last: Number(t1) }, () => {}, () => {});
  const gap = 100 * (an.journal.bestCost / inst.costScale / e.bks_cost - 1);
  sum += gap; cnt++;
  console.log(name, "n", inst.taskCount, "first", first.toFixed(0) + "ms", fc, fo, "best", an.journal.bestCost / inst.costScale, an.journal.bestMissing, "gap", gap.toFixed(3), "it/s", (an.iterations / Number(sec)).toFixed(0));
}
console.log("mean", (sum / cnt).toFixed(3));
