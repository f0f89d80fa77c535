import { ErrorCode, SolverError, routeLimits } from "../contract";
import type { Break, Problem, TravelModel, Vehicle } from "../contract";
import { KNOWN } from "./known-fields";
import { missing, refuseUnknown, wrong } from "./refusals";
import {
  MAX_TIME,
  amount,
  atMost,
  each,
  identifier,
  identifiers,
  index,
  list,
  number,
  object,
  optional,
  optionalFlag,
  optionalText,
  unique,
  window,
  windows,
} from "./values";
import type { Dimensions } from "./values";
import { MAX_DURATION } from "./validate-travel";

/** Each break is compared with each stop. */
const MAX_BREAKS = 100;

export function validateVehicle(
  vehicle: Vehicle,
  path: string,
  matrices: Problem["matrices"],
  dimensions: Dimensions,
): void {
  refuseUnknown(vehicle, path, KNOWN.vehicle);
  identifier(vehicle.id, `${path}.id`);
  optionalText(vehicle.description, `${path}.description`);
  optionalText(vehicle.type, `${path}.type`);
  const matrix = matrixOf(vehicle, path, matrices);
  if (vehicle.startIndex === null && vehicle.endIndex === null) {
    throw new SolverError(
      ErrorCode.MissingField,
      `${path}.startIndex`,
      "The vehicle has neither a start nor an end.",
      "Give at least one of both.",
    );
  }
  if (vehicle.startIndex !== null) index(vehicle.startIndex, `${path}.startIndex`, matrix.size);
  if (vehicle.endIndex !== null) index(vehicle.endIndex, `${path}.endIndex`, matrix.size);
  if (vehicle.startSiteIndex !== undefined) index(vehicle.startSiteIndex, `${path}.startSiteIndex`, matrix.size);
  amount(vehicle.capacity, `${path}.capacity`, dimensions);
  identifiers(vehicle.skills, `${path}.skills`);
  if (vehicle.timeWindow != null) window(vehicle.timeWindow, `${path}.timeWindow`);
  optional(vehicle.overtimeSec, `${path}.overtimeSec`, 0, MAX_TIME);
  optionalFlag(vehicle.strictStart, `${path}.strictStart`);
  optional(vehicle.windowReserveSec, `${path}.windowReserveSec`, 0, MAX_TIME);
  if (vehicle.speedFactor !== undefined) number(vehicle.speedFactor, `${path}.speedFactor`, 0.1, 10, false);
  for (const [, field] of routeLimits) optional(vehicle[field], `${path}.${field}`, 0, MAX_TIME);
  validateCosts(vehicle, path, matrix);
  if (vehicle.breaks !== undefined) validateBreaks(vehicle.breaks, `${path}.breaks`, dimensions);
}

function matrixOf({ profile }: Vehicle, path: string, matrices: Problem["matrices"]): TravelModel {
  if (profile === undefined) throw missing(`${path}.profile`);
  if (typeof profile !== "string") throw wrong(`${path}.profile`, profile, "a text");
  const matrix = Object.hasOwn(matrices, profile) ? matrices[profile] : undefined;
  if (matrix === undefined) {
    throw new SolverError(
      ErrorCode.UnknownProfile,
      `${path}.profile`,
      `There is no matrix for the profile "${profile}".`,
      "Add it to matrices or name another profile.",
    );
  }
  return matrix;
}

function validateCosts({ costs, profile, maxDistanceM }: Vehicle, path: string, matrix: TravelModel): void {
  if (costs !== undefined) {
    object(costs, `${path}.costs`);
    refuseUnknown(costs, `${path}.costs`, KNOWN.costs);
  }
  for (const key of ["fixed", "perHour", "perKm", "perTaskHour"] as const) {
    const cost = costs?.[key];
    if (cost !== undefined) number(cost, `${path}.costs.${key}`, 0, MAX_TIME, false);
  }
  // Programs that write out defaults mean nothing by them.
  for (const [key, byDefault] of [["perHour", 3600] as const, ["perKm", 0] as const]) {
    if (matrix.costs !== undefined && costs?.[key] !== undefined && costs[key] !== byDefault) {
      throw new SolverError(
        ErrorCode.Conflict,
        `${path}.costs.${key}`,
        `The profile "${profile}" has a cost matrix, which takes the place of this rate.`,
        "Leave one of both out.",
      );
    }
  }
  if (matrix.distances === undefined && (maxDistanceM !== undefined || (costs?.perKm ?? 0) > 0)) {
    const field = maxDistanceM !== undefined ? "maxDistanceM" : "costs.perKm";
    throw new SolverError(
      ErrorCode.MissingDistances,
      `${path}.${field}`,
      `The profile "${profile}" has no distances.`,
      "Add a distance matrix or leave the field out.",
    );
  }
}

function validateBreaks(breaks: readonly Break[], path: string, dimensions: Dimensions): void {
  list(breaks, path);
  atMost(breaks, path, MAX_BREAKS, "breaks");
  each(breaks, path, (rest, at) => {
    refuseUnknown(rest, at, KNOWN.break);
    identifier(rest.id, `${at}.id`);
    optionalText(rest.description, `${at}.description`);
    optional(rest.serviceSec, `${at}.serviceSec`, 0, MAX_DURATION);
    windows(rest.timeWindows, `${at}.timeWindows`);
    amount(rest.maxLoad, `${at}.maxLoad`, dimensions);
    optional(rest.dueAfterSec, `${at}.dueAfterSec`, 0, MAX_DURATION);
    optionalFlag(rest.onlyIfDue, `${at}.onlyIfDue`);
    if (rest.dueAfterSec !== undefined && rest.onlyIfDue !== true)
      throw new SolverError(
        ErrorCode.MissingField,
        `${at}.onlyIfDue`,
        "The break says when it is due, but it is always taken.",
        "Set it to true, or leave dueAfterSec out.",
      );
    if (rest.onlyIfDue === true && breaks.length > 1) {
      throw new SolverError(
        ErrorCode.Conflict,
        `${at}.onlyIfDue`,
        "A break that is taken only where it is due has to be the vehicle's only one.",
        "Leave the other breaks out, or this field.",
      );
    }
  });
  unique(breaks, (rest) => rest.id, path);
}
