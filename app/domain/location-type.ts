import type { ValueOf } from "./labels";

/** Where a route starts or ends. `None` is allowed only for the end: the route is open. */
export const LocationType = { None: "N", Warehouse: "W", Parking: "P", Custom: "C" } as const;
export type LocationType = ValueOf<typeof LocationType>;
type StartLocationType = Exclude<LocationType, "N">;
type EndLocationType = LocationType;

export const START_LOCATION_TYPES: readonly StartLocationType[] = [
  LocationType.Warehouse,
  LocationType.Parking,
  LocationType.Custom,
];
export const END_LOCATION_TYPES: readonly EndLocationType[] = [
  LocationType.None,
  LocationType.Warehouse,
  LocationType.Parking,
  LocationType.Custom,
];

export const LOCATION_TYPE_LABELS: Readonly<Record<LocationType, string>> = {
  [LocationType.None]: "None",
  [LocationType.Warehouse]: "Warehouse",
  [LocationType.Parking]: "Parking",
  [LocationType.Custom]: "Custom",
};
