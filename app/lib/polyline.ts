/**
 * Lines as short text: Google's "Encoded Polyline Algorithm Format" with five decimals.
 * Points are [lng, lat] in degrees; the format itself stores latitude first.
 */
export type LngLat = readonly [lng: number, lat: number];

const SCALE = 1e5;

function encodeNumber(value: number): string {
  let rest = value < 0 ? ~(value << 1) : value << 1;
  let text = "";
  while (rest >= 0x20) {
    text += String.fromCharCode((0x20 | (rest & 0x1f)) + 63);
    rest >>= 5;
  }
  return text + String.fromCharCode(rest + 63);
}

export function encodePolyline(points: readonly LngLat[]): string {
  let text = "";
  let lastLat = 0;
  let lastLng = 0;
  for (const [lng, lat] of points) {
    const nextLat = Math.round(lat * SCALE);
    const nextLng = Math.round(lng * SCALE);
    text += encodeNumber(nextLat - lastLat) + encodeNumber(nextLng - lastLng);
    lastLat = nextLat;
    lastLng = nextLng;
  }
  return text;
}

/**
 * Points of a text made by `encodePolyline`; a cut-off text gives the points before the cut.
 * @param scale 1e6 for texts with six decimals, as Valhalla writes them
 */
export function decodePolyline(text: string, scale = SCALE): LngLat[] {
  const points: LngLat[] = [];
  let at = 0;
  let lat = 0;
  let lng = 0;
  const next = (): number => {
    let value = 0;
    for (let shift = 0; at < text.length; shift += 5) {
      const chunk = text.charCodeAt(at++) - 63;
      value |= (chunk & 0x1f) << shift;
      if (chunk < 0x20) break;
    }
    return value & 1 ? ~(value >> 1) : value >> 1;
  };
  while (at < text.length) {
    lat += next();
    if (at >= text.length) break;
    lng += next();
    points.push([lng / scale, lat / scale]);
  }
  return points;
}
