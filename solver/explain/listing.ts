import type { OtherVehicles, Reason, ReasonCode, Unassigned, Vehicle } from "../contract";
import type { Kind } from "./kinds";
import type { Broken } from "./reason";
import { reasonSentence, stoppedSentence } from "./sentences";

/**
 * Reasons in an answer: ten megabytes of JSON. Thousands of stops that none of hundreds of vehicles can take would have
 * millions, more than one text can hold.
 */
export const MOST_REASONS = 100_000;

export type Listed = Pick<Unassigned, "reasons" | "otherVehicles">;

/** How many vehicles each of so many stops names. */
const vehiclesEach = (vehicles: number, stops: number): number =>
  Math.min(vehicles, Math.max(1, Math.floor(MOST_REASONS / stops)));

/** Of a stop that was not looked at any more. */
export function notLookedAt(vehicles: readonly Vehicle[], stops: number): Listed {
  const each = vehiclesEach(vehicles.length, stops);
  const code = "not_inserted";
  const others = vehicles.length - each;
  return {
    reasons: vehicles
      .slice(0, each)
      .map((vehicle): Reason => ({ vehicleId: vehicle.id, code, message: stoppedSentence(vehicle) })),
    ...(others === 0 ? {} : { otherVehicles: [{ code, count: others }] }),
  };
}

/** Which vehicles the stops name; the others are counted. */
export class Listing {
  private readonly named: { readonly vehicle: Vehicle; readonly kind: number }[];
  /** Vehicles that are not named, per kind. */
  private readonly others: Int32Array;

  /** @param limited a change budget was set: it is what keeps out a stop that fits */
  constructor(
    vehicles: readonly Vehicle[],
    kinds: readonly Kind[],
    stops: number,
    private readonly limited: boolean,
  ) {
    const kindOf = new Int32Array(vehicles.length);
    kinds.forEach(({ members }, kind) => members.forEach((v) => (kindOf[v] = kind)));
    // one of each kind first, because equal vehicles have equal reasons
    const order = [...kinds.map(({ members }) => members[0]), ...kinds.flatMap(({ members }) => members.slice(1))];
    this.others = Int32Array.from(kinds, ({ members }) => members.length);
    this.named = order
      .slice(0, vehiclesEach(vehicles.length, stops))
      .sort((a, b) => a - b)
      .map((v) => ({ vehicle: vehicles[v], kind: kindOf[v] }));
    for (const { kind } of this.named) this.others[kind]--;
  }

  /** @param broken the first broken rule per kind, null where the stop fits */
  of(broken: readonly (Broken | null)[]): Listed {
    const otherVehicles = this.counted(broken);
    return {
      reasons: this.named.map(({ vehicle, kind }) => this.reason(vehicle, broken[kind])),
      ...(otherVehicles.length === 0 ? {} : { otherVehicles }),
    };
  }

  private reason(vehicle: Vehicle, broken: Broken | null): Reason {
    const code = this.codeOf(broken);
    return {
      vehicleId: vehicle.id,
      code,
      message: reasonSentence(vehicle, code, broken ?? {}),
      ...(broken?.amount === undefined ? {} : { amount: broken.amount }),
      ...(broken?.index === undefined ? {} : { index: broken.index }),
      ...(broken?.way === undefined ? {} : { way: broken.way }),
    };
  }

  private codeOf(broken: Broken | null): ReasonCode {
    return broken?.code ?? (this.limited ? "change_budget" : "not_inserted");
  }

  private counted(broken: readonly (Broken | null)[]): OtherVehicles[] {
    const counts = new Map<string, OtherVehicles>();
    this.others.forEach((more, kind) => {
      if (more === 0) return;
      const code = this.codeOf(broken[kind]);
      const way = broken[kind]?.way;
      const key = `${code} ${way}`;
      const count = more + (counts.get(key)?.count ?? 0);
      counts.set(key, { code, ...(way === undefined ? {} : { way }), count });
    });
    return [...counts.values()];
  }
}
