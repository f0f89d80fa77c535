/** Texts of headers: how they are compared, which field they name, which unit they give. */
import { IMPORT_FIELDS } from "./import-fields";
import type { ImportEntity } from "./import-fields";
import { headerUnit } from "./units";
import { VEHICLE_HEADERS } from "./vehicle-headers";
import { CUSTOMER_NUMBERS, ROW_IDS, VISIT_HEADERS } from "./visit-headers";

/** Other headers that mean a field, by its key. Apart from the fields: browsers need those, and never the headers. */
const FIELD_HEADERS: Readonly<Record<ImportEntity, Readonly<Record<string, readonly string[]>>>> = {
  visit: VISIT_HEADERS,
  vehicle: VEHICLE_HEADERS,
};

/** Letters that have no accent to take off. */
const PLAIN: Readonly<Record<string, string>> = { ß: "ss", ł: "l", ø: "o", æ: "ae", œ: "oe", đ: "d", ı: "i" };

/** No header is longer. The normal form of a text full of loose accents takes the square of its length. */
const MAX_HEADER_CHARS = 1000;

const normal = (text: string, form: "NFC" | "NFKD"): string =>
  text.length > MAX_HEADER_CHARS ? "" : text.normalize(form);

/** Lower case without accents, spaces and punctuation: 'Start-Time ' and 'start time' are the same header. */
export const headerKey = (text: string): string =>
  normal(text, "NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[ßłøæœđı]/g, (letter) => PLAIN[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]/gu, "");

/** With its accents: 'Č.p.' is no 'CP'. */
const accentedKey = (text: string): string =>
  normal(text, "NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/** 'Länge' is also written 'Laenge'. */
const spelledOut = (text: string): string =>
  text.replace(/[äöü]/gi, (letter) => `${letter.normalize("NFKD").charAt(0)}e`);

type Lines = readonly string[];

interface HeaderMatch {
  key: string;
  exact: boolean;
  /** The word names the field only where no other column does; a doubtful one is to be looked at. */
  late?: "sure" | "doubtful";
}

/** By entity and field: words that come after all others. */
const LATE_HEADERS: Readonly<Record<ImportEntity, readonly (Omit<HeaderMatch, "exact"> & { lines: Lines })[]>> = {
  visit: [
    { key: "externalId", late: "sure", lines: ROW_IDS },
    { key: "externalId", late: "doubtful", lines: CUSTOMER_NUMBERS },
  ],
  vehicle: [],
};

function buildIndex(entity: ImportEntity): ReadonlyMap<string, HeaderMatch> {
  const index = new Map<string, HeaderMatch>();
  const add = (key: string, match: HeaderMatch): void => {
    if (key !== "" && !index.has(key)) index.set(key, match);
  };
  for (const { key, label } of IMPORT_FIELDS[entity]) {
    add(headerKey(label), { key, exact: true });
    add(headerKey(key), { key, exact: true });
  }
  const wordsOf = (lines: Lines, match: HeaderMatch) =>
    lines.flatMap((line) => line.split(",").map((word) => ({ word, match })));
  const words = [
    ...IMPORT_FIELDS[entity].flatMap(({ key }) => wordsOf(FIELD_HEADERS[entity][key] ?? [], { key, exact: false })),
    ...LATE_HEADERS[entity].flatMap(({ lines, ...match }) => wordsOf(lines, { ...match, exact: false })),
  ];
  for (const { word, match } of words) add(accentedKey(word), match);
  for (const { word, match } of words) {
    add(headerKey(word), match);
    add(headerKey(spelledOut(word)), match);
  }
  return index;
}

const INDEX: Readonly<Record<ImportEntity, ReadonlyMap<string, HeaderMatch>>> = {
  visit: buildIndex("visit"),
  vehicle: buildIndex("vehicle"),
};

/** Whom or what a column belongs to says nothing of what it holds: 'Customer phone', 'Entrega desde'. */
const OWNERS = new Set(
  (
    "delivery customer client recipient receiver consignee shipping visit stop ship drop of the for no " +
    "lieferung kunde kunden empfanger empfaenger besuch stopp des der die das " +
    "livraison destinataire visite du de la le des d l consegna cliente destinatario di del della " +
    "entrega visita el los aflevering levering klant ontvanger van het dostawa dostawy klienta odbiorcy klient " +
    "doruceni zakaznik zakaznika prijemce доставка доставки клієнта одержувача отримувача клиента получателя"
  ).split(" "),
);
const OWNER_PREFIX = /^(?:liefer|kunden|empfanger|empfaenger|auftrags|klant|aflever)(?=\p{L}{3})/u;

/** What is looked up, one after another: the header, without brackets, without its unit, without its owner. */
function* readings(header: string): Generator<string> {
  const bare = header.replace(/[([{<][^)\]}>]*[)\]}>]?/g, " ");
  yield headerKey(bare);
  const { text } = headerUnit(bare);
  const key = headerKey(text);
  yield key;
  const words = text.split(/[^\p{L}\p{M}\p{N}]+/u).map(headerKey);
  yield words.filter((word) => !OWNERS.has(word)).join("");
  yield key.replace(OWNER_PREFIX, "");
}

/** The field that a header names, or null: 'Gewicht (kg)', 'Dauer in min', 'Customer phone number'. */
export function fieldOfHeader(entity: ImportEntity, header: string): HeaderMatch | null {
  const index = INDEX[entity];
  const accented = index.get(accentedKey(header));
  const whole = index.get(headerKey(header));
  if (whole?.exact === true) return whole;
  if (accented !== undefined) return accented;
  if (whole !== undefined) return whole;
  for (const key of readings(header)) {
    const match = index.get(key);
    if (match !== undefined) return { ...match, exact: false };
  }
  return null;
}
