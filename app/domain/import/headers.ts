/** Texts of headers: how they are compared, which field they name, which unit they give. */
import { FIELD_HEADERS, IMPORT_FIELDS } from "./import-fields";
import type { ImportEntity } from "./import-fields";
import { headerUnit } from "./units";

/** Letters that have no accent to take off. */
const PLAIN: Readonly<Record<string, string>> = { ß: "ss", ł: "l", ø: "o", æ: "ae", œ: "oe", đ: "d", ı: "i" };

/** Lower case without accents, spaces and punctuation: 'Start-Time ' and 'start time' are the same header. */
export const headerKey = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[ßłøæœđı]/g, (letter) => PLAIN[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]/gu, "");

/** 'Länge' is also written 'Laenge'. */
const spelledOut = (text: string): string =>
  text.replace(/[äöü]/gi, (letter) => `${letter.normalize("NFKD").charAt(0)}e`);

interface HeaderMatch {
  key: string;
  exact: boolean;
}

function buildIndex(entity: ImportEntity): ReadonlyMap<string, HeaderMatch> {
  const index = new Map<string, HeaderMatch>();
  const add = (header: string, match: HeaderMatch): void => {
    for (const key of [headerKey(header), headerKey(spelledOut(header))])
      if (key !== "" && !index.has(key)) index.set(key, match);
  };
  for (const { key, label } of IMPORT_FIELDS[entity]) {
    add(label, { key, exact: true });
    add(key, { key, exact: true });
  }
  for (const { key } of IMPORT_FIELDS[entity])
    for (const line of FIELD_HEADERS[entity][key] ?? [])
      for (const header of line.split(",")) add(header, { key, exact: false });
  return index;
}

const INDEX: Readonly<Record<ImportEntity, ReadonlyMap<string, HeaderMatch>>> = {
  visit: buildIndex("visit"),
  vehicle: buildIndex("vehicle"),
};

/** The field that a header names, or null. Units beside the name are left out: 'Gewicht (kg)', 'Dauer in min'. */
export function fieldOfHeader(entity: ImportEntity, header: string): HeaderMatch | null {
  const index = INDEX[entity];
  const whole = index.get(headerKey(header));
  if (whole !== undefined) return whole;
  const bare = header.replace(/[([{<][^)\]}>]*[)\]}>]?/g, " ");
  const withoutBrackets = index.get(headerKey(bare));
  if (withoutBrackets !== undefined) return { ...withoutBrackets, exact: false };
  const { text, unit } = headerUnit(bare);
  if (unit === null) return null;
  const withoutUnit = index.get(headerKey(text));
  return withoutUnit === undefined ? null : { ...withoutUnit, exact: false };
}
