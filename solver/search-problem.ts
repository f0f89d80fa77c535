import type { GivenRoute, Options, Problem } from "./contract";
import { planAtOnce } from "./construct/at-once";
import { construct, snapshot } from "./construct/construct";
import { insertInOrder } from "./construct/insertion";
import { followRoutes, routesToStartFrom } from "./construct/warm-start";
import { changeLarge } from "./large/change-large";
import { isGenetic } from "./genetic/genetic-problem";
import { cooledBefore, geneticFrom, improvePlan } from "./genetic/improve-plan";
import { helpLarge, isLarge, searchLarge } from "./large/search-large";
import { SharedParts } from "./large/shared-parts";
import type { SharedPartsMemory } from "./large/shared-parts";
import { balanceOf } from "./model/balance";
import { buildInstance } from "./model/build";
import { toGiven } from "./model/given-routes";
import type { Instance } from "./model/instance";
import { inNearOrder } from "./model/near-order";
import { buildNeighbours, nearestOf } from "./model/neighbours";
import { withSharedTables } from "./model/shared-tables";
import { SharedBest } from "./parallel/shared-best";
import type { SharedBestMemory } from "./parallel/shared-best";
import { Random } from "./random";
import { rehearse } from "./schedule/schedule";
import { Anneal } from "./search/anneal";
import { breed } from "./search/generations";
import { polish, polishShare } from "./genetic/polish";
import { Inserter, hasBulky } from "./search/inserter";
import { chooseFleet } from "./search/choose-fleet";
import { coolGiven, coolRepeatedly } from "./search/coolings";
import { changeAtMost } from "./search/limited-change";
import type { Routes } from "./search/journal";
import { Mosaic } from "./search/mosaic";
import { PARAMETERS } from "./search/parameters";
import { Plan } from "./search/plan";
import { probeFleets } from "./search/probe-fleets";
import { effortMs } from "./stop/effort";
import { Stop, StopRaised } from "./stop/stop";

/** Number of times that threads compare their best plans in a run. */
const EXCHANGES = 20;

/** From this number of tasks on the timing of the answer is rehearsed: uncompiled it takes ten milliseconds. */
const REHEARSED_FROM = 2000;

/**
 * Plans with windows are bred when there is time for this number of coolings, because one slow cooling rarely suffices
 * there. Beyond some number of tasks in proportion to them: larger plans are better cooled slowly, for long.
 */
const BREEDS_FROM = 1.5;
const BRED_TASKS = 200;

/**
 * Coolings at most. Jobs without windows on equal vehicles gain most by slow ones, and need a second one for the try
 * with one vehicle less; with pairs that often takes a third one.
 */
const MOST_COOLINGS = 4;
const MOST_COOLINGS_OF_JOBS = 2;

/**
 * A mixed fleet with less time than one cooling takes: threads compare plans only in the second half, because a fleet
 * shows its worth late.
 */
const HASTE = 1;
const EXCHANGES_IN_HASTE_FROM = 0.5;

/**
 * Share of the time in which a given plan is improved as it is. It may be far from a good one, and nothing tells: so
 * the rest goes to a search that leaves it, whose plan has to be better.
 */
const GIVEN_SHARE = 0.3;

/** So long the first thread waits for all others at the end, and after the stop flag. */
const WAIT_MS = 40;
const RAISED_WAIT_MS = 10;

export interface Found {
  readonly routes: readonly GivenRoute[];
  readonly iterations: number;
  readonly firstSolutionMs: number;
}

/** What a thread shares with the others. */
interface Team {
  readonly memory: TeamMemory;
  readonly thread: number;
  readonly threads: number;
}

/** Best plans of all threads, or parts of a large problem. */
export type TeamMemory = SharedBestMemory | SharedPartsMemory;

export function teamMemory(problem: Problem, threads: number): TeamMemory {
  const tasks = problem.jobs.length + 2 * problem.shipments.length;
  return isLarge(problem)
    ? SharedParts.allocate(tasks, problem.vehicles.length)
    : SharedBest.allocate(threads, tasks, problem.vehicles.length);
}

const isOfParts = (memory: TeamMemory): memory is SharedPartsMemory => "parts" in memory;

/** Milliseconds on a clock that all threads share. */
export const wallMs = (): number => performance.timeOrigin + performance.now();

export function limitOf(problem: Problem, options: Options): number {
  if ((options.timeLimitMs ?? 0) > 0) return options.timeLimitMs!;
  if (options.iterationLimit !== undefined) return Infinity;
  return effortMs(problem.jobs.length + 2 * problem.shipments.length, options.exploration ?? 5);
}

/**
 * Model, first plan and search of one thread. Soon after the stop flag is raised it returns what it has, at any
 * moment.
 */
export function searchProblem(problem: Problem, options: Options, startedMs: number, team?: Team): Found {
  const now = options.now ?? wallMs;
  const stop = new Stop(
    now,
    limitOf(problem, options),
    options.iterationLimit ?? Infinity,
    options.stopFlag,
    startedMs,
  );
  if (isLarge(problem)) {
    const memory = team?.memory ?? teamMemory(problem, 1);
    if (!isOfParts(memory)) throw new Error("The memory of a large problem holds parts.");
    const limitMs = limitOf(problem, options);
    const large = { problem, options, limitMs, startedMs, now, memory, threads: team?.threads ?? 1 };
    if (options.changeBudget !== undefined) return changeLarge(large, options.changeBudget);
    if ((team?.thread ?? 0) === 0) return searchLarge(large);
    helpLarge(large);
    return { routes: [], iterations: 0, firstSolutionMs: 0 };
  }
  const crew = team === undefined || isOfParts(team.memory) ? undefined : { ...team, memory: team.memory };
  try {
    return searchWith(problem, options, stop, startedMs, crew);
  } catch (error) {
    if (!(error instanceof StopRaised)) throw error;
    if (crew !== undefined) SharedBest.finish(crew.memory, crew.thread);
    return { routes: planAtOnce(problem, options.warmStart), iterations: 0, firstSolutionMs: now() - startedMs };
  }
}

function searchWith(
  problem: Problem,
  options: Options,
  stop: Stop,
  startedMs: number,
  team: { readonly memory: SharedBestMemory; readonly thread: number } | undefined,
): Found {
  const now = options.now ?? wallMs;
  const { checkpoint } = stop;
  // before all tables are copied in another order
  const merged = withSharedTables(problem, checkpoint);
  const instance = buildInstance(inNearOrder(merged, checkpoint), checkpoint, options.changeBudget === undefined);
  const limitMs = limitOf(problem, options);
  const seed = (options.seed ?? 1) + 7919 * (team?.thread ?? 0);
  const { insertionNeighbours, ruinNeighbours, bulkyNeighbours } = PARAMETERS;
  const width = hasBulky(instance) ? bulkyNeighbours : ruinNeighbours;
  // where nearness doesn't count times, one table has the neighbours of the first plan and those of the search
  const wide = instance.hasTime ? null : buildNeighbours(instance, width, false, checkpoint);
  const near =
    wide === null
      ? buildNeighbours(instance, insertionNeighbours, true, checkpoint)
      : nearestOf(wide, insertionNeighbours);
  const plan = new Plan(instance, checkpoint);
  const random = new Random(seed);
  const inserter = new Inserter(plan, near, random);

  const given = routesToStartFrom(problem, options);
  let firstSolutionMs = -1;
  firstPlan(plan, inserter, given, options.changeBudget !== undefined, stop, () => {
    if (firstSolutionMs < 0) firstSolutionMs = now() - startedMs;
    return (
      (team?.thread ?? 0) === 0 &&
      (options.iterationLimit !== undefined
        ? instance.taskCount <= 200
        : stop.elapsedMs() < Math.min(300, limitMs / 30))
    );
  });
  if (firstSolutionMs < 0) firstSolutionMs = now() - startedMs;
  // What only the search needs comes after the first plan, which is the answer if the flag is raised during it or the
  // time is over. With a change budget a few moves are made whatever the time is (`changeAtMost`).
  const goesOn = options.changeBudget === undefined ? stop.checkpointInTime : checkpoint;
  const close = unlessStopped(() => {
    goesOn();
    if (instance.taskCount >= REHEARSED_FROM && options.stopFlag !== undefined && (team?.thread ?? 0) === 0)
      rehearse(problem, toGiven(instance, snapshot(plan)), () => stop.raised());
    inserter.farther = wide ?? buildNeighbours(instance, width, false, goesOn);
    return nearestOf(inserter.farther, ruinNeighbours);
  });
  if (close === null) {
    if (team !== undefined) SharedBest.finish(team.memory, team.thread);
    return { routes: toGiven(instance, snapshot(plan)), iterations: 0, firstSolutionMs };
  }
  const search = new Anneal(plan, inserter, close, random);

  const shared = team && new SharedBest(team.memory, team.thread, instance.taskCount, instance.vehicleCount);
  const servedByNone = problem.jobs.length + 2 * problem.shipments.length - instance.taskCount;
  let exchanged = 0;
  let reportedMs = -Infinity;
  const report = (): void => {
    if (options.onProgress === undefined || now() - reportedMs < 200) return;
    reportedMs = now();
    const { journal } = search;
    // as what the answer would be, which is the best of all threads
    const theirs = shared?.best(journal.bestMissing, journal.bestCost) ?? null;
    const cost = theirs?.cost ?? journal.bestCost;
    const routes = (): Routes => theirs?.routes ?? journal.bestRoutes();
    const balance = instance.balanceWeight === 0 ? 0 : balanceOf(instance, routes());
    options.onProgress({
      cost: Math.round((cost - balance) / instance.costScale),
      unassigned: servedByNone + (theirs === null ? search.openInBest() : openIn(instance, theirs.routes)),
      share: Math.min(1, stop.share),
      iterations: search.iterations + (shared?.otherIterations() ?? 0),
      bestRoutes: () => toGiven(instance, routes()).filter((route) => route.steps.length > 0),
    });
  };
  // whatever comes next may find its time over, on a machine that is busy with something else
  search.keepAsBest();
  report();
  const meet = (): Routes | null => {
    const { journal } = search;
    shared?.publish(journal.bestMissing, journal.bestCost, search.iterations, journal.bestRoutes());
    return shared?.better(journal.bestMissing, journal.bestCost)?.routes ?? null;
  };
  const ofGiven = given === null ? 0 : GIVEN_SHARE;
  const efforts = effortOf(instance.taskCount, limitMs, options.iterationLimit);
  const exchangesFrom = instance.classCount > 1 && efforts < HASTE ? EXCHANGES_IN_HASTE_FROM : 0;
  const onRound = (): void => {
    report();
    if (shared === undefined || stop.share < Math.max(exchangesFrom, (exchanged + 1) / EXCHANGES)) return;
    exchanged = Math.floor(stop.share * EXCHANGES);
    const theirs = meet();
    if (theirs !== null) search.adopt(theirs);
  };
  if (options.changeBudget !== undefined) {
    changeAtMost(search, options.changeBudget, stop, random, report);
    return { routes: toGiven(instance, search.journal.bestRoutes()), iterations: search.iterations, firstSolutionMs };
  }
  const mosaic = new Mosaic(plan);
  search.mosaic = mosaic;
  search.pricesFullVehicles = true;
  // with pairs the first try often fails where a second one succeeds
  const triesFewer = (cooling: number): boolean =>
    (team === undefined || team.thread > 0) && (cooling === 1 || (cooling === 2 && instance.hasShipments));
  const breedsFrom = BREEDS_FROM * Math.max(1, instance.taskCount / BRED_TASKS);
  const coolings = { search, stop, random, triesFewer, report, onRound };
  if (given !== null) coolGiven(coolings, ofGiven);
  let share = ofGiven;
  if (efforts >= geneticFrom(instance) && isGenetic(instance)) {
    const cooled = share + (1 - share) * cooledBefore(instance);
    coolRepeatedly(coolings, 1, share, cooled);
    share = improvePlan({ search, stop, random, report, meet }) ? 1 : cooled;
  }
  if (share < 1 && instance.classCount > 1) {
    const choose = efforts < HASTE && startsTogether(instance) ? chooseFleet : probeFleets;
    share = choose({ search, stop, random, onBest: report, from: share });
  }
  if (share < 1 && instance.hasTime && efforts >= breedsFrom && instance.classCount === 1) {
    breed({ search, stop, random, triesFewer, report, meet, from: share });
  } else if (share < 1) {
    const few = instance.classCount === 1 && !instance.hasTime && !instance.hasShipments;
    const most = few ? MOST_COOLINGS_OF_JOBS : MOST_COOLINGS;
    const last = polishShare(instance, efforts);
    coolRepeatedly(coolings, Math.max(1, Math.min(most, Math.floor(efforts))), share, 1 - last);
    if (last > 0) polish(search, random, () => stop.raised());
  }
  const { journal } = search;
  fillIn(search, () => stop.raised() || stop.elapsedMs() > 1.02 * limitMs + 50);
  shared?.publish(journal.bestMissing, journal.bestCost, search.iterations, journal.bestRoutes());
  return {
    routes: toGiven(instance, bestOfTeam(search, mosaic, shared, stop)),
    iterations: search.iterations + (shared?.otherIterations() ?? 0),
    firstSolutionMs,
  };
}

/**
 * How often a plan could be cooled: a small problem with much time is better cooled a few times than once very slowly.
 */
function effortOf(tasks: number, limitMs: number, iterationLimit: number | undefined): number {
  return iterationLimit !== undefined ? iterationLimit / (1500 * tasks) : limitMs / (25 * tasks);
}

const openIn = ({ taskCount }: Instance, routes: Routes): number =>
  routes.reduce((left, tasks) => left - tasks.length, taskCount);

/** Whether all vehicles start in one place: an estimate from mean ways to the depot says nothing about several. */
function startsTogether({ place, taskCount: n, vehicleCount }: Instance): boolean {
  return place.subarray(n, n + vehicleCount).every((start) => start === place[n]);
}

function unlessStopped<T>(make: () => T): T | null {
  try {
    return make();
  } catch (error) {
    if (error instanceof StopRaised) return null;
    throw error;
  }
}

function firstPlan(
  plan: Plan,
  inserter: Inserter,
  given: readonly GivenRoute[] | null,
  limited: boolean,
  stop: Stop,
  mayGoOn: () => boolean,
): void {
  const stopped = (): boolean => stop.raised();
  if (given === null) {
    construct(plan, inserter, mayGoOn, stopped);
    return;
  }
  followRoutes(plan, given, stopped);
  if (!limited) insertInOrder(plan, inserter, (task) => task, stopped);
}

/** Inserts tasks that the best plan leaves out although it has a place for them. */
function fillIn(search: Anneal, stopped: () => boolean): void {
  const { inserter, journal, plan } = search;
  if (search.openInBest() === 0 || stopped()) return;
  search.adopt(journal.bestRoutes());
  inserter.blink = 0;
  inserter.drawBlink();
  insertInOrder(plan, inserter, (task) => task, stopped);
  if (journal.isBetterThanBest()) search.keepAsBest();
}

/**
 * Thread 0 waits for the others and takes the best plan that can be pieced together from all of theirs; the others mark
 * themselves done.
 */
function bestOfTeam(search: Anneal, mosaic: Mosaic, shared: SharedBest | undefined, stop: Stop): Routes {
  const { journal } = search;
  if (shared === undefined) return journal.bestRoutes();
  if (shared.thread > 0) {
    SharedBest.finish(shared.memory, shared.thread);
    return [];
  }
  const waitsUntil = wallMs() + (stop.raised() ? RAISED_WAIT_MS : WAIT_MS);
  for (let thread = 1; 2 * thread < shared.memory.header.length; thread++)
    shared.waitFor(thread, Math.max(0, waitsUntil - wallMs()));
  const own = { missing: journal.bestMissing, cost: journal.bestCost, routes: journal.bestRoutes() };
  const plans = [own, ...shared.others()].sort((a, b) => a.missing - b.missing || a.cost - b.cost);
  if (plans[0].missing > 0) return plans[0].routes;
  mosaic.clear();
  for (const { missing, routes } of plans) if (missing === 0) mosaic.takeRoutes(routes);
  return mosaic.routes();
}
