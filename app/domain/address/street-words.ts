/** Words for kinds of streets and their abbreviations, in the languages of maps and of people. */
import { fold } from "./fold";

/**
 * Every word of a line means the same. Words of several languages may share a line: that makes a comparison milder and
 * never stricter.
 */
const SAME: readonly string[] = [
  "str strasse strase straat strat strada stradale",
  "st street saint sainte sankt sint ste szent",
  "av ave avenue aven avda avenida avd",
  "bd bld blvd boul bvd boulevard bul bulvar bulevardul bulwar",
  "pl platz place plaza pza plza plac piazza plats plass plads praca pca plein pln namesti nam namestie площа пл",
  "rd road",
  "ln lane",
  "dr drive doktor",
  "ct court",
  "cl close calle",
  "cres crescent",
  "gdns gardens",
  "hwy highway",
  "pkwy parkway",
  "sq square",
  "ter terrace terr",
  "mt mount",
  "rue r",
  "ch che chem chemin",
  "rte route rt",
  "imp impasse",
  "all allee allea aleja al alle",
  "fbg fg faubourg",
  "quai q",
  "crs cours",
  "via v",
  "viale vle",
  "vicolo vic",
  "largo lgo",
  "corso cso",
  "loc localita",
  "frazione fraz fr",
  "paseo pso po",
  "ctra carretera cra",
  "camino cno",
  "travessa tv",
  "estrada estr",
  "gasse g gass",
  "weg wg",
  "ring rg",
  "gt gata gatan gate gaten gade",
  "vg vag vagen vej veien vegen vei veg",
  "ul ulica ulice ulitsa улица ул вулиця вул вулица",
  "os osiedle",
  "tr trida",
  "nabr nabrezi",
  "utca u",
  "krt korut",
  "prospekt просп проспект",
  "sok sokak sk sokagi",
  "cad cadde caddesi cd",
  "mah mahalle mahallesi mh",
  "gr gracht",
  "ob ober oberer obere oberes",
  "unt unter unterer untere unteres",
  "prof professor",
  "gen general generale generala gal",
  "pres president presidente",
];

function sameWords(): Map<string, string> {
  const found = new Map<string, string>();
  for (const line of SAME) {
    const [first, ...others] = fold(line).split(" ");
    for (const word of others) if (!found.has(word)) found.set(word, first!);
  }
  return found;
}

/** The common form of each word for a kind of street. */
export const CANONICAL: ReadonlyMap<string, string> = sameWords();

/** Ends of compound names: "Bahnhofstraße", "Bahnhofstr.", "Neubaug." */
const ENDS: readonly [RegExp, string][] = [
  [/(\p{L}{3,})(?:strasse|strase|straße|strat)$/u, "$1str"],
  [/(\p{L}{3,})gasse$/u, "$1g"],
  [/(\p{L}{3,})platz$/u, "$1pl"],
  [/(\p{L}{3,})(?:gatan|gata|gaten|gate|gade)$/u, "$1gt"],
  [/(\p{L}{3,})(?:vagen|veien|vegen|vej|vei|veg)$/u, "$1vg"],
];

/** @param word folded */
export function canonicalWord(word: string): string {
  const known = CANONICAL.get(word);
  if (known !== undefined) return known;
  for (const [end, short] of ENDS) if (end.test(word)) return word.replace(end, short);
  return word;
}

/** Kinds of streets: a text may leave them out or name another. */
const KINDS = new Set(
  fold(
    "str av bd pl rd ln dr ct cl cres gdns hwy pkwy sq ter rue ch rte imp all fbg quai crs via viale vicolo " +
      "largo corso " +
      "loc frazione calle paseo ctra camino travessa estrada gasse g weg ring gt vg ul os tr nabr utca krt ut ter " +
      "prospekt sok cad mah gr st rua strada",
  ).split(" "),
);

/** Words that carry nothing by themselves. */
const SMALL = new Set(
  fold(
    "a am an auf aux au bei beim d da dal de degli dei del dell della delle den der des di die do dos du e el en et " +
      "het i il im in l la las le les lo los na nad o of op p pod s sur t the ten und van von vor y z zu zum zur и на",
  ).split(" "),
);

/** How much a word says about which name is meant, 0 to 1. */
export function wordWeight(word: string): number {
  if (SMALL.has(word)) return 0.1;
  if (KINDS.has(word)) return 0.3;
  return 1;
}

/** Words before a house number that only say that it is one. */
export const NUMBER_WORDS = new Set("nr no num numero nummer number hausnummer n c cp popisne".split(" "));

/** Words around a number within the house. */
export const UNIT_WORDS = new Set(
  (
    "top tur stiege stg apt apartment appt app appartement flat unit suite wohnung whg etage stock og ug eg floor fl " +
    "piso esc escalera interno int scala sc bus boite bte lok lokal m mieszkanie byt lgh hinterhaus hh postfach"
  ).split(" "),
);
