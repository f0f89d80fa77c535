/**
 * When a vehicle is where, for a departure: travel, waiting, service, and breaks between stops. The solver's plan mode
 * counts the same way.
 */

/** What is left of a route, in driving order; epoch seconds and seconds. */
export interface StopAhead {
  /** from the place before; a break has no place and no leg of its own */
  travelSec: number;
  /** on site, without waiting */
  serviceSec: number;
  opens: number | null;
  closes: number | null;
  /** taken wherever the vehicle is when it may begin; until then the vehicle drives on to the next stop */
  isBreak?: boolean;
}

export interface StopTimes {
  /** of a break: where the driving before it ends */
  arrival: number;
  begin: number;
  end: number;
  /** of the leg to the next stop, before a break */
  drivenSec: number;
}

export function driveTimes(departure: number, stops: readonly StopAhead[]): StopTimes[] {
  let clock = departure;
  let driven = 0;
  return stops.map((stop, index) => {
    if (stop.isBreak === true) {
      const begin = Math.max(clock, stop.opens ?? clock);
      const legSec = stops.slice(index).find((later) => later.isBreak !== true)?.travelSec ?? 0;
      const drivenSec = Math.min(legSec - driven, begin - clock);
      const arrival = clock + drivenSec;
      driven += drivenSec;
      clock = begin + stop.serviceSec;
      return { arrival, begin, end: clock, drivenSec };
    }
    const arrival = clock + stop.travelSec - driven;
    const begin = Math.max(arrival, stop.opens ?? arrival);
    driven = 0;
    clock = begin + stop.serviceSec;
    return { arrival, begin, end: clock, drivenSec: 0 };
  });
}
