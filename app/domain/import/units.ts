/** Units in cells and headers: '12 kg', '1,5 t', '0.8 m³', 'Gewicht (t)'. */
import type { Unit } from "./import-fields";

/** How much of the field's unit one of another is. */
const FACTORS: Readonly<Record<Unit, Readonly<Record<string, number>>>> = {
  kg: {
    kg: 1,
    kgs: 1,
    kilo: 1,
    kilos: 1,
    кг: 1,
    t: 1000,
    to: 1000,
    ton: 1000,
    tons: 1000,
    tonne: 1000,
    tonnes: 1000,
    tonnen: 1000,
    т: 1000,
    g: 0.001,
    gr: 0.001,
    г: 0.001,
    lb: 0.453_592_37,
    lbs: 0.453_592_37,
  },
  m3: {
    m3: 1,
    "m³": 1,
    cbm: 1,
    м3: 1,
    "м³": 1,
    l: 0.001,
    ltr: 0.001,
    liter: 0.001,
    litre: 0.001,
    dm3: 0.001,
    "dm³": 0.001,
    л: 0.001,
  },
  km: { km: 1, км: 1, m: 0.001, м: 0.001, mi: 1.609_344, miles: 1.609_344 },
  min: {
    min: 1,
    mins: 1,
    minute: 1,
    minutes: 1,
    minuten: 1,
    minuti: 1,
    minutos: 1,
    minut: 1,
    m: 1,
    mn: 1,
    "'": 1,
    хв: 1,
    мин: 1,
    h: 60,
    hr: 60,
    hrs: 60,
    hour: 60,
    hours: 60,
    std: 60,
    stunden: 60,
    ore: 60,
    год: 60,
    ч: 60,
    s: 1 / 60,
    sec: 1 / 60,
    secs: 1 / 60,
    second: 1 / 60,
    seconds: 1 / 60,
    sek: 1 / 60,
    sekunden: 1 / 60,
    с: 1 / 60,
  },
};

const TABLES: Readonly<Record<Unit, ReadonlyMap<string, number>>> = {
  kg: new Map(Object.entries(FACTORS.kg)),
  m3: new Map(Object.entries(FACTORS.m3)),
  km: new Map(Object.entries(FACTORS.km)),
  min: new Map(Object.entries(FACTORS.min)),
};

/** Undefined for a unit of something else. */
export const unitFactor = (unit: Unit, name: string): number | undefined =>
  TABLES[unit].get(name.toLowerCase().replace(/\.$/, ""));

const ANY_UNIT = new Set([...Object.values(TABLES)].flatMap((table) => [...table.keys()]));
const LAST_WORD = /^(.*?)[\s/,.:-]+(?:(?:in|en|v|w|у|в)\s+)?([\p{L}\d³']+)\.?\s*$/iu;
const BRACKETS = /[([{]\s*(?:in\s+)?([^)\]}]*?)\.?\s*[)\]}]/iu;

/** Longer headers are sentences, for which the patterns take their time. */
const MAX_HEADER_CHARS = 255;

/** A header without the unit that ends it, and that unit: 'Gewicht kg', 'Dauer in min'. */
export function headerUnit(header: string): { text: string; unit: string | null } {
  if (header.length > MAX_HEADER_CHARS) return { text: header, unit: null };
  const inBrackets = BRACKETS.exec(header)?.[1]?.toLowerCase();
  if (inBrackets !== undefined && ANY_UNIT.has(inBrackets))
    return { text: header.replace(BRACKETS, " "), unit: inBrackets };
  const [, text, last] = LAST_WORD.exec(header) ?? [];
  return text !== undefined && last !== undefined && ANY_UNIT.has(last.toLowerCase())
    ? { text, unit: last.toLowerCase() }
    : { text: header, unit: null };
}
