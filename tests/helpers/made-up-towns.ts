import type {
  PlaceKind,
  RawAddress,
  RawExtract,
  RawPlace,
  RawPoint,
  RawStreet,
} from "~/services/geocoding/extract/extract-types";

const M_PER_DEGREE = 111_320;

interface Town {
  name: string;
  others?: string[];
  kind?: PlaceKind;
  country: string;
  lat: number;
  lng: number;
  postcodes: string[];
  /** of the addresses: what the map says of their town; false: nothing */
  isTagged?: boolean;
  streets: string[];
  /** written as they are; default 1 to 30 */
  numbers?: string[];
  /** a hamlet: numbers without streets */
  hamlets?: string[];
}

const NUMBERS = Array.from({ length: 30 }, (_, index) => String(index + 1));

/** Made-up towns, each with the habits of its country. */
export const TOWNS: readonly Town[] = [
  {
    name: "Übelstetten",
    country: "DE",
    lat: 48.1,
    lng: 11.0,
    postcodes: ["86990", "86991"],
    streets: ["Bahnhofstraße", "Große Straße", "Straße des 17. Juni", "Dr.-Käfer-Weg", "Am Mühlbach", "Hauptstraße"],
    numbers: [...NUMBERS, "12a", "12b", "40-44", "46"],
  },
  {
    name: "Niederdorf",
    kind: "village",
    country: "DE",
    lat: 48.3,
    lng: 11.2,
    postcodes: ["86999"],
    isTagged: false,
    streets: ["Hauptstraße", "Bahnhofstraße"],
    hamlets: ["Hinterholz"],
  },
  {
    name: "Saint-Évroult",
    country: "FR",
    lat: 47.0,
    lng: 2.0,
    postcodes: ["18990"],
    streets: [
      "Rue de la Gare",
      "Avenue du Général Leclair",
      "Place de l’Église",
      "Rue du 8 Mai 1945",
      "Boulevard Hugo",
    ],
    numbers: [...NUMBERS, "5 bis"],
  },
  {
    name: "Montefinto",
    country: "IT",
    lat: 43.5,
    lng: 11.5,
    postcodes: ["53990"],
    streets: ["Via Giuseppe Gialli", "Piazza della Libertà", "Viale dei Pini", "Corso Umberto"],
    numbers: [...NUMBERS, "7/B"],
  },
  {
    name: "Little Hampling",
    country: "GB",
    lat: 52.0,
    lng: -1.0,
    postcodes: ["MK99 1AB"],
    streets: ["High Street", "St James Road", "Church Lane"],
  },
  {
    name: "Villaverde del Río",
    country: "ES",
    lat: 40.0,
    lng: -4.0,
    postcodes: ["45990"],
    streets: ["Calle Mayor", "Avenida de la Constitución", "Plaza de España"],
  },
  {
    name: "Nieuwekerk",
    country: "NL",
    lat: 52.1,
    lng: 5.5,
    postcodes: ["3999 XY"],
    streets: ["Kerkstraat", "Burgemeester van Dijklaan", "’t Zand"],
  },
  {
    name: "Łąkowo",
    country: "PL",
    lat: 52.5,
    lng: 17.0,
    postcodes: ["62-999"],
    streets: ["Świętego Marcina", "Polna", "aleja Niepodległości"],
    numbers: [...NUMBERS, "12/14"],
  },
  {
    name: "Nová Lhota",
    country: "CZ",
    lat: 49.5,
    lng: 15.0,
    postcodes: ["399 90"],
    streets: ["Náměstí Míru", "Dlouhá"],
    numbers: [...NUMBERS.map((number) => `${Number(number) + 1200}/${number}`)],
    hamlets: ["Zadní Ves"],
  },
  {
    name: "Östervik",
    country: "SE",
    lat: 59.0,
    lng: 17.0,
    postcodes: ["199 90"],
    streets: ["Storgatan", "Kungsvägen"],
  },
  {
    name: "Unterau",
    kind: "village",
    country: "DE",
    lat: 48.083,
    lng: 11.0,
    postcodes: ["86995"],
    streets: ["Hauptstraße"],
    numbers: ["1", "2", "3", "4", "5"],
  },
];

interface Rows {
  addresses: RawAddress[];
  streets: RawStreet[];
  places: RawPlace[];
  points: RawPoint[];
}

/** Streets run from west to east, 200 m apart; houses stand every 30 m. */
function build(town: Town, into: Rows, scale: number): void {
  const { name, others = [], kind = "town", country, postcodes, isTagged = true, numbers = NUMBERS } = town;
  const east = M_PER_DEGREE * Math.cos((town.lat * Math.PI) / 180);
  into.places.push({ kind, names: [name, ...others], population: 3000, postcodes: [], lat: town.lat, lng: town.lng });
  const known = (nth: number) => ({
    city: isTagged ? name : "",
    postcode: isTagged ? postcodes[nth % postcodes.length]! : "",
    suburb: "",
    country,
  });
  town.streets.forEach((street, nth) => {
    const lat = town.lat + (nth * 200 * scale) / M_PER_DEGREE;
    numbers.forEach((number, at) => {
      const lng = town.lng + (at * 30) / east;
      into.addresses.push({ number, street, hamlet: "", lat, lng, ...known(nth) });
    });
    const line = [0, numbers.length / 2, numbers.length].map((at) => ({
      lat: lat + 0.0001,
      lng: town.lng + (at * 30) / east,
    }));
    into.streets.push({ names: [street], suburb: "", postcode: "", line });
  });
  town.hamlets?.forEach((hamlet, nth) => {
    const lat = town.lat - (1500 + nth * 1000) / M_PER_DEGREE;
    into.places.push({ kind: "hamlet", names: [hamlet], population: 0, postcodes: [], lat, lng: town.lng });
    for (const number of ["1", "12"])
      into.addresses.push({ number, street: "", hamlet, lat, lng: town.lng + Number(number) * 0.0003, ...known(0) });
  });
}

export function madeUpExtract(towns: readonly Town[] = TOWNS): RawExtract {
  const rows: Rows = { addresses: [], streets: [], places: [], points: [] };
  for (const town of towns) build(town, rows, 1);
  const [first] = towns;
  if (first)
    rows.points.push({
      names: ["Bäckerei Krümel"],
      isLarge: false,
      street: first.streets[0]!,
      number: "3",
      city: first.name,
      postcode: first.postcodes[0]!,
      country: first.country,
      lat: first.lat,
      lng: first.lng + 0.0008,
    });
  return { ...rows, areas: [] };
}
