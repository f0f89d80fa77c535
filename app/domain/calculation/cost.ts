/** What a calculation pays for, by its aim, and what its cost means on screen. Costs are stored in hundredths. */
import { formatEuro } from "../format-number";
import { formatCost } from "../time/format";
import { Aim } from "./aim";
import type { Vehicle } from "../vehicle/vehicle";
import type { VehicleCosts } from "solver/contract/public";

/** Euro: once per day of use, per hour of driving, per kilometre. */
export interface Prices {
  fixed: number;
  per_hour: number;
  per_km: number;
}

/**
 * The cost of one more vehicle in seconds of driving, where the fewest vehicles are wanted: more than a fleet drives in
 * a day.
 */
export const VEHICLE_WEIGHT = 10_000_000;

type Priced = Pick<Vehicle, "fixedCost" | "costPerHour" | "costPerKm">;

/**
 * Prices count where the least cost is wanted: nothing without a vehicle. Elsewhere a route costs its driving seconds.
 */
export const pricesOf = (aim: Aim, vehicle: Priced | null): Prices | null =>
  aim === Aim.Cost
    ? { fixed: vehicle?.fixedCost ?? 0, per_hour: vehicle?.costPerHour ?? 0, per_km: vehicle?.costPerKm ?? 0 }
    : null;

export const hasPrices = (prices: Prices): boolean => prices.fixed > 0 || prices.per_hour > 0 || prices.per_km > 0;

const cents = (euro: number): number => Math.round(euro * 100);

/** Cents as well, with what a rate has beyond them: it is multiplied before the cost of a route is rounded. */
const rate = (euro: number): number => Math.round(euro * 1e6) / 1e4;

/** A vehicle of a calculation's input, as far as its costs depend on it. */
interface Sent {
  prices?: Prices | undefined;
  is_out?: true | undefined;
}

/** The solver's costs of a vehicle; undefined where its defaults count. Whether one that is out goes out is decided. */
export function solverCosts(aim: Aim | undefined, { prices, is_out: isOut }: Sent): VehicleCosts | undefined {
  if (prices !== undefined)
    return {
      fixed: isOut === true ? 0 : cents(prices.fixed),
      perHour: rate(prices.per_hour),
      perKm: rate(prices.per_km),
    };
  return aim === Aim.Vehicles && isOut !== true ? { fixed: VEHICLE_WEIGHT } : undefined;
}

/** What was paid when the vehicle went out, and the solver doesn't know of. */
export const spentCost = ({ prices, is_out: isOut }: Sent): number =>
  isOut === true && prices !== undefined ? cents(prices.fixed) : 0;

/** A solver's cost without the weight of vehicles, which only orders plans. */
export const paidCost = (aim: Aim | undefined, cost: number): number =>
  aim === Aim.Vehicles ? cost % VEHICLE_WEIGHT : cost;

/** What driving costs, without the vehicle itself. */
export const drivingCost = (prices: Prices | null, drivingSec: number, distanceM: number): number =>
  prices === null
    ? drivingSec
    : Math.round((rate(prices.per_hour) * drivingSec) / 3600 + (rate(prices.per_km) * distanceM) / 1000);

/** What a route costs, as a calculation counts it. */
export const routeCost = (prices: Prices | null, drivingSec: number, distanceM: number): number =>
  (prices === null ? 0 : cents(prices.fixed)) + drivingCost(prices, drivingSec, distanceM);

/** For headers of files, whose cells are numbers. */
export const costHeader = (aim: Aim): string => (aim === Aim.Cost ? "Cost EUR" : "Cost points");

/** A cost with its unit, and what it counts. @param cost of a plan or a route that is calculated with this aim */
export const costInWords = (aim: Aim, cost: number): { text: string; counts: string } =>
  aim === Aim.Cost
    ? { text: formatEuro(cost / 100), counts: "What the vehicles cost per day of use, kilometre and hour of driving" }
    : { text: `${formatCost(cost)} points`, counts: "Driving time: a point is 100 seconds" };
