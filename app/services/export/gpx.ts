/** A route for navigation devices: GPX 1.1 (topografix.com/GPX/1/1), coordinates in degrees, WGS 84. */
interface GpxWaypoint {
  lat: number;
  lng: number;
  name: string;
  description?: string;
  /** ISO 8601 in UTC */
  time?: string;
}

export interface GpxRoute {
  name: string;
  /** ISO 8601 in UTC */
  createdAt: string;
  /** in driving order */
  waypoints: readonly GpxWaypoint[];
  track: readonly (readonly [lng: number, lat: number])[];
}

// XML 1.0 has no way to write these characters at all.
const FORBIDDEN = new RegExp(
  [
    "[\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\uFFFE\\uFFFF]",
    "[\\uD800-\\uDBFF](?![\\uDC00-\\uDFFF])",
    "(?<![\\uD800-\\uDBFF])[\\uDC00-\\uDFFF]",
  ].join("|"),
  "g",
);
const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

export const xmlText = (text: string): string =>
  text.replace(FORBIDDEN, "").replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

const element = (name: string, text: string | undefined): string =>
  text === undefined || text === "" ? "" : `<${name}>${xmlText(text)}</${name}>`;
const at = (lat: number, lng: number): string => `lat="${lat.toFixed(6)}" lon="${lng.toFixed(6)}"`;

/** The file in pieces, one a waypoint or point of the track. */
export function* gpxLines({ name, createdAt, waypoints, track }: GpxRoute): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield '<gpx version="1.1" creator="Route planning" xmlns="http://www.topografix.com/GPX/1/1">\n';
  yield `<metadata>${element("name", name)}${element("time", createdAt)}</metadata>\n`;
  for (const point of waypoints) {
    const about = element("time", point.time) + element("name", point.name) + element("desc", point.description);
    yield `<wpt ${at(point.lat, point.lng)}>${about}</wpt>\n`;
  }
  yield `<trk>${element("name", name)}<trkseg>\n`;
  for (const [lng, lat] of track) yield `<trkpt ${at(lat, lng)}/>\n`;
  yield "</trkseg></trk>\n</gpx>\n";
}
