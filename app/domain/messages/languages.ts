/** The languages that messages are written in, and which one a country reads. */
import { MessageKind } from "./message-kind";
import { de } from "./texts/de";
import { en } from "./texts/en";
import { es } from "./texts/es";
import { fr } from "./texts/fr";
import { it } from "./texts/it";
import type { LanguageTexts } from "./texts/language-texts";
import { nl } from "./texts/nl";
import { pl } from "./texts/pl";
import { pt } from "./texts/pt";
import { uk } from "./texts/uk";

const TEXTS = { en, de, fr, it, es, nl, pl, pt, uk } as const satisfies Readonly<Record<string, LanguageTexts>>;
export type MessageLanguage = keyof typeof TEXTS;

export const MESSAGE_LANGUAGES = Object.keys(TEXTS) as readonly MessageLanguage[];

export const LANGUAGE_NAMES: Readonly<Record<MessageLanguage, string>> = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  it: "Italiano",
  es: "Español",
  nl: "Nederlands",
  pl: "Polski",
  pt: "Português",
  uk: "Українська",
};

export const isMessageLanguage = (text: string): text is MessageLanguage => Object.hasOwn(TEXTS, text);

/** What was written for the product in this language. */
export const textsIn = (language: MessageLanguage): LanguageTexts => TEXTS[language];

/** On the button of a mail: what is over can't be followed any more. */
export function buttonWord(language: MessageLanguage, kind: MessageKind): string {
  const { follow, see } = TEXTS[language];
  return kind === MessageKind.OutForDelivery || kind === MessageKind.Next ? follow : see;
}

/**
 * ISO 3166 alpha-2, by the language that most people there read. Where several are spoken (Switzerland, Belgium) a
 * company that delivers in one part of the country sets its language.
 */
const COUNTRIES: Readonly<Record<Exclude<MessageLanguage, "en">, string>> = {
  de: "DE AT CH LI",
  fr: "FR MC LU BF BJ CD CF CG CI CM DJ GA GF GN GP HT MG ML MQ NC NE PF RE SN TD TG YT",
  it: "IT SM VA",
  es: "ES AD AR BO CL CO CR CU DO EC GQ GT HN MX NI PA PE PR PY SV UY VE",
  nl: "NL BE SR AW CW SX",
  pl: "PL",
  pt: "PT BR AO MZ CV GW ST TL",
  uk: "UA",
};
const BY_COUNTRY: ReadonlyMap<string, MessageLanguage> = new Map(
  Object.entries(COUNTRIES).flatMap(([language, countries]) =>
    countries.split(" ").map((country) => [country, language as MessageLanguage] as const),
  ),
);

/** English where none of the languages is read. @param country ISO 3166 alpha-2, null when it isn't known */
export const languageOfCountry = (country: string | null): MessageLanguage =>
  BY_COUNTRY.get(country?.toUpperCase() ?? "") ?? "en";
