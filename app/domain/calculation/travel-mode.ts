/** How a vehicle travels, as far as its times depend on it: one travel table for each way. */
import type { CalculationOptions, FleetEntry, TravelProfile } from "./calculation-input";

export interface TravelMode {
  profile: TravelProfile;
  /** metres; null: whatever is usual for the profile */
  widthM: number | null;
  heightM: number | null;
  /** tonnes, of trucks alone */
  weightT: number | null;
  avoidTolls: boolean;
  avoidHighways: boolean;
}

interface TravellingVehicle {
  type: string;
  width: number | null;
  height: number | null;
  weight: number | null;
}

const known = (value: number | null): number | null => (value !== null && value > 0 ? value : null);

export function travelModeOf(
  vehicle: TravellingVehicle | null,
  avoid: { avoidTolls: boolean; avoidHighways: boolean },
): TravelMode {
  const profile = vehicle?.type === "truck" ? "truck" : "car";
  return {
    profile,
    widthM: known(vehicle?.width ?? null),
    heightM: known(vehicle?.height ?? null),
    weightT: profile === "truck" ? known(vehicle?.weight ?? null) : null,
    avoidTolls: avoid.avoidTolls,
    avoidHighways: avoid.avoidHighways,
  };
}

/** What an input says of a vehicle's way of travelling. */
type TravellingEntry = Pick<FleetEntry, "profile" | "width" | "height" | "weight">;
type Avoiding = Pick<CalculationOptions, "avoid_tolls" | "avoid_highways">;

/** What the tables of an input depend on. */
interface TravellingInput {
  fleet: Readonly<Record<string, TravellingEntry>>;
  options: Avoiding;
}

export const travelModeOfEntry = (entry: TravellingEntry, options: Avoiding): TravelMode =>
  travelModeOf(
    { ...entry, type: entry.profile },
    { avoidTolls: options.avoid_tolls, avoidHighways: options.avoid_highways },
  );

/** The name of a vehicle's table among those of a calculation. */
export const travelKey = ({ profile, width, height, weight }: TravellingEntry): string =>
  [profile, known(width) ?? "", known(height) ?? "", known(weight) ?? ""].join(":").replace(/:+$/, "");

/** The tables that the fleet needs, by name. */
export function travelModes({ fleet, options }: TravellingInput): Map<string, TravelMode> {
  const modes = Object.values(fleet).map((entry) => [travelKey(entry), travelModeOfEntry(entry, options)] as const);
  return new Map(modes.sort(([a], [b]) => (a < b ? -1 : Number(a > b))));
}
