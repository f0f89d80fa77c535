/** How full a vehicle is, by weight or volume: whichever is nearer to its limit. */
import { formatM3, formatNumber } from "../format-number";
import { formatWeight, weightFigure } from "../format-units";
import { fromKg, METRIC } from "../units";
import type { Units } from "../units";

export interface Loads {
  kg: number;
  m3: number;
  /** 0 for no limit */
  maxKg: number;
  maxM3: number;
}

interface FullerLoad {
  unit: Units["weight"] | "m³";
  /** in that unit */
  used: number;
  /** 0 for no limit */
  limit: number;
  /** '420 of 1,200 kg · 1.2 of 12 m³': both, as far as there is something to say */
  text: string;
}

/**
 * Null when nothing is carried. Without a limit of either kind the weight is named, or the volume where there is no
 * weight.
 */
export function fullerLoad({ kg, m3, maxKg, maxM3 }: Loads, units: Units = METRIC): FullerLoad | null {
  if (kg <= 0 && m3 <= 0) return null;
  const share = (used: number, limit: number) => (limit > 0 ? used / limit : -1);
  const byVolume = share(m3, maxM3) > share(kg, maxKg) || (maxM3 <= 0 && maxKg <= 0 && kg <= 0);
  const text = [
    kg > 0 ? (maxKg > 0 ? `${weightFigure(kg, units)} of ${formatWeight(maxKg, units)}` : formatWeight(kg, units)) : "",
    m3 > 0 ? (maxM3 > 0 ? `${formatNumber(m3, 3)} of ${formatM3(maxM3)}` : formatM3(m3)) : "",
  ]
    .filter((part) => part !== "")
    .join(" · ");
  if (byVolume) return { unit: "m³", used: m3, limit: maxM3, text };
  return { unit: units.weight, used: fromKg(kg, units), limit: fromKg(maxKg, units), text };
}
