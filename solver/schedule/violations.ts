import type { StepRef, Vehicle, Violation, ViolationCode } from "../contract";
import { HUNDREDTHS } from "./timeline";
import type { Element, Times } from "./timeline";

const seconds = (hundredths: number): number => Math.ceil(hundredths / HUNDREDTHS);

/** What one step breaks: windows, load, skills, order of pickup and delivery, working hours. */
export function stepViolations(vehicle: Vehicle, elements: readonly Element[], k: number, times: Times, loads: readonly (readonly number[])[], endLimit: number): Violation[] {
  const element = elements[k];
  const found: Violation[] = [];
  const add = (code: ViolationCode, amount: number | null, message: string): void => {
    found.push({ code, amount, message, vehicleId: vehicle.id, ...(element.step === undefined ? {} : { step: plain(element.step) }) });
  };
  const load = loads[k];
  const excess = Math.max(0, ...load.map((value, d) => value - (vehicle.capacity?.[d] ?? 0)));
  if (excess > 0) add("load", excess, `The load is ${excess} above the capacity of vehicle ${vehicle.id}.`);
  if (element.kind === "end") {
    const over = times.arrival[k] - endLimit;
    if (over > 0) add("overtime", seconds(over), `Vehicle ${vehicle.id} ends ${seconds(over)} s after its working hours.`);
    return found;
  }
  const windows = element.task?.timeWindows ?? element.rest?.timeWindows;
  if (windows !== undefined) {
    const begin = times.begin[k];
    const name = `${element.kind} ${element.step?.id}`;
    if (!windows.some(([from, to]) => begin >= from * HUNDREDTHS && begin <= to * HUNDREDTHS)) {
      const next = windows.find(([from]) => from * HUNDREDTHS > begin);
      const last = windows.findLast(([, to]) => to * HUNDREDTHS < begin);
      const late = last === undefined ? Infinity : begin - last[1] * HUNDREDTHS;
      const early = next === undefined ? Infinity : next[0] * HUNDREDTHS - begin;
      if (late <= early) add("delay", seconds(late), `The ${name} begins ${seconds(late)} s after its time window.`);
      else add("lead_time", seconds(early), `The ${name} begins ${seconds(early)} s before its time window.`);
    }
  }
  if (element.rest?.maxLoad?.some((most, d) => (load[d] ?? 0) > most)) add("max_load", null, `The load is too high for break ${element.rest.id}.`);
  const skills = element.job?.skills ?? element.shipment?.skills ?? [];
  const lacking = skills.filter((skill) => !(vehicle.skills ?? []).includes(skill));
  if (lacking.length > 0) add("skills", lacking.length, `Vehicle ${vehicle.id} lacks skill ${lacking.join(", ")}.`);
  if (element.shipment !== undefined) {
    const partner = elements.findIndex((other) => other !== element && other.shipment === element.shipment);
    if (partner < 0) add("precedence", null, `The other half of the shipment is not on this route.`);
    else if (element.kind === "delivery" && partner > k) add("precedence", null, `Delivery ${element.step?.id} comes before its pickup.`);
  }
  return found;
}

/** What a route as a whole breaks: number of stops, travel time, distance. */
export function routeViolations(vehicle: Vehicle, elements: readonly Element[], travel: number, metres: number): Violation[] {
  const found: Violation[] = [];
  const stops = elements.filter((element) => element.task !== undefined).length;
  const tooMany = stops - (vehicle.maxTasks ?? Infinity);
  if (tooMany > 0) found.push({ code: "max_tasks", amount: tooMany, message: `Vehicle ${vehicle.id} has ${tooMany} stops too many.`, vehicleId: vehicle.id });
  const time = travel - (vehicle.maxTravelTimeSec ?? Infinity) * HUNDREDTHS;
  if (time > 0) found.push({ code: "max_travel_time", amount: seconds(time), message: `Vehicle ${vehicle.id} travels ${seconds(time)} s too long.`, vehicleId: vehicle.id });
  const distance = metres - (vehicle.maxDistanceM ?? Infinity);
  if (distance > 0) found.push({ code: "max_distance", amount: distance, message: `Vehicle ${vehicle.id} travels ${distance} m too far.`, vehicleId: vehicle.id });
  return found;
}

const plain = (step: StepRef): StepRef => ({ type: step.type, id: step.id });
