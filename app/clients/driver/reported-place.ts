/** Where a stop is reported from: what the report says of it, and what the driver is asked when it is far away. */
import { formatNearby } from "~/domain/format-units";
import { normalizeLat, normalizeLng } from "~/domain/validation/coordinates";
import { farFromStop, WORST_ACCURACY_M } from "~/domain/visit/reported-place";
import type { ReportedPlace } from "~/domain/visit/reported-place";
import type { ReportQuestion } from "~/lib/report-answer";
import { units } from "./page";
import { prepare } from "./place";
import { shownStage } from "./stops";

const WITH_PLACE: readonly (string | undefined)[] = ["done", "failed"];

/** Whether reports by this word of their form say where they were made. */
export const saysWhere = (intent: string | undefined): boolean => WITH_PLACE.includes(intent);

/** On the road a stop may be reported at any moment. */
export function followPlace(): void {
  if (shownStage() === "road") void prepare();
}

export function placeFields({ lat, lng, accuracyM }: ReportedPlace): Record<string, string> {
  const accuracy = Math.round(Math.min(accuracyM ?? WORST_ACCURACY_M, WORST_ACCURACY_M));
  return { lat: String(normalizeLat(lat)), lng: String(normalizeLng(lng)), accuracyM: String(accuracy) };
}

/** null: the phone may be at the stop, or nobody knows where that is */
export function farQuestion(visitId: string | undefined, from: ReportedPlace): ReportQuestion | null {
  const { lat, lng } = document.getElementById(`stop-${visitId}`)?.dataset ?? {};
  if (lat === undefined || lng === undefined) return null;
  const meters = farFromStop({ lat: Number(lat), lng: Number(lng) }, from);
  if (meters === null) return null;
  return {
    title: `You seem to be ${formatNearby(meters, units)} from this stop`,
    text: "Report it from here all the same? Your dispatcher will see where it was reported.",
    danger: false,
  };
}
