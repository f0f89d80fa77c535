/** A calculation as its dialog shows it. */
import { routeColor } from "~/domain/route/route-palette";
import type { RouteColor } from "~/domain/route/route-palette";
import { parseUtcText } from "~/domain/time/utc-text";
import { planTimeOr } from "~/domain/time/service-clock";
import type { ServiceClock } from "~/domain/time/service-clock";
import { localTimeOr } from "~/domain/time/time-zone";
import type { CalculationOutput, OutputRoute } from "~/domain/calculation/output";
import type { CalculationInput } from "~/domain/calculation/calculation-input";
import type { MapPlace, MapRoute, MapStop } from "~/ui/map/map-types";
import { amountWords } from "./calculation-words";
import { METRIC } from "~/domain/units";
import type { Units } from "~/domain/units";

export interface RouteLine {
  /** route id */
  id: number;
  vehicle: string;
  colour: string;
  square?: true | undefined;
  amount: string;
  /** 'HH:mm' at the warehouse, with the days after the service date */
  start: string;
  finish: string;
}

interface CalculationMap {
  routes: MapRoute[];
  stops: MapStop[];
  warehouses: MapPlace[];
}

/** Colours as on the plan's own map: by the route's place in the plan; removed routes come last. */
function colours(
  output: CalculationOutput | null,
  planRouteIds: readonly number[],
): (route: OutputRoute) => RouteColor {
  const gone = (output?.routes ?? []).map((route) => route.vehicle).filter((id) => !planRouteIds.includes(id));
  return (route) => {
    const index = planRouteIds.indexOf(route.vehicle);
    return routeColor(index >= 0 ? index : planRouteIds.length + gone.indexOf(route.vehicle), false);
  };
}

const timeText = (utc: string, clock: ServiceClock | null): string =>
  clock === null ? localTimeOr(parseUtcText(utc), "UTC", "–") : planTimeOr(parseUtcText(utc), clock, "–");

/**
 * The summary table: vehicle name, amount, start, finish.
 * @param clock null: without its input, neither the zone nor the service date is known
 */
export function routeLines(
  output: CalculationOutput | null,
  clock: ServiceClock | null,
  planRouteIds: readonly number[],
  units: Units = METRIC,
): RouteLine[] {
  const colourOf = colours(output, planRouteIds);
  return (output?.routes ?? []).map((route) => ({
    id: route.vehicle,
    vehicle: route.vehicle_name,
    colour: colourOf(route).fill,
    square: colourOf(route).square,
    amount: amountWords(route.amount, units),
    start: timeText(route.start, clock),
    finish: timeText(route.finish, clock),
  }));
}

/** The result on the map; before there is one, the input: all visits unscheduled. */
export function calculationMap(
  input: CalculationInput | null,
  output: CalculationOutput | null,
  planRouteIds: readonly number[],
): CalculationMap {
  const colourOf = colours(output, planRouteIds);
  const routes: MapRoute[] = [];
  const stops: MapStop[] = [];
  for (const route of output?.routes ?? []) {
    const colour = colourOf(route);
    const places = route.steps.filter((step) => step.lat !== undefined && step.lng !== undefined);
    routes.push({
      id: route.vehicle,
      name: route.vehicle_name,
      colour: colour.fill,
      square: colour.square,
      path: places.map((step) => [step.lng!, step.lat!] as const),
    });
    let number = 0;
    for (const step of places) {
      if (step.type !== "job" || step.id === undefined) continue;
      number += 1;
      stops.push({
        id: step.id,
        lat: step.lat!,
        lng: step.lng!,
        label: String(number),
        name: step.description ?? "",
        routeId: route.vehicle,
        colour: colour.fill,
        textColour: colour.text,
        square: colour.square,
        status: "scheduled",
        warning: step.violations.length > 0,
      });
    }
  }
  const unserved =
    output === null
      ? Object.entries(input?.visits ?? {}).map(([id, visit]) => ({ id: Number(id), ...visit }))
      : output.unassigned;
  for (const { id, lat, lng, name } of unserved)
    stops.push({ id, lat, lng, label: "", name, routeId: null, colour: "", status: "unscheduled" });
  return { routes, stops, warehouses: startPlaces(input) };
}

function startPlaces(input: CalculationInput | null): MapPlace[] {
  const places = new Map<string, MapPlace>();
  for (const { start_location: at } of Object.values(input?.fleet ?? {})) {
    const key = `${at.lat}:${at.lng}`;
    if (!places.has(key)) places.set(key, { id: places.size + 1, lat: at.lat, lng: at.lng, name: "Start" });
  }
  return [...places.values()];
}
