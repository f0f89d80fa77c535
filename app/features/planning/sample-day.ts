/**
 * A day to try things with: our own invention around the place of the demo warehouse. Nobody lives at these addresses.
 * Where the roads of another region are built, the same day takes place at houses there (`sampleDayAt`).
 */
import { sampleEmail } from "~/domain/visit/sample-recipient";
import { VisitType } from "~/domain/visit/visit-type";
import type { NewMember } from "~/db/repositories/members.server";
import type { SampleHouse } from "~/db/repositories/sample-houses.server";
import type { NewVehicle } from "~/db/repositories/vehicles.server";
import type { NewVisitRow } from "~/db/repositories/visits.server";
import type { NewWarehouse } from "~/db/repositories/warehouses.server";
import { RecordStatus } from "~/domain/record-status";

const SAMPLE_WAREHOUSE: NewWarehouse = {
  title: "Sample depot",
  address: "Lettstrasse 10, 9490 Vaduz",
  lat: 47.141,
  lng: 9.5209,
  country_code: "LI",
  time_zone: "Europe/Vaduz",
  status: RecordStatus.Active,
};

/** Each drives the vehicle of the same place in the list. */
export const SAMPLE_DRIVERS: readonly Required<Pick<NewMember, "name" | "surname">>[] = [
  { name: "Rita", surname: "Beck" },
  { name: "Jonas", surname: "Frick" },
  { name: "Mira", surname: "Kaufmann" },
  { name: "Emil", surname: "Schädler" },
  { name: "Lea", surname: "Nutt" },
];

const VAN: NewVehicle = {
  capacity: 6,
  max_load: 600,
  max_quantity: 16,
  work_hour_start: "08:00",
  work_hour_end: "17:00",
  status: RecordStatus.Active,
};
export const SAMPLE_VEHICLES: readonly NewVehicle[] = SAMPLE_DRIVERS.map((_, index) => ({
  ...VAN,
  title: `Sample van ${index + 1}`,
  plate: `FL 4010${index + 1}`,
}));

/** Name, street, town, latitude, longitude, kg, m³, window ('' for any time), P for a pickup. */
type Stop = readonly [string, string, string, number, number, number, number, string, ("P" | undefined)?];

const STOPS: readonly Stop[] = [
  ["Bäckerei Lindenhof", "Dorfstrasse 24", "9490 Vaduz", 47.14252, 9.51452, 30, 0.22, "10:00-14:00"],
  ["Café am Platz", "Bahnhofstrasse 6", "9490 Vaduz", 47.13667, 9.52288, 6, 0.07, ""],
  ["Apotheke Falknis", "Kirchgasse 9", "9490 Vaduz", 47.1387, 9.51653, 8, 0.13, "10:00-14:00", "P"],
  ["Blumen Alvier", "Gartenweg 26", "9490 Vaduz", 47.142, 9.52421, 4, 0.07, ""],
  ["Gasthaus Traube", "Industriestrasse 36", "9490 Vaduz", 47.14032, 9.51359, 4, 0.12, "10:00-14:00", "P"],
  ["Metzgerei Rheinblick", "Kirchgasse 37", "9490 Vaduz", 47.14381, 9.51539, 15, 0.11, ""],
  ["Schreinerei Walch", "Rheinstrasse 9", "9490 Vaduz", 47.14196, 9.52749, 25, 0.12, ""],
  ["Velo Drei Schwestern", "Landstrasse 61", "9490 Vaduz", 47.13917, 9.52969, 12, 0.07, ""],
  ["Praxis Dr. Nägele", "Bachweg 35", "9490 Vaduz", 47.14531, 9.51527, 6, 0.12, "09:00-11:30"],
  ["Buchhandlung Oberland", "Lindenweg 13", "9490 Vaduz", 47.14401, 9.51852, 25, 0.12, ""],
  ["Hotel Schlossweg", "Mühleweg 25", "9494 Schaan", 47.16531, 9.51456, 8, 0.13, "10:00-14:00"],
  ["Käserei Alpila", "Dorfstrasse 1", "9494 Schaan", 47.1644, 9.51712, 25, 0.12, "09:00-11:30"],
  ["Optik Saroja", "Obergasse 13", "9494 Schaan", 47.17275, 9.50744, 4, 0.04, "08:00-12:00"],
  ["Kinderhort Regenbogen", "Schulgasse 38", "9494 Schaan", 47.16564, 9.51178, 15, 0.08, "10:00-14:00"],
  ["Weinkeller Abtswingert", "Schulgasse 59", "9494 Schaan", 47.1663, 9.50675, 12, 0.07, ""],
  ["Schule Resch", "Im Rehwinkel 30", "9494 Schaan", 47.16881, 9.51352, 25, 0.12, ""],
  ["Tierarzt Bangs", "Kirchgasse 26", "9494 Schaan", 47.16216, 9.51038, 8, 0.13, ""],
  ["Druckerei Linth", "Bahnhofstrasse 5", "9494 Schaan", 47.16129, 9.50668, 6, 0.07, "10:00-14:00", "P"],
  ["Naturladen Quelle", "Gartenweg 63", "9494 Schaan", 47.16476, 9.50461, 15, 0.11, "09:00-11:30"],
  ["Pizzeria Da Nino", "Industriestrasse 10", "9495 Triesen", 47.10954, 9.52708, 8, 0.05, ""],
  ["Papeterie Hofer", "Mühleweg 32", "9495 Triesen", 47.11433, 9.52617, 4, 0.04, ""],
  ["Sporthaus Malbun", "Bahnhofstrasse 47", "9495 Triesen", 47.10798, 9.53119, 40, 0.26, "13:00-17:00"],
  ["Restaurant Rössle", "Gartenweg 5", "9495 Triesen", 47.11038, 9.53171, 40, 0.26, "13:00-17:00"],
  ["Goldschmied Amann", "Industriestrasse 10", "9495 Triesen", 47.10488, 9.53329, 15, 0.08, "13:00-17:00", "P"],
  ["Coiffeur Silvia", "Kirchgasse 48", "9495 Triesen", 47.1077, 9.51993, 8, 0.05, "13:00-17:00", "P"],
  ["Haus der Pflege", "Mühleweg 10", "9495 Triesen", 47.09967, 9.52722, 20, 0.13, "", "P"],
  ["Gärtnerei Frommelt", "Industriestrasse 49", "9496 Balzers", 47.06495, 9.50777, 30, 0.22, "", "P"],
  ["Elektro Risch", "Im Rehwinkel 54", "9496 Balzers", 47.06909, 9.50251, 6, 0.04, ""],
  ["Spielwaren Sonnenuhr", "Bahnhofstrasse 4", "9496 Balzers", 47.06401, 9.50329, 30, 0.17, "10:00-14:00"],
  ["Teehaus Mandarin", "Bachweg 63", "9496 Balzers", 47.06992, 9.50301, 12, 0.15, "", "P"],
  ["Möbel Kaiser", "Kirchgasse 22", "9496 Balzers", 47.06957, 9.50393, 8, 0.13, "08:00-12:00"],
  ["Uhren Batliner", "Industriestrasse 33", "9496 Balzers", 47.06427, 9.50411, 30, 0.14, "10:00-14:00"],
  ["Fischhandel See", "Sonnenhalde 41", "9492 Eschen", 47.21478, 9.52408, 12, 0.1, ""],
  ["Konditorei Wanger", "Im Rehwinkel 22", "9492 Eschen", 47.213, 9.52307, 4, 0.12, "13:00-17:00", "P"],
  ["Hofladen Gampelutz", "Mühleweg 41", "9492 Eschen", 47.21367, 9.5268, 25, 0.15, ""],
  ["Werkstatt Senti", "Im Rehwinkel 6", "9492 Eschen", 47.20388, 9.52039, 20, 0.1, "10:00-14:00"],
  ["Musikhaus Takt", "Landstrasse 18", "9492 Eschen", 47.20771, 9.52042, 15, 0.16, "13:00-17:00"],
  ["Stoffe Elkuch", "Industriestrasse 15", "9493 Mauren", 47.21953, 9.54106, 12, 0.07, "08:00-12:00"],
  ["Physio Balance", "Obergasse 61", "9493 Mauren", 47.21985, 9.53713, 6, 0.12, "13:00-17:00"],
  ["Brauerei Felsenkeller", "Dorfstrasse 35", "9493 Mauren", 47.22414, 9.5437, 40, 0.26, "10:00-14:00", "P"],
  ["Zahnarzt Dr. Kind", "Bahnhofstrasse 53", "9493 Mauren", 47.21307, 9.54516, 25, 0.2, ""],
  ["Feinkost Oliva", "Sonnenhalde 1", "9491 Ruggell", 47.23745, 9.53434, 30, 0.17, ""],
  ["Schuhe Marxer", "Dorfstrasse 13", "9491 Ruggell", 47.24363, 9.52217, 30, 0.17, "13:00-17:00"],
  ["Bauhof Eintracht", "Bahnhofstrasse 40", "9491 Ruggell", 47.23329, 9.52544, 12, 0.07, ""],
  ["Kanzlei Ospelt", "Schulgasse 11", "9470 Buchs", 47.16587, 9.4696, 15, 0.16, "13:00-17:00"],
  ["Zoohaus Nepomuk", "Dorfstrasse 9", "9470 Buchs", 47.16826, 9.48271, 15, 0.11, "09:00-11:30"],
  ["Rahmen und Bild", "Kirchgasse 57", "9470 Buchs", 47.16815, 9.47597, 8, 0.08, "13:00-17:00"],
  ["Imkerei Wachter", "Im Rehwinkel 22", "9470 Buchs", 47.16583, 9.48376, 12, 0.1, ""],
  ["Hutladen Beck", "Obergasse 27", "9470 Buchs", 47.1664, 9.46901, 15, 0.16, "08:00-12:00"],
  ["Backstube Ried", "Bahnhofstrasse 1", "9470 Buchs", 47.16968, 9.47695, 30, 0.14, "08:00-12:00"],
  ["Seniorenheim Sankt Florin", "Gartenweg 16", "9470 Buchs", 47.16637, 9.47628, 40, 0.21, ""],
  ["Kletterhalle Rätikon", "Bachweg 52", "9475 Sevelen", 47.12134, 9.47822, 40, 0.21, ""],
  ["Pension Hirschen", "Sonnenhalde 61", "9475 Sevelen", 47.12554, 9.48528, 20, 0.13, ""],
  ["Töpferei Lampert", "Bachweg 3", "9475 Sevelen", 47.12066, 9.48317, 4, 0.07, "09:00-11:30"],
  ["Eisdiele Venezia", "Dorfstrasse 64", "9497 Triesenberg", 47.11856, 9.54718, 15, 0.11, ""],
  ["Glaserei Hilti", "Dorfstrasse 56", "9497 Triesenberg", 47.12183, 9.55042, 40, 0.26, ""],
  ["Reisebüro Fernweh", "Kirchgasse 28", "9472 Grabs", 47.18382, 9.45222, 40, 0.18, ""],
  ["Nähstube Faden", "Schulgasse 24", "9472 Grabs", 47.1817, 9.43601, 12, 0.15, ""],
  ["Brillen Vogt", "Feldweg 31", "9487 Gamprin", 47.22125, 9.50715, 12, 0.07, ""],
  ["Gemeindebibliothek", "Rheinstrasse 17", "9487 Gamprin", 47.21953, 9.51081, 6, 0.07, "09:00-11:30"],
];

const window = (text: string) => {
  const [start_time = null, end_time = null] = text === "" ? [] : text.split("-");
  return { start_time, end_time };
};

const SAMPLE_VISITS: readonly NewVisitRow[] = STOPS.map(
  ([name, street, town, lat, lng, package_load, package_capacity, hours, type], index) => ({
    name,
    address: `${street}, ${town}`,
    lat,
    lng,
    package_load,
    package_capacity,
    ...window(hours),
    type: type ?? VisitType.Delivery,
    service_time: 5,
    external_id: `SD-${1001 + index}`,
    recipient_name: name,
    // Numbers and addresses that nobody has.
    recipient_phone: `+423 555 ${String(1001 + index)}`,
    recipient_email: sampleEmail(1001 + index),
  }),
);

export interface SampleDay {
  warehouse: NewWarehouse;
  visits: readonly NewVisitRow[];
}

export const SAMPLE_DAY: SampleDay = { warehouse: SAMPLE_WAREHOUSE, visits: SAMPLE_VISITS };

/** The depot and a house for each stop. */
export const SAMPLE_HOUSES = STOPS.length + 1;

const addressLine = ({ street, number, postcode, city }: SampleHouse): string =>
  [`${street} ${number}`, `${postcode} ${city}`.trim()].filter(Boolean).join(", ");

/** The same day at these houses: names, loads and windows stay, the first house is the depot. */
export function sampleDayAt([depot, ...houses]: readonly SampleHouse[], timeZone: string): SampleDay | null {
  if (depot === undefined || houses.length < SAMPLE_VISITS.length) return null;
  return {
    warehouse: {
      ...SAMPLE_WAREHOUSE,
      address: addressLine(depot),
      lat: depot.lat,
      lng: depot.lng,
      country_code: depot.countryCode || SAMPLE_WAREHOUSE.country_code,
      time_zone: timeZone,
    },
    visits: SAMPLE_VISITS.map((visit, index) => {
      const house = houses[index]!;
      return { ...visit, address: addressLine(house), postcode: house.postcode, lat: house.lat, lng: house.lng };
    }),
  };
}
