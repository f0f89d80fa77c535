/** A line (or, with one point, a mark) of the convergence plot: seconds against gap in percent. */
export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [seconds: number, gapPct: number])[];
  readonly colour: string;
}

const WIDTH = 760;
const HEIGHT = 420;
const LEFT = 60;
const BOTTOM = 50;

/** SVG with a logarithmic time axis. */
export function plot(title: string, series: readonly Series[]): string {
  const all = series.flatMap((line) => line.points);
  const first = Math.min(0.1, ...all.map(([seconds]) => seconds));
  const last = Math.max(10, ...all.map(([seconds]) => seconds));
  const top = Math.min(12, Math.max(1, ...all.map(([, gap]) => gap)));
  const x = (seconds: number): number => LEFT + ((WIDTH - LEFT - 180) * Math.log(seconds / first)) / Math.log(last / first);
  const y = (gap: number): number => 40 + (HEIGHT - BOTTOM - 40) * (1 - Math.max(0, Math.min(gap, top)) / top);
  const parts: string[] = [];
  for (const seconds of [0.1, 0.3, 1, 3, 10, 30, 100, 300]) {
    if (seconds < first || seconds > last) continue;
    parts.push(`<line x1="${x(seconds)}" x2="${x(seconds)}" y1="40" y2="${HEIGHT - BOTTOM}" stroke="#eee"/><text x="${x(seconds)}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${seconds} s</text>`);
  }
  for (let gap = 0; gap <= top; gap += top > 5 ? 2 : 1) {
    parts.push(`<line x1="${LEFT}" x2="${WIDTH - 180}" y1="${y(gap)}" y2="${y(gap)}" stroke="#eee"/><text x="${LEFT - 8}" y="${y(gap) + 4}" text-anchor="end">${gap} %</text>`);
  }
  series.forEach((line, k) => {
    const points = line.points.map(([seconds, gap]) => `${x(seconds).toFixed(1)},${y(gap).toFixed(1)}`);
    if (points.length > 1) parts.push(`<polyline points="${points.join(" ")}" fill="none" stroke="${line.colour}" stroke-width="2"/>`);
    else if (points.length === 1) parts.push(`<circle cx="${points[0].split(",")[0]}" cy="${points[0].split(",")[1]}" r="5" fill="${line.colour}"/>`);
    parts.push(`<rect x="${WIDTH - 168}" y="${44 + 20 * k}" width="10" height="10" fill="${line.colour}"/><text x="${WIDTH - 152}" y="${54 + 20 * k}">${line.name}</text>`);
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="#fff"/><text x="${LEFT}" y="22" font-size="15">${title}</text>${parts.join("")}</svg>\n`;
}
