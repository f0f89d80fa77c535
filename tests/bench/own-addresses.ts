/** The addresses of an extract, asked for in the ways that people write them. */
import { distanceMeters } from "~/domain/validation/coordinates";
import type { RawAddress } from "~/services/geocoding/extract/extract-types";
import { readExtract } from "~/services/geocoding/extract/read-extract.server";
import { Neighbourhood } from "~/services/geocoding/extract/surroundings";
import type { Geocoder } from "~/services/geocoding/geocoder";

export interface OwnAddress {
  lat: number;
  lng: number;
  street: string;
  number: string;
  postcode: string;
  city: string;
}

/** Seeded, so that every run asks the same: mulberry32. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
}

/** With street or hamlet, a number, and a town: its own, or the one it lies in. */
export async function ownAddresses(source: string, most: number): Promise<OwnAddress[]> {
  const extract = await readExtract(source);
  const neighbourhood = new Neighbourhood(extract, []);
  const random = randomOf(1);
  return extract.addresses
    .filter(({ street, hamlet }) => street !== "" || hamlet !== "")
    .map((address) => ({ address, order: random() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, most)
    .map(({ address }) => toOwn(address, neighbourhood))
    .filter(({ city }) => city !== "");
}

function toOwn(address: RawAddress, neighbourhood: Neighbourhood): OwnAddress {
  const { city, postcode } = neighbourhood.of(address, address);
  const { lat, lng, street, hamlet, number } = address;
  return { lat, lng, street: street || hamlet, number, postcode, city };
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** One letter too many, too few, another one, or two that changed places; numbers stay as they are. */
export function withSlip(text: string, random: () => number): string {
  const places = [...text.matchAll(/\p{L}/gu)].map(({ index }) => index);
  if (places.length === 0) return text;
  const at = places[Math.floor(random() * places.length)]!;
  const letter = LETTERS[Math.floor(random() * 26)]!;
  const before = text.slice(0, at);
  const after = text.slice(at + 1);
  switch (Math.floor(random() * 4)) {
    case 0:
      return before + letter + text.slice(at);
    case 1:
      return before + after;
    case 2:
      return before + letter + after;
    default:
      return before + (after[0] ?? "") + text[at] + after.slice(1);
  }
}

const town = ({ postcode, city }: OwnAddress): string => [postcode, city].filter((part) => part !== "").join(" ");

export interface WayToAsk {
  name: string;
  write(address: OwnAddress, random: () => number): string;
  /** only these */
  fits?(address: OwnAddress): boolean;
}

export const WAYS_TO_ASK: readonly WayToAsk[] = [
  { name: "street number, postcode place", write: (one) => `${one.street} ${one.number}, ${town(one)}` },
  {
    name: "one slip of the hand",
    write: (one, random) => withSlip(`${one.street} ${one.number}, ${town(one)}`, random),
  },
  { name: "without the postcode", write: (one) => `${one.street} ${one.number}, ${one.city}` },
  { name: "number first, no comma", write: (one) => `${one.number} ${one.street} ${town(one)}` },
  { name: "place first", write: (one) => `${town(one)}, ${one.street} ${one.number}` },
  {
    name: "abbreviated, in capitals",
    write: (one) => `${one.street.replace(/stra(?:ss|ß)e$/i, "str.")} ${one.number} ${town(one)}`.toUpperCase(),
  },
  {
    name: "without accents",
    write: (one) => `${one.street} ${one.number}, ${town(one)}`.normalize("NFD").replace(/\p{M}/gu, ""),
  },
  {
    name: "postcode without the place",
    fits: ({ postcode }) => postcode !== "",
    write: (one) => `${one.street} ${one.number}, ${one.postcode}`,
  },
];

export interface Asked {
  asked: number;
  found: number;
  missed: { text: string; first: string }[];
  p50: number;
  p95: number;
}

/** An address is found when the first answer is within so many metres. */
const SAME_M = 30;

const squeezed = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

export async function askAll(geocoder: Geocoder, addresses: readonly OwnAddress[], way: WayToAsk): Promise<Asked> {
  const random = randomOf(7);
  const times: number[] = [];
  const missed: Asked["missed"] = [];
  let found = 0;
  const asked = addresses.filter((one) => way.fits?.(one) ?? true);
  for (const address of asked) {
    const text = way.write(address, random);
    const started = performance.now();
    const { candidates } = await geocoder.geocode(text);
    times.push(performance.now() - started);
    const [first] = candidates;
    const isSame =
      first?.kind === "address" &&
      (distanceMeters(first, address) <= SAME_M ||
        (squeezed(first.displayName).includes(squeezed(`${address.street}${address.number}`)) &&
          squeezed(first.displayName).endsWith(squeezed(address.city))));
    if (isSame) found += 1;
    else missed.push({ text, first: first ? `${first.displayName} (${first.kind})` : "nothing" });
  }
  return { asked: asked.length, found, missed, ...percentiles(times) };
}

function percentiles(times: number[]): { p50: number; p95: number } {
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95) };
}

/** Milliseconds for the list below a search field, at a few moments of typing each address. */
export async function timeTyping(geocoder: Geocoder, addresses: readonly OwnAddress[]) {
  const times: number[] = [];
  for (const one of addresses) {
    const text = `${one.street} ${one.number}, ${town(one)}`;
    for (const length of [3, 6, 10, text.length]) {
      const started = performance.now();
      await geocoder.search(text.slice(0, length));
      times.push(performance.now() - started);
    }
  }
  return percentiles(times);
}
