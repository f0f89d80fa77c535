/** Cells of a grid of degrees, numbered so that those of a row follow each other. */

/** Degrees: some 220 m from north to south. */
export const ADDRESS_GRID = 0.002;
/** Some 1.1 km. */
export const SPOT_GRID = 0.01;

const rowOf = (lat: number, size: number): number => Math.floor((lat + 90) / size);
const columnOf = (lng: number, size: number): number => Math.floor((lng + 180) / size);
const perRow = (size: number): number => Math.round(360 / size) + 1;

export const cellOf = (lat: number, lng: number, size: number): number =>
  rowOf(lat, size) * perRow(size) + columnOf(lng, size);

/** First and last cell of each row that reaches to so many degrees (of latitude) around a place. */
export function cellsAround(lat: number, lng: number, size: number, reach: number): [from: number, to: number][] {
  const reachLng = reach / Math.max(0.05, Math.cos((lat * Math.PI) / 180));
  const rows: [number, number][] = [];
  for (let row = rowOf(lat - reach, size); row <= rowOf(lat + reach, size); row += 1) {
    const start = row * perRow(size);
    rows.push([start + columnOf(lng - reachLng, size), start + columnOf(lng + reachLng, size)]);
  }
  return rows;
}
