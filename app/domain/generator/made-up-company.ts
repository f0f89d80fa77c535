/** Companies that are made up for tests and trainings: the same options make the same company. */
import { sixDecimals } from "../six-decimals";
import { addDays } from "../time/calendar";

export interface GeneratorOptions {
  title: string;
  companies: number;
  /** of each company, one a day from today on */
  plans: number;
  /** of each company; each has a driver */
  vehicles: number;
  /** of each plan */
  visits: number;
  lat: number;
  lng: number;
  radius_km: number;
}

/** Visits of one run: more are load enough for a day, and fill the database. */
export const MAX_GENERATED_VISITS = 200_000;
export const visitsOf = ({
  companies,
  plans,
  visits,
}: Pick<GeneratorOptions, "companies" | "plans" | "visits">): number => companies * plans * visits;

interface MadeUpPlace {
  lat: number;
  lng: number;
}

export interface MadeUpCompany {
  title: string;
  depot: MadeUpPlace;
  vehicles: { title: string; plate: string; driver: string }[];
  plans: { title: string; serviceDate: string; visits: (MadeUpPlace & { name: string; load: number })[] }[];
}

/** Of one company, which is made in one transaction. */
export const MAX_VISITS_OF_COMPANY = 10_000;
/** of latitude */
const METRES_PER_DEGREE = 111_320;

/** Numbers from 0 to 1 that follow from the seed alone (mulberry32). */
export function seededNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const clamped = (degrees: number, most: number): number => sixDecimals(Math.min(most, Math.max(-most, degrees)));

/** Anywhere within the circle, each part of it as likely as any other of its size. */
function placeNear({ lat, lng, radius_km }: GeneratorOptions, next: () => number): MadeUpPlace {
  const metres = radius_km * 1000 * Math.sqrt(next());
  const angle = 2 * Math.PI * next();
  const narrowing = Math.max(0.01, Math.cos((lat * Math.PI) / 180));
  return {
    lat: clamped(lat + (metres * Math.sin(angle)) / METRES_PER_DEGREE, 90),
    lng: clamped(lng + (metres * Math.cos(angle)) / (METRES_PER_DEGREE * narrowing), 180),
  };
}

/**
 * @param seed of the run
 * @param nth company of the run, from 1
 * @param today 'YYYY-MM-DD' where the company is
 */
export function madeUpCompany(options: GeneratorOptions, seed: number, nth: number, today: string): MadeUpCompany {
  const next = seededNumbers(seed * 10_007 + nth);
  const numbered = <T>(count: number, make: (number: number) => T): T[] =>
    Array.from({ length: count }, (_, index) => make(index + 1));
  return {
    title: `${options.title} ${nth}`,
    depot: placeNear({ ...options, radius_km: options.radius_km / 4 }, next),
    vehicles: numbered(options.vehicles, (number) => ({
      title: `Van ${number}`,
      plate: `G${seed}-${nth}-${number}`,
      driver: `Driver ${number}`,
    })),
    plans: numbered(options.plans, (day) => ({
      title: `Day ${day}`,
      serviceDate: addDays(today, day - 1),
      visits: numbered(options.visits, (number) => ({
        name: `Stop ${number}`,
        load: 1 + Math.floor(next() * 10),
        ...placeNear(options, next),
      })),
    })),
  };
}
