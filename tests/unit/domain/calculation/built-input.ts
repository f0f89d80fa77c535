import { buildInputInPieces } from "~/domain/calculation/build-input";
import type { CalculationInput } from "~/domain/calculation/calculation-input";
import type { CalculationSource } from "~/domain/calculation/calculation-source";
import { makeCompany, makePlan, makeRoute, makeStops, makeVehicle, makeWarehouse } from "../make";
import { atOnce } from "../../../helpers/pieces";

const built = (part: Partial<CalculationSource> = {}) =>
  atOnce(
    buildInputInPieces({
      company: makeCompany(),
      plan: makePlan(),
      warehouses: [makeWarehouse()],
      vehicles: [makeVehicle()],
      routes: [makeRoute({ endLocationType: "W" })],
      visits: makeStops(),
      mode: "full",
      timeZone: "Europe/Vaduz",
      now: "2026-06-01 04:00:00",
      ...part,
    }),
  );
export const inputOf = (part: Partial<CalculationSource> = {}): CalculationInput => {
  const decision = built(part);
  if (!decision.ok) throw new Error(decision.error.message);
  return decision.changes;
};
export const errorOf = (part: Partial<CalculationSource>) => {
  const decision = built(part);
  return decision.ok ? null : decision.error;
};
