/** The word on a plan about where its times come from. */
import { formatNumber } from "../format-number";
import { LegEstimate } from "../visit/visit";
import type { ShownVisit } from "../visit/visit";
import type { Plan } from "./plan";

export interface TravelWords {
  text: string;
  /** why it is so, and what to do; empty: nothing to say */
  reason: string;
  /** something stands in for measured times */
  isEstimated: boolean;
}

const ENGINES = { osrm: "OSRM", valhalla: "Valhalla" } as const;

const ESTIMATED_LEGS =
  "Estimated legs begin or end where the road data knows no road, or could not be measured; " +
  "their stops are marked with ≈ in the list.";

const legs = (count: number): string => `${formatNumber(count)} ${count === 1 ? "leg" : "legs"}`;

/**
 * @param visits of the plan
 * @param hasRoads there is an engine that knows roads
 */
export function travelWords(
  { travelEngine, travelNote }: Pick<Plan, "travelEngine" | "travelNote">,
  visits: readonly Pick<ShownVisit, "legEstimate">[],
  hasRoads: boolean,
): TravelWords {
  const note = travelNote === null ? "" : `${travelNote} `;
  if (travelEngine === "straight" || (travelEngine === null && !hasRoads))
    return {
      text: "Times are estimates along straight lines",
      reason:
        note +
        (hasRoads
          ? "Calculate again for times on roads."
          : "Whoever runs the server can add the roads of your region: npm run roads."),
      isEstimated: true,
    };
  const count = (state: LegEstimate) => visits.filter((visit) => visit.legEstimate === state).length;
  const late = count(LegEstimate.Pending);
  const estimated = count(LegEstimate.Estimate);
  const parts = [
    travelEngine === null ? "Times on roads" : `Times by ${ENGINES[travelEngine]}`,
    ...(estimated === 0 ? [] : [`${legs(estimated)} estimated`]),
    ...(late === 0 ? [] : [`${legs(late)} being measured`]),
  ];
  return {
    text: parts.join(" · "),
    reason: `${note}${estimated === 0 ? "" : ESTIMATED_LEGS}`.trim(),
    isEstimated: estimated + late > 0 || travelNote !== null,
  };
}
