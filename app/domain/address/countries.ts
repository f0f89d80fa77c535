/** Names of countries in the languages that addresses are written in. */
import { fold } from "./fold";

const LANGUAGES = "en de fr it es nl pl cs pt sv da nb fi hu uk".split(" ");
const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

let names: Map<string, string> | undefined;

function countryNames(): Map<string, string> {
  const found = new Map<string, string>();
  for (const language of LANGUAGES) {
    const texts = new Intl.DisplayNames([language], { type: "region", fallback: "none" });
    for (const first of LETTERS)
      for (const second of LETTERS) {
        const name = texts.of(first + second);
        if (name !== undefined) found.set(plain(name), current(first + second));
      }
  }
  return found;
}

/** Codes that were given up have the name of their successor: "FX" is "FR" today. */
const current = (code: string): string => new Intl.Locale(`und-${code}`).region ?? code;

const plain = (text: string): string => (fold(text).match(/[\p{L}]+/gu) ?? []).join(" ");

/** Two letters for a name or for two letters; null for anything else. */
export function countryCodeOf(text: string): string | null {
  names ??= countryNames();
  const code = text.trim().toUpperCase();
  if (/^[A-Z]{2}$/.test(code)) return [...names.values()].includes(current(code)) ? current(code) : null;
  return names.get(plain(text)) ?? null;
}

/** The country that the last part of an address names, and where that part begins; null: none. */
export function countryAtEnd(text: string): { code: string; from: number } | null {
  const comma = Math.max(text.lastIndexOf(","), text.lastIndexOf(";"), text.lastIndexOf("\n"));
  if (comma < 0) return null;
  const code = countryCodeOf(text.slice(comma + 1));
  return code === null ? null : { code, from: comma };
}

/**
 * Code of the country whose name the address ends with. Two letters tell none: behind an address they may be a canton,
 * a state or a province, as in 'Bulle, FR', which is in Switzerland.
 */
export function countryNamedAtEnd(text: string): string | null {
  const end = countryAtEnd(text);
  return end === null || /^\P{L}*\p{L}{2}\P{L}*$/u.test(text.slice(end.from)) ? null : end.code;
}
