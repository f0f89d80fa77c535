/** One visit of a calculation's input. */
import { hasCoordinates, isOnGlobe } from "../validation/coordinates";
import { START_BEFORE_END, parseHHmm } from "../time/hhmm";
import { hoursText } from "../time/time-window";
import { secOf } from "../time/format";
import { clockSec } from "./calculation-source";
import { MOST_KG, MOST_M3 } from "./units";
import type { Visit } from "../visit/visit";
import type { CalculationSource } from "./calculation-source";
import type { Faults } from "./faults";
import type { VisitEntry } from "./calculation-input";

/**
 * The entry, or null after naming what is wrong with the visit. Windows are judged as they were typed: 02:30 doesn't
 * exist in the night in which the clock is put forward, and stands for a moment after 03:00 there.
 */
export function visitEntry(visit: Visit, source: CalculationSource, faults: Faults): VisitEntry | null {
  const field = (name: string): string => `visits.${visit.id}.${name}`;
  const label = `Visit '${visit.name}'`;
  if (!hasCoordinates(visit)) {
    faults.add(field("lat"), `${label} has no coordinates. Set its place on the map.`);
    return null;
  }
  const place = { lat: visit.lat ?? 0, lng: visit.lng ?? 0 };
  if (!isOnGlobe(place)) {
    faults.add(field("lat"), `${label}: latitude ${place.lat}, longitude ${place.lng} is no place on the globe.`);
    return null;
  }
  const fine = [
    faults.range(field("serviceTime"), `${label}: service time (min)`, visit.serviceTime, 0),
    faults.range(field("packageCapacity"), `${label}: capacity (m³)`, visit.packageCapacity, 0, MOST_M3),
    faults.range(field("packageLoad"), `${label}: load (kg)`, visit.packageLoad, 0, MOST_KG),
  ].every(Boolean);
  if (!fine) return null;

  const entry: VisitEntry = {
    type: visit.type === "P" ? "P" : "D",
    name: visit.name,
    ...place,
    duration: secOf(visit.serviceTime),
    capacity: visit.packageCapacity,
    load: visit.packageLoad,
    route_id: visit.routeId,
  };
  for (const [key, name, text] of [
    ["start", "startTime", visit.startTime],
    ["end", "endTime", visit.endTime],
  ] as const) {
    if (text === null || text === "") continue;
    const sec = clockSec(source, text);
    if (sec === null) {
      faults.add(field(name), `${label}: '${text}' is no time (HH:mm).`);
      return null;
    }
    entry[key] = sec;
  }
  if (entry.start !== undefined && entry.end !== undefined) {
    if ((parseHHmm(visit.startTime) ?? 0) > (parseHHmm(visit.endTime) ?? 0)) {
      faults.add(field("startTime"), `${label}: ${START_BEFORE_END} (${hoursText(visit.startTime, visit.endTime)}).`);
      return null;
    }
    entry.end = Math.max(entry.start, entry.end);
  }
  return entry;
}
