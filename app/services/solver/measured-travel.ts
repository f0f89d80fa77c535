/** The travel times of a problem, from the places of its profiles to its models. */
import type { TravelModel } from "solver/index";
import { NEAR_FROM_PLACES, travelModel } from "~/domain/calculation/travel-tables";
import type { TravelTable } from "~/domain/calculation/travel-tables";
import type { Place, TravelMode } from "../routing/engine";
import type { AskOptions, MeasuredMatrix, MeasuredNear, Routing, TravelSource } from "../routing/routing.server";

interface TravelQuestion {
  places: readonly Place[];
  /** by profile of the problem */
  modes: ReadonlyMap<string, TravelMode>;
  /** places that vehicles start from or end at, the most important first */
  ends: readonly number[];
  /** of routes as they stand: a large day knows them from the beginning */
  legs?: readonly (readonly [from: number, to: number])[];
}

export interface MeasuredTravel {
  tables: Record<string, TravelTable>;
  models: Record<string, TravelModel>;
  /** by profile, of large problems: can measure more legs */
  near: ReadonlyMap<string, MeasuredNear>;
  /** of several tables the one that says why it is not the preferred engine's */
  source: TravelSource;
  /** false: legs from and to this place are estimates */
  covers(place: Place): boolean;
  /** Stores what was asked for, one table after the other; losing it costs nothing but time. */
  keep(): Promise<void>;
}

/**
 * @param nearFrom from so many places on only near pairs are asked for
 * @throws the signal's reason, and nothing else: where no engine answers, times are estimates
 */
export async function measureTravel(
  routing: Routing,
  { places, modes, ends, legs }: TravelQuestion,
  { nearFrom = NEAR_FROM_PLACES, ...ask }: AskOptions & { nearFrom?: number | undefined },
): Promise<MeasuredTravel> {
  const tables: Record<string, TravelTable> = {};
  const near = new Map<string, MeasuredNear>();
  const measured: (MeasuredMatrix | MeasuredNear)[] = [];
  for (const [profile, mode] of modes) {
    if (places.length < nearFrom) {
      const one = await routing.matrix(places, mode, ask);
      tables[profile] = one.matrix;
      measured.push(one);
    } else {
      const one = await routing.near(places, mode, { ...ask, whole: ends, legs });
      tables[profile] = one.travel;
      near.set(profile, one);
      measured.push(one);
    }
  }
  const { engine, label, note } = measured.find((one) => one.note !== null) ?? measured[0]!;
  return {
    tables,
    models: Object.fromEntries(Object.entries(tables).map(([profile, table]) => [profile, travelModel(table)])),
    near,
    source: { engine, label, note },
    covers: (place) => measured.every((one) => one.covers(place)),
    keep: () => keepAll(measured),
  };
}

export async function keepAll(kept: readonly { keep(): Promise<void> }[]): Promise<void> {
  for (const one of kept)
    await one.keep().catch((error: unknown) => console.warn("Travel times were not kept:", error));
}
