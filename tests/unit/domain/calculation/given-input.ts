/** Inputs of calculations, and refusals in their place. */
import { buildInputInPieces } from "~/domain/calculation/build-input";
import type { CalculationSource } from "~/domain/calculation/build-input";
import { makeCompany, makePlan, makeRoute, makeVehicle, makeVisit, makeWarehouse } from "../make";
import { atOnce } from "../../../helpers/pieces";

export const HOUR = 3600;
/** 10:00 in Vaduz in summer. */
export const NOW = "2026-06-01 08:00:00";

export function makeInput(part: Partial<CalculationSource> = {}): CalculationSource {
  return {
    company: makeCompany({ countryId: 3 }),
    plan: makePlan({ squashDuration: 2, solvingTime: 7 }),
    warehouses: [makeWarehouse()],
    vehicles: [makeVehicle()],
    routes: [makeRoute({ status: 1 })],
    visits: [makeVisit({ id: 1, routeId: null, status: 1 })],
    mode: "full",
    timeZone: "Europe/Vaduz",
    now: NOW,
    ...part,
  };
}

export function inputOf(part: Partial<CalculationSource> = {}) {
  const decision = atOnce(buildInputInPieces(makeInput(part)));
  if (!decision.ok) throw new Error(decision.error.message);
  return decision.changes;
}

export function refusalOf(part: Partial<CalculationSource>) {
  const decision = atOnce(buildInputInPieces(makeInput(part)));
  if (decision.ok) throw new Error("was accepted");
  return decision.error;
}
