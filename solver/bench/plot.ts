/** A line of the convergence plot (a mark where it is a single point): seconds against gap in percent. */
export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [seconds: number, gapPct: number])[];
  readonly colour: string;
}

export interface Panel {
  readonly title: string;
  readonly series: readonly Series[];
}

const WIDTH = 560;
const HEIGHT = 380;
const LEFT = 56;
const RIGHT = 24;
const TOP = 56;
const BOTTOM = 52;
const SECONDS = [0.1, 0.3, 1, 3, 10, 30, 100, 300];
const GAPS = [0, 0.1, 0.25, 0.5, 1, 2, 4, 8, 16];

/**
 * Panels side by side as SVG; the time axes are logarithmic, gaps on a root scale, so that small ones can be told
 * apart.
 */
export function plot(heading: string, panels: readonly Panel[]): string {
  const body = panels.map((panel, k) => `<g transform="translate(${k * WIDTH},36)">${draw(panel)}</g>`).join("");
  const names = [...new Map(panels.flatMap((panel) => panel.series.map((line) => [line.name, line.colour] as const)))];
  const width = WIDTH * panels.length;
  let at = LEFT;
  const key = names
    .map(([name, colour]) => {
      const entry =
        `<g transform="translate(${at},${HEIGHT + 56})">` +
        `<circle cx="6" cy="-6" r="5" fill="${colour}"/><text x="17" y="-2">${name}</text></g>`;
      at += 40 + 6.6 * name.length;
      return entry;
    })
    .join("");
  const font = 'font-family="Inter, system-ui, sans-serif" font-size="12.5" fill="#343a40"';
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${HEIGHT + 72}" ${font}>`,
    '<rect width="100%" height="100%" fill="#fff"/>',
    `<text x="${LEFT}" y="28" font-size="17" font-weight="600">${heading}</text>`,
    `${body}${key}</svg>\n`,
  ].join("");
}

function draw({ title, series }: Panel): string {
  const all = series.flatMap((line) => line.points);
  const first = 0.1;
  const last = Math.max(10, ...all.map(([seconds]) => seconds)) * 1.25;
  const highest = Math.max(1, ...all.map(([, gap]) => gap));
  const top = Math.min(16, highest);
  const x = (seconds: number): number =>
    LEFT + ((WIDTH - LEFT - RIGHT) * Math.log(Math.max(seconds, first) / first)) / Math.log(last / first);
  const y = (gap: number): number =>
    TOP + (HEIGHT - TOP - BOTTOM) * (1 - Math.sqrt(Math.max(0, Math.min(gap, top)) / top));
  const parts = [`<text x="${LEFT}" y="${TOP - 22}" font-size="14" font-weight="600">${title}</text>`];
  for (const gap of GAPS) {
    if (gap > top) continue;
    parts.push(
      `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(gap)}" y2="${y(gap)}"`,
      ` stroke="${gap === 0 ? "#868e96" : "#e9ecef"}"/>`,
      `<text x="${LEFT - 8}" y="${y(gap) + 4}" text-anchor="end" fill="#868e96">${gap} %</text>`,
    );
  }
  for (const seconds of SECONDS) {
    if (seconds > last) continue;
    parts.push(
      `<line x1="${x(seconds)}" x2="${x(seconds)}" y1="${HEIGHT - BOTTOM}" y2="${HEIGHT - BOTTOM + 5}"`,
      ' stroke="#868e96"/>',
      `<text x="${x(seconds)}" y="${HEIGHT - BOTTOM + 20}" text-anchor="middle" fill="#868e96">${seconds} s</text>`,
    );
  }
  const marks: Label[] = [];
  for (const line of series) {
    const points = line.points.map(([seconds, gap]) => [x(seconds), y(gap)] as const);
    if (points.length === 0) continue;
    if (points.length > 1)
      parts.push(
        `<polyline points="${points.map(([px, py]) => `${px.toFixed(1)},${py.toFixed(1)}`).join(" ")}"`,
        ` fill="none" stroke="${line.colour}" stroke-width="2.5" stroke-linejoin="round"/>`,
      );
    const [px, py] = points[points.length - 1];
    marks.push({
      x: px,
      y: py,
      at: py,
      text: `${line.points[line.points.length - 1][1].toFixed(2)} %`,
      colour: line.colour,
    });
  }
  spread(marks);
  for (const { x: px, y: py, at, text, colour } of marks) {
    const left = px > WIDTH - RIGHT - 60;
    parts.push(
      `<circle cx="${px.toFixed(1)}" cy="${py.toFixed(1)}" r="4.5" fill="${colour}" stroke="#fff" stroke-width="1.5"/>`,
      `<text x="${(px + (left ? -10 : 10)).toFixed(1)}" y="${(at - 7).toFixed(1)}"`,
      ` text-anchor="${left ? "end" : "start"}" fill="${colour}" font-weight="600"`,
      ` stroke="#fff" stroke-width="3" paint-order="stroke">${text}</text>`,
    );
  }
  return parts.join("");
}

interface Label {
  readonly x: number;
  readonly y: number;
  /** Height of the text: moved up where marks lie close together. */
  at: number;
  readonly text: string;
  readonly colour: string;
}

function spread(labels: Label[]): void {
  labels.sort((a, b) => b.y - a.y);
  labels.forEach((label, k) => {
    for (const below of labels.slice(0, k))
      if (Math.abs(below.x - label.x) < 70 && below.at - label.at < 16) label.at = Math.min(below.at, below.y) - 16;
  });
}
