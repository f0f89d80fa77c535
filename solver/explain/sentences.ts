import type { Reason, ReasonCode, Vehicle } from "../contract";

/** Why a vehicle can't take a stop. */
export function reasonSentence(
  vehicle: Vehicle,
  code: ReasonCode,
  { amount, index, way }: Pick<Reason, "amount" | "index" | "way">,
): string {
  const who = nameOf(vehicle);
  const much = amount ?? 0;
  switch (code) {
    case "no_way":
      if (way === "there") return `${who} finds no road there.`;
      if (way === "back") return `${who} finds no road on from there.`;
      return `${who} finds no road there and on between any two of its stops.`;
    case "skills":
      return `${who} lacks ${much === 1 ? "a skill" : `${much} skills`} that it needs.`;
    case "capacity":
      return `${who} would carry ${much} too much${ofLoad(vehicle, index)}.`;
    case "max_tasks":
      return `${who} would have ${stops(much)} too many.`;
    case "max_distance":
      return `${who} would drive ${kilometres(much)} too far.`;
    case "max_travel_time":
      return `${who} would travel ${minutes(much)} too long.`;
    case "time_window":
      return amount === undefined
        ? `${who} can't keep all time windows.`
        : `With ${who} its time window would be missed by ${minutes(amount)}.`;
    case "break":
      return `${who} could not take its breaks.`;
    case "working_hours":
      return `${who} would end ${minutes(much)} after its working hours.`;
    case "locked":
      return `Its pickup is settled on another vehicle than ${who}.`;
    case "change_budget":
      return `${who} could take it, but no more stops may change.`;
    case "not_inserted":
      return `${who} could take it, but no better plan with it was found.`;
  }
}

const ofLoad = ({ capacity = [] }: Vehicle, index: number | undefined): string =>
  capacity.length < 2 || index === undefined ? "" : ` of load ${index + 1}`;
export const minutes = (seconds: number): string => `${Math.ceil(seconds / 60)} min`;
export const kilometres = (metres: number): string => `${(Math.ceil(metres / 100) / 10).toFixed(1)} km`;
const stops = (count: number): string => `${count} stop${count === 1 ? "" : "s"}`;
export const nameOf = (vehicle: Vehicle): string => vehicle.description ?? `vehicle ${vehicle.id}`;

/** For a stop that was not looked at any more: the calculation was stopped, or its time was over. */
export const stoppedSentence = (vehicle: Vehicle): string =>
  `The calculation ended before ${nameOf(vehicle)} was tried for it.`;
