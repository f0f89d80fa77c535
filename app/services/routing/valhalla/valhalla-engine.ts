/** What both kinds of Valhalla have in common: one refused place must not spoil the others. */
import { routingFailed } from "../ask-json.server";
import { blockWithPart } from "../engine";
import type { Place, RoadLeg, TravelBlock, TravelMode } from "../engine";
import {
  isNoRoute,
  isOffNetwork,
  matrixQuestion,
  readLocate,
  readMatrix,
  readRoute,
  routeQuestion,
} from "./valhalla-wire";

/** An answer, or the words in which the question was refused. */
export type ValhallaAnswer = { answer: unknown } | { refused: string };

/** One way to ask. @throws AppError `routing.*` where there is no answer */
export type AskValhalla = (
  service: "matrix" | "route" | "locate",
  question: object,
  signal: AbortSignal | undefined,
) => Promise<ValhallaAnswer>;

export async function askMatrix(
  ask: AskValhalla,
  from: readonly Place[],
  to: readonly Place[],
  mode: TravelMode,
  signal?: AbortSignal,
): Promise<TravelBlock> {
  const answer = await ask("matrix", matrixQuestion(from, to, mode), signal);
  if ("answer" in answer) return read(() => readMatrix(answer.answer, from.length, to.length));
  if (!isOffNetwork(answer.refused) && !isNoRoute(answer.refused)) throw refused(answer.refused);

  const size = { rows: from.length, columns: to.length };
  if (isNoRoute(answer.refused)) return blockWithPart(size, null, [], []);
  const [rows, columns] = await Promise.all([nearRoads(ask, from, mode, signal), nearRoads(ask, to, mode, signal)]);
  if (rows.length === 0 || columns.length === 0) return blockWithPart(size, null, rows, columns);
  if (rows.length === from.length && columns.length === to.length) throw refused(answer.refused);
  const part = await askMatrix(
    ask,
    rows.map((i) => from[i]!),
    columns.map((j) => to[j]!),
    mode,
    signal,
  );
  return blockWithPart(size, part, rows, columns);
}

async function nearRoads(
  ask: AskValhalla,
  places: readonly Place[],
  mode: TravelMode,
  signal: AbortSignal | undefined,
): Promise<number[]> {
  const { locations, costing, costing_options } = routeQuestion(places, mode);
  const answer = await ask("locate", { locations, costing, costing_options, verbose: false }, signal);
  if (!("answer" in answer)) throw refused(answer.refused);
  const near = read(() => readLocate(answer.answer, places.length));
  return near.flatMap((isNear, index) => (isNear ? [index] : []));
}

export async function askRoute(
  ask: AskValhalla,
  places: readonly Place[],
  mode: TravelMode,
  signal?: AbortSignal,
): Promise<(RoadLeg | null)[]> {
  const answer = await ask("route", routeQuestion(places, mode), signal);
  if ("answer" in answer) return read(() => readRoute(answer.answer, places.length - 1));
  if (!isOffNetwork(answer.refused) && !isNoRoute(answer.refused)) throw refused(answer.refused);
  // One leg without a way makes it refuse all of them.
  if (places.length === 2) return [null];
  const legs: (RoadLeg | null)[] = [];
  for (let at = 0; at + 1 < places.length; at += 1)
    legs.push(...(await askRoute(ask, places.slice(at, at + 2), mode, signal)));
  return legs;
}

const refused = (words: string) => routingFailed(`Valhalla refused the request (${words.slice(0, 200)}).`);

function read<T>(reading: () => T): T {
  try {
    return reading();
  } catch (cause) {
    throw routingFailed("Valhalla answered with something that cannot be read.", cause);
  }
}
