/** What will go wrong on a route if nothing is done, told before it happens. */
import { formatMinutesUp, minutesUp } from "../time/format";
import type { LiveStop, LiveTimes } from "./live-times";
import { nextToServe, servedStops } from "./live-times";

/** Less than a minute is not told. */
const NOTICED_SEC = 60;

/** A phone that shares its place is silent for so long: something is wrong. */
export const SILENT_SEC = 15 * 60;

/** A stop that should have been over for so long, without a report. */
const UNREPORTED_SEC = 15 * 60;

/** What is over for so long is no news: a route of yesterday that nobody has finished. */
const OLD_SEC = 12 * 3600;

export const AttentionKind = {
  /** visits will miss their window */
  Late: "late",
  /** visits will be served after the time that their recipients were told */
  Promise: "promise",
  /** the driver shares their place, and it has not come for a while */
  NoPosition: "no-position",
  /** the next stop should be over, and nobody reported it */
  NoReport: "no-report",
} as const;
export type AttentionKind = (typeof AttentionKind)[keyof typeof AttentionKind];

/** A stop whose service will begin too late. */
interface MissedStop {
  visitId: number;
  /** epoch seconds: the last moment that would be in time */
  closesSec: number;
  beginSec: number;
  /** how much after it */
  lateSec: number;
}

export interface ForecastInput {
  times: LiveTimes;
  /** when a visit's window closes, epoch seconds; null for an open end */
  closesOf(stop: LiveStop): number | null;
  /** until when recipients were told to expect the vehicle, epoch seconds by visit */
  promises: ReadonlyMap<number, number>;
  /** epoch seconds of the newest position; null where the driver has shared none */
  positionSec: number | null;
}

/** What is known about the rest of a route. */
export interface Forecast {
  /** the one that closes first, first */
  late: MissedStop[];
  /** of those that are in time for their window */
  promises: MissedStop[];
  /** seconds without a position; null: there is one, or none was ever shared */
  silentSec: number | null;
  /** seconds since the next stop should have been over; null: it may still be in time, or a position tells */
  unreportedSec: number | null;
  next: LiveStop | null;
  /** epoch seconds; null for a route with no stop left */
  finishSec: number | null;
}

export function forecastOf({ times, closesOf, promises, positionSec }: ForecastInput, nowSec: number): Forecast {
  const stops = servedStops(times);
  const late = missed(stops, closesOf, nowSec);
  const lateIds = new Set(late.map(({ visitId }) => visitId));
  const broken = missed(stops, ({ visit }) => promises.get(visit.id) ?? null, nowSec);
  const nextId = nextToServe(stops.map(({ visit }) => visit))?.id;
  const next = stops.find(({ visit }) => visit.id === nextId) ?? null;
  const silent = positionSec === null ? 0 : nowSec - positionSec;
  const isSilent = silent >= SILENT_SEC && silent < OLD_SEC && next !== null;
  return {
    late,
    promises: broken.filter(({ visitId }) => !lateIds.has(visitId)),
    silentSec: isSilent ? silent : null,
    unreportedSec: unreported(times, next, positionSec !== null && silent < SILENT_SEC, nowSec),
    next,
    finishSec: times.stops.at(-1)?.end ?? null,
  };
}

function missed(stops: readonly LiveStop[], closesOf: (stop: LiveStop) => number | null, nowSec: number): MissedStop[] {
  return stops
    .flatMap((stop): MissedStop[] => {
      const closesSec = closesOf(stop);
      if (closesSec === null || stop.begin - closesSec < NOTICED_SEC || nowSec - closesSec > OLD_SEC) return [];
      return [{ visitId: stop.visit.id, closesSec, beginSec: stop.begin, lateSec: stop.begin - closesSec }];
    })
    .sort((a, b) => a.closesSec - b.closesSec || a.visitId - b.visitId);
}

function unreported(times: LiveTimes, next: LiveStop | null, isSeen: boolean, nowSec: number): number | null {
  if (next === null || isSeen) return null;
  const sec = nowSec - next.plannedEnd;
  return times.basis !== "position" && sec >= UNREPORTED_SEC ? sec : null;
}

/** Seconds after their windows, over all stops: what puts late routes first. */
export const totalLateSec = ({ late }: Pick<Forecast, "late">): number =>
  late.reduce((sum, { lateSec }) => sum + lateSec, 0);

/** The latest route first, then the one whose promises break most, then the silent ones; else as they were. */
export const compareForecasts = (a: Forecast, b: Forecast): number =>
  totalLateSec(b) - totalLateSec(a) ||
  b.promises.length - a.promises.length ||
  (b.unreportedSec ?? 0) - (a.unreportedSec ?? 0) ||
  (b.silentSec ?? 0) - (a.silentSec ?? 0);

/** Something for a dispatcher to answer now. */
export interface AttentionItem {
  kind: AttentionKind;
  routeId: number;
  /** the first visit that it is about */
  visitId: number | null;
  /** all of them, the first included */
  visitIds: number[];
  /** whole minutes until it happens; 0 and less: it has happened, so many minutes ago */
  minutes: number;
  /** for people, with a full stop */
  sentence: string;
}

/** What sentences name. */
interface Names {
  visit(visitId: number): string;
  /** 'HH:mm' on the clock of the route's warehouse */
  time(sec: number): string;
}

/** What a route needs from a dispatcher, the most urgent first. */
export function attentionOfRoute(routeId: number, forecast: Forecast, names: Names, nowSec: number): AttentionItem[] {
  const { late, promises, silentSec, unreportedSec, next } = forecast;
  const items: AttentionItem[] = [];
  if (late.length > 0)
    items.push(missedItem(AttentionKind.Late, routeId, late, nowSec, { names, words: windowSentence }));
  if (promises.length > 0)
    items.push(missedItem(AttentionKind.Promise, routeId, promises, nowSec, { names, words: promiseSentence }));
  if (unreportedSec !== null && next !== null)
    items.push({
      kind: AttentionKind.NoReport,
      routeId,
      visitId: next.visit.id,
      visitIds: [next.visit.id],
      minutes: -minutesUp(unreportedSec),
      sentence:
        `${names.visit(next.visit.id)} should have ended ${formatMinutesUp(unreportedSec)} ago, and is not ` +
        "reported.",
    });
  if (silentSec !== null)
    items.push({
      kind: AttentionKind.NoPosition,
      routeId,
      visitId: next?.visit.id ?? null,
      visitIds: next === null ? [] : [next.visit.id],
      minutes: -minutesUp(silentSec),
      sentence: `No position for ${formatMinutesUp(silentSec)}.`,
    });
  return items;
}

type Words = (who: string, stop: MissedStop, nowSec: number, time: Names["time"]) => string;

function missedItem(
  kind: AttentionKind,
  routeId: number,
  stops: readonly MissedStop[],
  nowSec: number,
  { names, words }: { names: Names; words: Words },
): AttentionItem {
  const [first] = stops as [MissedStop];
  const others = stops.length - 1;
  const sentence = words(names.visit(first.visitId), first, nowSec, (sec) => names.time(sec));
  return {
    kind,
    routeId,
    visitId: first.visitId,
    visitIds: stops.map(({ visitId }) => visitId),
    minutes: Math.floor((first.closesSec - nowSec) / 60),
    sentence: others === 0 ? sentence : `${sentence} ${others} more ${others === 1 ? "stop" : "stops"} after it.`,
  };
}

const windowSentence: Words = (who, { closesSec, beginSec }, nowSec, time) =>
  closesSec > nowSec
    ? `${who} will miss its window in ${formatMinutesUp(closesSec - nowSec)}: ` +
      `expected ${time(beginSec)}, window until ${time(closesSec)}.`
    : `${who} has missed its window: expected ${time(beginSec)}, window until ${time(closesSec)}.`;

const promiseSentence: Words = (who, { closesSec, beginSec }, _nowSec, time) =>
  `${who} was told until ${time(closesSec)}, and is expected ${time(beginSec)}.`;

/** What happens next, first; of what has happened, the latest last. */
export const compareAttention = (a: AttentionItem, b: AttentionItem): number =>
  KIND_RANK[a.kind] - KIND_RANK[b.kind] || a.minutes - b.minutes || a.routeId - b.routeId;

const KIND_RANK: Readonly<Record<AttentionKind, number>> = { late: 0, "no-report": 1, promise: 2, "no-position": 3 };
