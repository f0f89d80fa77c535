/** Where the phone is, as far as its browser says. Nothing waits for it longer than it says. */
import type { OwnPlace } from "~/domain/light-map";

export interface KnownPlace extends OwnPlace {
  /** when it was found, milliseconds of this phone's clock */
  at: number;
  /** degrees from north; null while it stands, or where the phone doesn't know */
  headingDeg: number | null;
  speedKmh: number | null;
}

/** A place that takes longer to find is not waited for by anybody. */
const LONGEST_MS = 20_000;
const KMH_PER_MPS = 3.6;
const GRANTED_KEY = "driver.place";

let last: KnownPlace | null = null;
let refused = false;

/** The driver, or the phone's settings, said no. */
export const isRefused = (): boolean => refused;

/**
 * When a place was found that has just come. Satellites name the time by a clock of their own, which says nothing where
 * the phone's is wrong: no place is from later than now, or older than was asked for.
 */
function foundAt(timestamp: number, maxAgeMs: number): number {
  const now = Date.now();
  return timestamp <= now && timestamp >= now - maxAgeMs ? timestamp : now;
}

function knownFrom({ coords, timestamp }: GeolocationPosition, maxAgeMs: number): KnownPlace {
  const { latitude, longitude, accuracy, heading, speed } = coords;
  const isFinite = (value: number | null): value is number => value !== null && Number.isFinite(value);
  return {
    lat: latitude,
    lng: longitude,
    accuracyM: accuracy,
    at: foundAt(timestamp, maxAgeMs),
    headingDeg: isFinite(heading) ? heading : null,
    speedKmh: isFinite(speed) ? speed * KMH_PER_MPS : null,
  };
}

function remember(granted: boolean): void {
  refused = !granted;
  try {
    localStorage.setItem(GRANTED_KEY, granted ? "1" : "");
  } catch {
    // The browser is asked each time then.
  }
}

/** Whether asking brings up no question of the browser. */
export async function isGranted(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: "geolocation" })).state === "granted";
  } catch {
    // Browsers that don't tell: as it was the last time.
    return localStorage.getItem(GRANTED_KEY) === "1";
  }
}

/** A fix of before says where the driver is now. */
const RECENT_MS = 20_000;
/** What was pressed shows at once: nobody waits for satellites. */
const WAIT_MS = 80;

const recent = (): KnownPlace | null => (last !== null && Date.now() - last.at < RECENT_MS ? last : null);

/** Where the phone is, within a blink: as found a moment ago, else what it finds at once; null where it doesn't. */
export function placeAtOnce(): Promise<KnownPlace | null> {
  const known = recent();
  if (known !== null || refused) return Promise.resolve(known);
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), WAIT_MS));
  return Promise.race([findPlace({ maxAgeMs: RECENT_MS }), late]);
}

let finding = false;

/** Finds it for what may be pressed next, where the browser doesn't have to ask its user. */
export async function prepare(): Promise<void> {
  if (finding || document.hidden || recent() !== null) return;
  finding = true;
  try {
    if (await isGranted()) await findPlace({ maxAgeMs: RECENT_MS });
  } finally {
    finding = false;
  }
}

/**
 * Asks the phone, which asks its user the first time.
 * @param maxAgeMs a place that was found before is good enough
 * @returns null where it is refused, or can't be found
 */
export function findPlace({
  maxAgeMs,
  exact = true,
}: {
  maxAgeMs: number;
  exact?: boolean;
}): Promise<KnownPlace | null> {
  return new Promise((resolve) => {
    if (!("geolocation" in navigator)) return resolve(null);
    navigator.geolocation.getCurrentPosition(
      (position) => {
        remember(true);
        resolve((last = knownFrom(position, maxAgeMs)));
      },
      (error) => {
        if (error.code === error.PERMISSION_DENIED) remember(false);
        resolve(null);
      },
      { enableHighAccuracy: exact, maximumAge: maxAgeMs, timeout: LONGEST_MS },
    );
  });
}
