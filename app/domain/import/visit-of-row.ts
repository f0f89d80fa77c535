import { DEFAULT_VISIT_END_TIME, DEFAULT_VISIT_START_TIME } from "../constants";
import { hasCoordinates, normalizeLat, normalizeLng } from "../validation/coordinates";
import { amount, cutText, text, textOrNull } from "./row-reader";
import type { RowReader, Values } from "./row-reader";
import { timeRange } from "./time-range";
import type { ImportDefaults, ImportedVisit } from "./imported";

export function visitOfRow(values: Values, row: RowReader, defaults: ImportDefaults): ImportedVisit {
  const [startTime, endTime] = timeRange(values, row, "startTime", "endTime", [
    DEFAULT_VISIT_START_TIME,
    DEFAULT_VISIT_END_TIME,
  ]);
  return {
    name: text(values.name),
    address: addressOf(values),
    postcode: text(values.postcode),
    type: values.type === "P" ? "P" : "D",
    startTime,
    endTime,
    serviceTime: amount(values.serviceTime, defaults.defaultVisitDuration),
    packageCapacity: amount(values.packageCapacity),
    packageLoad: amount(values.packageLoad),
    ...placeOf(values, row),
    recipientName: text(values.recipientName),
    recipientPhone: text(values.recipientPhone),
    recipientEmail: text(values.recipientEmail),
    recipientNote: textOrNull(values.recipientNote),
    deliveryNote: textOrNull(values.deliveryNote),
    externalId: textOrNull(values.externalId),
    externalWarehouseId: textOrNull(values.externalWarehouseId),
  };
}

/** 'Street 5, Town, Country' from columns of their own; what the address says already is not said twice. */
function addressOf(values: Values): string {
  let address = text(values.address) || [values.street, values.houseNumber].map(text).filter(Boolean).join(" ");
  for (const part of [text(values.city), text(values.country)])
    if (part !== "" && !address.toLowerCase().includes(part.toLowerCase()))
      address = address === "" ? part : `${address}, ${part}`;
  return cutText(address);
}

type Place = Pick<ImportedVisit, "lat" | "lng">;
const NO_PLACE: Place = { lat: null, lng: null };

function placeOf(values: Values, row: RowReader): Place {
  const given = { lat: values.lat ?? null, lng: values.lng ?? null };
  if (
    typeof given.lat === "number" &&
    typeof given.lng === "number" &&
    hasCoordinates({ lat: given.lat, lng: given.lng })
  )
    return { lat: normalizeLat(given.lat), lng: normalizeLng(given.lng) };
  const noted = row.hasNote("lat") || row.hasNote("lng") || row.hasNote("coordinates");
  if (!noted && (given.lat !== null || given.lng !== null))
    // 0/0 is what an empty place looks like in many systems; a single coordinate is none.
    row.add(
      "lat",
      "no_place",
      `Latitude '${row.shown("lat")}', Longitude '${row.shown("lng")}' is no valid place. ` +
        "Fix it in the file or set the place on the map.",
      "defaulted",
    );
  return NO_PLACE;
}
