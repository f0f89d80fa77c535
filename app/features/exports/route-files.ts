/** A route to take along: on a navigation device, and on paper. */
import { decodePolyline } from "~/lib/polyline";
import { formatDuration } from "~/domain/time/format";
import { parseUtcText, utcText } from "~/domain/time/utc-text";
import { hasCoordinates } from "~/domain/validation/coordinates";
import { isLocationVisit, isUnscheduled } from "~/domain/visit/visit-order";
import { VisitStatus } from "~/domain/visit/visit-status";
import { serviceSecOf, visitTimes } from "~/domain/visit/visit-times";
import { VisitType } from "~/domain/visit/visit-type";
import type { Route } from "~/domain/route/route";
import type { Visit } from "~/domain/visit/visit";
import type { GpxRoute } from "~/services/export/gpx";
import type { Manifest, ManifestStop } from "~/services/export/manifest";
import { clockText, planTime, planTimeOr } from "~/domain/time/service-clock";
import { windowInWords } from "~/domain/time/time-window";
import { clockOf, driverOf, hoursOf, loadOf, vehicleInFile, vehicleOf, visitsOf } from "./exported-plan";
import type { ExportedPlan } from "./exported-plan";
import type { ServiceClock } from "~/domain/time/service-clock";
import { formatDistance, formatLoad } from "~/domain/format-units";
import type { Units } from "~/domain/units";

const iso = (utc: string | null): string | undefined =>
  parseUtcText(utc) === null ? undefined : `${utc!.slice(0, 19).replace(" ", "T")}Z`;

const isoOf = (epoch: number | null): string | undefined => (epoch === null ? undefined : iso(utcText(epoch)));

/** Waypoints in driving order. The track follows the roads where they are known and is straight elsewhere. */
export function routeGpx(plan: ExportedPlan, route: Route, now: string): GpxRoute {
  const stops = visitsOf(plan, route).filter(
    (visit) => !isUnscheduled(visit) && visit.type !== VisitType.Break && hasCoordinates(visit),
  );
  const clock = clockOf(plan);
  return {
    name: `${plan.plan.title} · ${vehicleInFile(vehicleOf(plan, route))}`,
    createdAt: iso(now) ?? now,
    waypoints: stops.map((visit) => ({
      lat: visit.lat!,
      lng: visit.lng!,
      name: isLocationVisit(visit) && visit.labelPosition > 0 ? `${visit.labelPosition}. ${visit.name}` : visit.name,
      description: [
        visit.address,
        windowInWords(visit.startTime, visit.endTime, ""),
        namedTimes(visit, (epoch) => clockText(epoch, clock)).join(", "),
        visit.recipientPhone,
      ]
        .filter((part) => part !== "")
        .join(" · "),
      // The instant that the description names.
      time: isoOf(visitTimes(visit)?.shown ?? null),
    })),
    track: stops.flatMap((visit) => [
      ...(visit.polyline === null ? [] : decodePolyline(visit.polyline)),
      [visit.lng!, visit.lat!] as const,
    ]),
  };
}

/** 'ETA 08:49', 'begin 09:30': each time with its name; the begin only where the vehicle waits for it. */
function namedTimes(visit: Visit, written: (epoch: number) => string): string[] {
  const times = visitTimes(visit);
  if (times === null) return [];
  return [`${times.label} ${written(times.shown)}`, ...(times.waits ? [`begin ${written(times.begin)}`] : [])];
}

const TYPE_NAMES: Readonly<Partial<Record<VisitType, string>>> = {
  [VisitType.Start]: "Start",
  [VisitType.Break]: "Break",
  [VisitType.End]: "End",
};
const PAST: Readonly<Partial<Record<VisitStatus, string>>> = {
  [VisitStatus.Delivered]: "done",
  [VisitStatus.Failed]: "failed",
};

function loadText(visit: Visit, units: Units): string {
  const parts = formatLoad(visit.packageLoad, visit.packageCapacity, units);
  if (parts.length > 0 && visit.type === VisitType.Pickup) parts.push("pickup");
  return parts.length === 0 && visit.type === VisitType.Pickup ? "pickup" : parts.join("\n");
}

function manifestStop(visit: Visit, clock: ServiceClock, units: Units): ManifestStop {
  const typeName = TYPE_NAMES[visit.type];
  const past = PAST[visit.status];
  return {
    number: typeName === undefined && visit.labelPosition > 0 ? String(visit.labelPosition) : "",
    time: [...namedTimes(visit, (epoch) => planTime(epoch, clock)), typeName === undefined ? past : undefined]
      .filter(Boolean)
      .join("\n"),
    // As the driver's phone has it.
    name: typeName ?? [visit.name, visit.externalId && `Order ${visit.externalId}`].filter(Boolean).join("\n"),
    address: [visit.address, visit.postcode].filter((part) => part !== "" && part !== null).join(", "),
    window: typeName === undefined ? windowInWords(visit.startTime, visit.endTime, "") : "",
    load: typeName === undefined ? loadText(visit, units) : "",
    note:
      typeName === undefined
        ? [visit.recipientNote, visit.deliveryNote].filter(Boolean).join("\n")
        : visit.type === VisitType.Break
          ? formatDuration(serviceSecOf(visit))
          : "",
    phone:
      typeName === undefined
        ? [visit.recipientName === visit.name ? "" : visit.recipientName, visit.recipientPhone]
            .filter(Boolean)
            .join("\n")
        : "",
  };
}

export function routeManifest(
  plan: ExportedPlan,
  route: Route,
  words: { date: string; printed: string },
  units: Units,
): Manifest {
  const visits = visitsOf(plan, route).filter((visit) => !isUnscheduled(visit));
  const stops = visits.filter(isLocationVisit);
  const clock = clockOf(plan);
  const hours = hoursOf(plan, route);
  const { kg, m3 } = loadOf(plan, route);
  const time = (utc: string | null): string => planTimeOr(parseUtcText(utc), clock, "–");
  return {
    title: `${plan.plan.title} · ${vehicleInFile(vehicleOf(plan, route))}`,
    vehicle: vehicleInFile(vehicleOf(plan, route)),
    facts: [
      ["Driver", driverOf(plan, route)],
      ["Date", words.date],
      ["Start", time(hours.start)],
      ["Finish", time(hours.finish)],
      ["Plan", plan.plan.title],
      ["Stops", String(stops.length)],
      ["Distance", formatDistance(route.distance, units)],
      ["Load", formatLoad(kg, m3, units).join(", ") || "–"],
    ],
    stops: visits.map((visit) => manifestStop(visit, clock, units)),
    printed: words.printed,
  };
}
