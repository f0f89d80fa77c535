import type { ValueOf } from "../labels";

/** What a calculation aims at. Visits served always come first, most important ones before others. */
export const Aim = { Time: "time", Vehicles: "vehicles", Cost: "cost" } as const;
export type Aim = ValueOf<typeof Aim>;

export const AIM_LABELS: Readonly<Record<Aim, string>> = {
  [Aim.Time]: "Least driving time",
  [Aim.Vehicles]: "Fewest vehicles",
  [Aim.Cost]: "Least cost",
};

export const AIM_HELP =
  "Fewest vehicles leaves vehicles at home for longer routes; " +
  "least cost counts what each vehicle costs per day, kilometre and hour.";

export const AIMS = Object.values(Aim) as [Aim, ...Aim[]];
