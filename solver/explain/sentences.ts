import type { ReasonCode, Suggestion, Vehicle } from "../contract";

/** What one vehicle says to a stop that it can't take. */
export function reasonSentence(vehicle: Vehicle, code: ReasonCode, amount: number | undefined): string {
  const who = nameOf(vehicle);
  const much = amount ?? 0;
  switch (code) {
    case "skills":
      return `${who} lacks ${much === 1 ? "a skill" : `${much} skills`} that it needs.`;
    case "capacity":
      return `${who} would carry ${much} too much.`;
    case "max_tasks":
      return `${who} would have ${stops(much)} too many.`;
    case "max_distance":
      return `${who} would drive ${kilometres(much)} too far.`;
    case "max_travel_time":
      return `${who} would travel ${minutes(much)} too long.`;
    case "time_window":
      return amount === undefined
        ? `${who} can't keep all time windows.`
        : `With ${who} a time window would be missed by ${minutes(amount)}.`;
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

/** A change in a few words, as they follow "would fit with". `whose`: the stop or break whose window is meant. */
export function changeSentence(
  vehicle: Vehicle,
  change: Suggestion["change"],
  amount: number,
  index: number | undefined,
  whose: string,
): string {
  const who = nameOf(vehicle);
  switch (change) {
    case "overtime":
      return `${minutes(amount)} more overtime on ${who}`;
    case "earlier_start":
      return `a start ${minutes(amount)} earlier on ${who}`;
    case "capacity":
      return `+${amount} of capacity ${(index ?? 0) + 1} on ${who}`;
    case "max_tasks":
      return `${amount} more stop${amount === 1 ? "" : "s"} on ${who}`;
    case "max_distance":
      return `${kilometres(amount)} more on ${who}`;
    case "max_travel_time":
      return `${minutes(amount)} more travel on ${who}`;
    case "skills":
      return `skill ${index} on ${who}`;
    case "time_window":
      return `a window that ends ${minutes(amount)} later at ${whose} with ${who}`;
    case "time_window_earlier":
      return `a window that begins ${minutes(amount)} earlier at ${whose} with ${who}`;
    case "break":
      return `${whose} up to ${minutes(amount)} later on ${who}`;
    case "break_earlier":
      return `${whose} up to ${minutes(amount)} earlier on ${who}`;
  }
}

const minutes = (seconds: number): string => `${Math.ceil(seconds / 60)} min`;
const kilometres = (metres: number): string => `${(Math.ceil(metres / 100) / 10).toFixed(1)} km`;
const stops = (count: number): string => `${count} stop${count === 1 ? "" : "s"}`;
const nameOf = (vehicle: Vehicle): string => vehicle.description ?? `vehicle ${vehicle.id}`;

/** For a stop that was not looked at any more. */
export const stoppedSentence = (vehicle: Vehicle): string =>
  `The calculation was stopped before ${nameOf(vehicle)} was tried for it.`;
