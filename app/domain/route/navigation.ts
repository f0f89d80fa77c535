/** Addresses that hand a stop over to a navigation application. */
import { hasCoordinates } from "../validation/coordinates";

interface Destination {
  name: string;
  address: string;
  lat: number | null;
  lng: number | null;
}

export interface NavigationLink {
  /** as the driver knows the application */
  label: string;
  href: string;
}

const withQuery = (base: string, query: Readonly<Record<string, string>>): string =>
  `${base}?${Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&")}`;

/**
 * The applications that drivers use, the first for a single button: it opens a web page where none is installed.
 * Without coordinates they look the address up; with neither there are none.
 * Formats: Google "Maps URLs", "Waze Deep Links", Apple "Map Links", RFC 5870 with Android's `q`.
 */
export function navigationLinks(to: Destination): NavigationLink[] {
  const point = hasCoordinates(to) ? `${to.lat},${to.lng}` : null;
  const destination = point ?? to.address.trim();
  if (destination === "") return [];
  return [
    {
      label: "Google Maps",
      href: withQuery("https://www.google.com/maps/dir/", { api: "1", travelmode: "driving", destination }),
    },
    { label: "Waze", href: withQuery("https://waze.com/ul", { [point ? "ll" : "q"]: destination, navigate: "yes" }) },
    { label: "Apple Maps", href: withQuery("https://maps.apple.com/", { daddr: destination, dirflg: "d" }) },
    { label: "Another app", href: geoAddress(point, to) },
  ];
}

/** The phone asks which application to open. */
const geoAddress = (point: string | null, { name, address }: Destination): string =>
  point === null
    ? `geo:0,0?q=${encodeURIComponent(address.trim())}`
    : `geo:${point}?q=${point}(${encodeURIComponent(name)})`;
