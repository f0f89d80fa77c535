import { retimeRoute } from "~/domain/route/retime";
import type { RouteRules } from "~/domain/route/route-rules";
import type { RetimeInput } from "~/domain/route/stops-ahead";
import { epochSec } from "~/domain/time/utc-text";
import type { Visit } from "~/domain/visit/visit";
import { makeRoute, makeVisit } from "../domain/make";

export const DAY = "2026-06-01";
export const at = (time: string) => `${DAY} ${time}:00`;

/** Start done at 08:00 UTC (10:00 in Vaduz), then three stops ten minutes apart, five minutes each, and an end. */
export const road = (): Visit[] => [
  makeVisit({
    id: 10,
    type: "S",
    status: 4,
    position: 0,
    completedAt: at("08:00"),
    lat: 47.1,
    lng: 9.5,
    labelPosition: 0,
  }),
  makeVisit({
    id: 11,
    status: 3,
    position: 1,
    lat: 47.11,
    lng: 9.51,
    travelDuration: 600,
    distance: 5000,
    serviceDuration: 300,
    labelPosition: 1,
  }),
  makeVisit({
    id: 12,
    status: 3,
    position: 2,
    lat: 47.12,
    lng: 9.52,
    travelDuration: 600,
    distance: 5000,
    serviceDuration: 300,
    labelPosition: 2,
  }),
  makeVisit({
    id: 13,
    status: 3,
    position: 3,
    lat: 47.13,
    lng: 9.53,
    travelDuration: 600,
    distance: 5000,
    serviceDuration: 300,
    labelPosition: 3,
  }),
  makeVisit({
    id: 14,
    type: "E",
    status: 3,
    position: 10_000,
    lat: 47.1,
    lng: 9.5,
    travelDuration: 900,
    distance: 9000,
    serviceTime: 0,
    labelPosition: 0,
  }),
];

export const input = (part: Partial<RetimeInput> = {}): RetimeInput => ({
  route: makeRoute({ status: 4, startTime: at("08:00") }),
  visits: road(),
  legs: [],
  serviceDate: DAY,
  timeZone: "Europe/Vaduz",
  now: at("08:00"),
  squashDuration: 1,
  prices: null,
  ...part,
});

export const change = (visits: Visit[], id: number, set: Partial<Visit>) =>
  visits.map((visit) => (visit.id === id ? { ...visit, ...set } : visit));
export const applied = (part: Partial<RetimeInput> = {}) => {
  const whole = input(part);
  const changes = retimeRoute(whole);
  const visits = whole.visits.map((visit) => ({
    ...visit,
    ...changes.visits.find((patch) => patch.id === visit.id)?.set,
  }));
  return { changes, route: changes.routes[0]!.set, of: (id: number) => visits.find((visit) => visit.id === id)! };
};

/** No limits but a break: when it may begin, on the clock of Vaduz, and its minutes. */
export function rulesWith(
  pause: [opens: string, closes: string, minutes: number] | null,
  afterSec: number | null = null,
): RouteRules {
  const none = { capacity: [null, null] as const, visitsMax: null, maxDistance: null, shiftEnd: null };
  if (pause === null) return { ...none, pause: null, dueBreak: null };
  const [startTime, endTime, serviceTime] = pause;
  const [opens, closes] = [startTime, endTime].map((time) => epochSec(at(time)) - 7200) as [number, number];
  return {
    ...none,
    pause: { startTime, endTime, serviceTime },
    dueBreak: { opens, closes, serviceSec: serviceTime * 60, afterSec },
  };
}
