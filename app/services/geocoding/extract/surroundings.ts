import { countryOf } from "../../country.server";
import type { Place } from "~/domain/place";
import { AreaMap } from "./area-map";
import { PointGrid } from "./point-grid";
import type { PlaceKind, RawAddress, RawExtract, RawPlace } from "./extract-types";

/** How far a town or a part of one is taken to reach from its middle, metres. */
export const REACH_M: Readonly<Record<PlaceKind, number>> = {
  city: 10_000,
  town: 5000,
  village: 3000,
  suburb: 2500,
  hamlet: 1500,
  quarter: 1500,
  neighbourhood: 1000,
  locality: 1000,
  isolated_dwelling: 600,
  farm: 600,
};
const TOWNS: ReadonlySet<PlaceKind> = new Set(["city", "town", "village"]);
/** A hamlet is no post town unless every town is further away than so many times its reach. */
const HAMLET_COST = 2;

/** Levels that towns have in one country or another, the usual one first. */
const TOWN_LEVELS = [8, 9, 10, 7];
/** An address that far away is in the same town, if no boundary says otherwise. */
const NEIGHBOUR_M = 500;
const POSTCODE_M = 2000;
const FURTHEST_TOWN_M = 15_000;

export interface Surroundings {
  city: string;
  postcode: string;
  /** other towns and quarters that people may name for it */
  areas: string[];
  countryCode: string;
}

/** What an address doesn't say of itself, from boundaries, neighbours and towns around it. */
export class Neighbourhood {
  private readonly areas: AreaMap;
  private readonly places = new PointGrid<RawPlace>(0.05);
  private readonly withCity = new PointGrid<RawAddress>(0.01);
  private readonly withPostcode = new PointGrid<RawAddress>(0.01);
  /** by cells of some kilometres: the tables of time zones are slow */
  private readonly countries = new Map<string, string>();

  constructor(
    extract: RawExtract,
    private readonly codes: readonly string[],
  ) {
    this.areas = new AreaMap(extract.areas);
    for (const place of extract.places) this.places.add(place);
    for (const address of extract.addresses) {
      if (address.city !== "") this.withCity.add(address);
      if (address.postcode !== "") this.withPostcode.add(address);
    }
  }

  /** @param known what the element says itself */
  of(place: Place, known: { city?: string; postcode?: string; country?: string } = {}): Surroundings {
    const areas = this.areas.at(place);
    const byLevel = (level: number) => areas.find((area) => area.level === level);
    const town = TOWN_LEVELS.map(byLevel).find((area) => area !== undefined);
    const near = this.nearestTown(place);
    const city = known.city || town?.names[0] || this.neighbourCity(place) || near?.names[0] || "";
    const postcode =
      known.postcode ||
      areas.find(({ level, postcode: code }) => level === 0 && code !== "")?.postcode ||
      this.neighbourPostcode(place, city) ||
      town?.postcode ||
      this.placePostcode(place, city);
    const names = new Set<string>();
    for (const level of TOWN_LEVELS) for (const name of byLevel(level)?.names.slice(0, 3) ?? []) names.add(name);
    for (const part of this.partsAround(place)) names.add(part);
    for (const name of near?.names.slice(0, 3) ?? []) names.add(name);
    names.delete(city);
    const country = known.country || byLevel(2)?.country || this.country(place);
    return { city, postcode, areas: [...names].slice(0, 10), countryCode: country };
  }

  private nearestTown(place: Place): RawPlace | undefined {
    return this.places.nearest(place, FURTHEST_TOWN_M, ({ kind }, distance) =>
      TOWNS.has(kind)
        ? distance / REACH_M[kind]
        : kind === "hamlet"
          ? HAMLET_COST + distance / REACH_M[kind]
          : Infinity,
    )?.thing;
  }

  private neighbourCity(place: Place): string {
    return this.withCity.nearest(place, NEIGHBOUR_M)?.thing.city ?? "";
  }

  /** The next one in the same town; a neighbour in another town has another postcode. */
  private neighbourPostcode(place: Place, city: string): string {
    const cost = (address: RawAddress, distance: number) =>
      address.city === "" || city === "" ? distance * 2 : address.city === city ? distance : Infinity;
    return this.withPostcode.nearest(place, POSTCODE_M, cost)?.thing.postcode ?? "";
  }

  private placePostcode(place: Place, city: string): string {
    const found = this.places.nearest(place, FURTHEST_TOWN_M, ({ names, postcodes }, distance) =>
      postcodes.length === 1 && names.includes(city) ? distance : Infinity,
    );
    return found?.thing.postcodes[0] ?? "";
  }

  /** Quarters and hamlets whose reach it is in. */
  private partsAround(place: Place): string[] {
    const found: { name: string; cost: number }[] = [];
    for (const kind of ["suburb", "quarter", "neighbourhood", "hamlet", "locality"] as const) {
      const reach = REACH_M[kind];
      const near = this.places.nearest(place, reach, (one, distance) => (one.kind === kind ? distance : Infinity));
      if (near) found.push({ name: near.thing.names[0]!, cost: near.distanceM / reach });
    }
    return found.sort((a, b) => a.cost - b.cost).map(({ name }) => name);
  }

  private country({ lat, lng }: Place): string {
    const key = `${lat.toFixed(1)} ${lng.toFixed(1)}`;
    const known = this.countries.get(key);
    if (known !== undefined) return known;
    const found = countryOf(lat, lng, this.codes) ?? "";
    this.countries.set(key, found);
    return found;
  }
}
