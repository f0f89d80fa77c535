/** House numbers between two that the map knows: addr:interpolation. */
import type { Place } from "~/domain/place";

const STEPS: Readonly<Record<string, number>> = { odd: 2, even: 2, all: 1 };
const MOST = 200;

/** The numbers between two, with places spread evenly along the line. */
export function numbersBetween(
  kind: string,
  first: { number: number; at: number },
  last: { number: number; at: number },
  line: readonly Place[],
): { number: string; lat: number; lng: number }[] {
  const step = STEPS[kind];
  const [low, high] = first.number <= last.number ? [first, last] : [last, first];
  if (step === undefined || (high.number - low.number) / step > MOST) return [];
  const points = line.slice(Math.min(first.at, last.at), Math.max(first.at, last.at) + 1);
  if (low.at > high.at) points.reverse();
  const found: { number: string; lat: number; lng: number }[] = [];
  for (let number = low.number + step; number < high.number; number += step) {
    const place = placeAlong(points, (number - low.number) / (high.number - low.number));
    found.push({ number: String(number), ...place });
  }
  return found;
}

/** @param share 0 the beginning, 1 the end */
function placeAlong(line: readonly Place[], share: number): Place {
  const scale = Math.cos(((line[0]?.lat ?? 0) * Math.PI) / 180);
  const lengths = line.slice(1).map((place, index) => {
    const from = line[index]!;
    return Math.hypot(place.lat - from.lat, (place.lng - from.lng) * scale);
  });
  let left = lengths.reduce((sum, length) => sum + length, 0) * share;
  for (let index = 0; index < lengths.length; index += 1) {
    const length = lengths[index]!;
    const [from, to] = [line[index]!, line[index + 1]!];
    if (left <= length && length > 0) {
      const part = left / length;
      return { lat: from.lat + (to.lat - from.lat) * part, lng: from.lng + (to.lng - from.lng) * part };
    }
    left -= length;
  }
  const end = line.at(-1) ?? { lat: 0, lng: 0 };
  return { lat: end.lat, lng: end.lng };
}
