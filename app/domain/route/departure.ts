/** When a vehicle leaves: nothing later than necessary, then as late as costs no time. The solver's plan mode does the same. */

/** What is left of a route, in driving order; epoch seconds and seconds. */
export interface StopAhead {
  travelSec: number;
  /** on site, without waiting */
  serviceSec: number;
  opens: number | null;
  closes: number | null;
}

interface Run {
  /** seconds of waiting over all stops */
  waitingSec: number;
  /** by how much a later departure makes nothing later that must not be */
  slackSec: number;
  /** seconds after the windows, over all stops, and after the end of the shift */
  lateSec: number;
}

function run(departure: number, stops: readonly StopAhead[], shiftEnd: number | null): Run {
  const result: Run = { waitingSec: 0, slackSec: Infinity, lateSec: 0 };
  let clock = departure;
  for (const { travelSec, serviceSec, opens, closes } of stops) {
    const arrival = clock + travelSec;
    const begin = Math.max(arrival, opens ?? arrival);
    result.waitingSec += begin - arrival;
    if (closes !== null) {
      // Savelsbergh 1992, forward time slack: waiting on the way swallows a later departure.
      result.slackSec = Math.min(result.slackSec, result.waitingSec + Math.max(0, closes - begin));
      result.lateSec += Math.max(0, begin - closes);
    }
    clock = begin + serviceSec;
  }
  if (shiftEnd !== null) result.lateSec += Math.max(0, clock - shiftEnd);
  return result;
}

/** The departure that ends the route earliest, and of these the latest. @param earliest epoch seconds */
export function bestDeparture(earliest: number, stops: readonly StopAhead[]): number {
  const { waitingSec, slackSec } = run(earliest, stops, null);
  return earliest + Math.min(waitingSec, slackSec);
}

/** The planned departure; where it makes something late that an earlier one would not, the best one. */
export function keptDeparture(planned: number, earliest: number, stops: readonly StopAhead[], shiftEnd: number | null): number {
  const late = run(planned, stops, shiftEnd).lateSec;
  if (late === 0 || earliest >= planned) return planned;
  const best = Math.min(planned, bestDeparture(earliest, stops));
  return run(best, stops, shiftEnd).lateSec < late ? best : planned;
}
