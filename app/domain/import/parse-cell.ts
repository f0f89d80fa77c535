/** One cell as a field's value. A value that can't be read gives the fault instead. */
import {
  MAX_DURATION_MIN,
  MAX_TEXT_LENGTH,
  SPEED_PERCENT_MAX,
  SPEED_PERCENT_MIN,
  SPEED_PERCENT_STEP,
} from "../constants";
import { formatHHmm, parseHHmm } from "../time/hhmm";
import { isPhone, NOT_CORRECT } from "../validation/contact";
import { steppedSpeed } from "../vehicle/vehicle";
import { cleanText } from "../validation/text";
import { isEmptyCell } from "./sheet-mapping";
import type { FieldKind } from "./import-fields";
import type { Cell } from "./sheet-mapping";

/** `value: null` for an empty cell. A fault with a value is listed, and the value is used. */
export type ParsedCell =
  { ok: true; value: string | number | null } | { ok: false; fault: string; value?: string | number; remedy?: string };

const good = (value: string | number | null): ParsedCell => ({ ok: true, value });
const bad = (fault: string): ParsedCell => ({ ok: false, fault });

/** 1.5 times the usual speed is the most; a larger number is no ratio. */
const MAX_SPEED_RATIO = 10;

const UNIT = /\s*(kg|m3|m³|km|min|mins|minutes|m|%)\.?$/i;

/**
 * A decimal number from text: comma or point before the decimals, spaces and apostrophes between thousands, a usual
 * unit after it. Null when it is no number, like '47,12x' and 'about 5 kg'.
 */
export function parseDecimal(cell: Cell): number | null {
  if (typeof cell === "number") return Number.isFinite(cell) ? cell : null;
  if (typeof cell !== "string") return null;
  let text = cell
    .trim()
    .replace(UNIT, "")
    .replace(/[\s'’]/g, "");
  const comma = text.lastIndexOf(",");
  const point = text.lastIndexOf(".");
  if (comma !== -1 && point !== -1) {
    // The last one stands before the decimals, the others between thousands.
    text = comma > point ? text.replaceAll(".", "").replace(",", ".") : text.replaceAll(",", "");
  } else text = text.replace(",", ".");
  return /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : null;
}

/** 'HH:mm' from '8:00', '8.30', '8', '8:00 PM', 'YYYY-MM-DD 08:00', 8, or Excel's fraction of a day. */
export function parseTime(cell: Cell): string | null {
  if (typeof cell === "number") {
    if (cell >= 0 && cell < 1) return formatHHmm(cell * 24 * 60);
    return Number.isInteger(cell) && cell <= 24 && cell >= 1 ? formatHHmm(cell * 60) : null;
  }
  if (typeof cell !== "string") return null;
  const match = /^(?:\d{4}-\d{2}-\d{2}[ T])?(\d{1,2})(?:[:.h](\d{1,2}))?(?::\d{2})?\s*(am|pm)?$/i.exec(cell.trim());
  if (match === null) return null;
  let hour = Number(match[1]);
  const half = match[3]?.toLowerCase();
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return null;
    hour = (hour % 12) + (half === "pm" ? 12 : 0);
  }
  const text = `${hour}:${(match[2] ?? "0").padStart(2, "0")}`;
  const minutes = parseHHmm(text);
  return minutes === null ? null : formatHHmm(minutes);
}

const words = (groups: Readonly<Record<string, readonly string[]>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(groups).flatMap(([value, names]) => names.map((name) => [name, value] as const)));

const VISIT_TYPE_WORDS = words({
  D: ["d", "delivery", "deliver", "drop", "dropoff"],
  P: ["p", "pickup", "pick", "collection", "collect"],
});
const VEHICLE_TYPE_WORDS = words({ auto: ["auto", "car", "van"], truck: ["truck", "lorry"] });

const word = (cell: Cell): string =>
  String(cell)
    .toLowerCase()
    .replace(/[^a-z]/g, "");

function number(cell: Cell, min: number, max: number, outside: string): ParsedCell {
  const value = parseDecimal(cell);
  if (value === null) return bad("is no number");
  return value < min || value > max ? bad(outside) : good(value);
}

/** The longest text of any column; most fields have a limit of their own. */
const LARGEST_NUMBER = 1e7;

function amount(cell: Cell, max: number = LARGEST_NUMBER): ParsedCell {
  return number(cell, 0, max, `must be between 0 and ${max}`);
}

/** @param limit most characters of a text, or the largest number; the same as in the field's form */
export function parseCell(kind: FieldKind, cell: Cell | undefined, limit?: number): ParsedCell {
  const max = limit ?? MAX_TEXT_LENGTH;
  if (cell === undefined || isEmptyCell(cell) || cell === null) return good(null);
  switch (kind) {
    case "text": {
      const text = cleanText(String(cell)).trim();
      if (text === "") return good(null);
      return text.length > max ? bad(`is longer than ${max} characters`) : good(text);
    }
    case "phone": {
      const text = cleanText(String(cell)).trim();
      if (text === "") return good(null);
      if (text.length > max) return bad(`is longer than ${max} characters`);
      // A short number may be right locally; without it the driver has no number to call.
      return isPhone(text)
        ? good(text)
        : { ok: false, fault: NOT_CORRECT, value: text, remedy: "It was kept as it is." };
    }
    case "minutes": {
      const parsed = number(cell, 0, Number.MAX_VALUE, "is less than 0");
      if (!parsed.ok || typeof parsed.value !== "number" || parsed.value <= MAX_DURATION_MIN) return parsed;
      return {
        ok: false,
        fault: `is longer than ${MAX_DURATION_MIN} minutes`,
        value: MAX_DURATION_MIN,
        remedy: `${MAX_DURATION_MIN} is used.`,
      };
    }
    case "number":
      return amount(cell, limit);
    case "whole": {
      const parsed = amount(cell, limit);
      return parsed.ok && typeof parsed.value === "number" && !Number.isInteger(parsed.value)
        ? bad("is no whole number")
        : parsed;
    }
    case "speed": {
      const value = parseDecimal(cell);
      if (value === null) return bad("is no number");
      // A percentage has its sign, or is larger than any ratio: 0.8, 80 and '80 %' are the same speed; 45 and 5 are no
      // speeds.
      const percent = (typeof cell === "string" && cell.includes("%")) || value > MAX_SPEED_RATIO ? value : value * 100;
      if (percent < SPEED_PERCENT_MIN || percent > SPEED_PERCENT_MAX)
        return bad(`must be between ${SPEED_PERCENT_MIN} and ${SPEED_PERCENT_MAX} %`);
      const stepped = steppedSpeed(percent);
      const same = Math.abs(stepped * 100 - percent) < 1e-6;
      return same
        ? good(stepped)
        : {
            ok: false,
            fault: `is not in steps of ${SPEED_PERCENT_STEP} %`,
            value: stepped,
            remedy: `${Math.round(stepped * 100)} % is used.`,
          };
    }
    case "lat":
      return number(cell, -90, 90, "is outside -90 to 90");
    case "lng":
      return number(cell, -180, 180, "is outside -180 to 180");
    case "time": {
      const time = parseTime(cell);
      return time === null ? bad("is no time (HH:mm)") : good(time);
    }
    case "visitType": {
      const type = VISIT_TYPE_WORDS.get(word(cell));
      return type === undefined ? bad("is neither Delivery nor Pickup") : good(type);
    }
    case "vehicleType": {
      const type = VEHICLE_TYPE_WORDS.get(word(cell));
      return type === undefined ? bad("is neither Car nor Truck") : good(type);
    }
  }
}
