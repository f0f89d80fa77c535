import { routeLimits } from "../../contract";
import { windowOrder } from "./fields";
import type { JsonObject } from "./fields";

/** The contract's names that VROOM writes with other letters alone. */
const SAME_NAMES = [
  "startIndex",
  "endIndex",
  "locationIndex",
  "timeWindow",
  "timeWindows",
  "speedFactor",
  "maxLoad",
  "perHour",
  "perKm",
  "perTaskHour",
  "lockedPrefix",
  "strictStart",
  "rowStart",
];
const RENAMED: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    SAME_NAMES.map((name) => [name, name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]),
  ),
  setupSec: "setup",
  serviceSec: "service",
  setupSecPerType: "setup_per_type",
  serviceSecPerType: "service_per_type",
  overtimeSec: "overtime",
  serviceAtSec: "service_at",
  serviceAfterSec: "service_after",
  serviceBeforeSec: "service_before",
  ...Object.fromEntries(routeLimits.map(([name, field]) => [field, name])),
};

/** A name of the contract; those of profiles and of types of vehicles are the caller's. */
const NAME = /(?<=^|(?<!PerType|^matrices)\.)\w+(?=$|[.[])/g;

/**
 * A path in the contract's names -> the field that the input has: in VROOM's names, and where its lists have what the
 * problem has in another order, or without starts and ends.
 */
export function vroomField(path: string, root: JsonObject): string {
  const field = path.replace(NAME, (name) => (Object.hasOwn(RENAMED, name) ? RENAMED[name] : name));
  if (field.startsWith("matrices.")) return field.replace(/(?<=\..+)\.size$/, ".points");
  const named = root.matrices === undefined && root.matrix === undefined ? field.replace(/_index$/, "") : field;
  return named
    .replace(/^(jobs\[\d+\])\.delivery\b/, (whole, job: string) =>
      given(root, `${job}.delivery`) === undefined ? `${job}.amount` : whole,
    )
    .replace(/^(.*\.(?:time_windows|steps|locked_prefix))\[(\d+)\]/, (_, list: string, k: string) => {
      const position = positions(given(root, list))?.[Number(k)];
      return `${list}[${position ?? k}]`;
    });
}

/** The same for each path in a sentence. */
export const vroomFields = (sentence: string, root: JsonObject): string =>
  sentence.replace(/\b(?:vehicles|jobs|shipments)\[\d+\](?:\.\w+(?:\[\d+\])*)*/g, (path) => vroomField(path, root));

/** What stands at a path of the input. */
function given(root: JsonObject, path: string): unknown {
  let value: unknown = root;
  for (const [name] of path.matchAll(/\w+/g)) value = (value as JsonObject | undefined)?.[name];
  return value;
}

/** Where what was read of a list of windows or steps stands in it; undefined where that is no question. */
function positions(list: unknown): readonly number[] | undefined {
  if (!Array.isArray(list)) return undefined;
  if (Array.isArray(list[0])) return windowOrder(list as [number, number][]);
  return list.flatMap(({ type }: JsonObject, k) => (isStop(type) ? [k] : []));
}

/** Whether a step is read; the start and the end are nothing that could stand elsewhere. */
export const isStop = (type: unknown): boolean => type !== "start" && type !== "end";
