import type { ResolvedQuery, WordMatch } from "~/domain/address/match";
import type { Place } from "~/domain/place";
import type { AddressIndex, IndexEntry } from "./address-index";
import { alternativesAt } from "./resolve-query";
import { bestOf } from "./rank";

const LIMIT = 200;
/** Good enough not to look on. */
const GOOD = 0.9;
/** Towns of one name that are looked around in. */
const MOST_NAMED = 6;

type Group = readonly string[];

/**
 * The entries that may be meant, by fewer and fewer of the words: all of them; all but the town, in the neighbourhood
 * of the town; all but any one; any one of them.
 */
export async function findEntries(index: AddressIndex, query: ResolvedQuery, near?: Place): Promise<IndexEntry[]> {
  const found = new Map<number, IndexEntry>();
  const look = async (match: WordMatch, around?: Place & { withinM?: number }) => {
    if (match.length === 0) return;
    const entries = await index.entries(match, { limit: LIMIT, ...(around ? { around } : {}) });
    for (const entry of entries) found.set(entry.id, entry);
  };
  const isGood = () => bestOf(query, [...found.values()]) >= GOOD;

  const words = query.words.map((word, at) => ({ ...word, at, group: alternativesAt(query, at) }));
  const postcode = query.postcodes.find(({ code }) => query.knownPostcodes.has(code));
  const useful = words.filter(({ hasDigits, group }) => !hasDigits && group.length > 0);
  const kinds = useful.filter(({ weight }) => weight >= 0.3);
  const strong = useful.filter(({ weight }) => weight >= 0.5);
  const groupsOf = (list: readonly { group: Group }[]): Group[] => list.map(({ group }) => group);

  if (kinds.length > strong.length) await look([groupsOf(kinds)], near);
  if (strong.length > 0 && !isGood()) await look([groupsOf(strong)], near);
  if (strong.length === 0)
    await look(
      [groupsOf(kinds.length > 0 ? kinds : useful)].filter((list) => list.length > 0),
      near,
    );
  if (isGood()) return [...found.values()];

  for (const place of query.named.slice(0, MOST_NAMED)) {
    const rest = (strong.length > 0 ? strong : kinds).filter(({ at }) => !place.words.includes(at));
    const around = { lat: place.lat, lng: place.lng, withinM: place.radiusM * 1.5 + 2000 };
    if (rest.length > 0) await look([groupsOf(rest)], around);
  }
  if (postcode && strong.length === 0) await look([[[`pc${postcode.code}`]]], near);
  if (isGood()) return [...found.values()];

  if (strong.length > 2)
    await look(
      strong.map((left) => groupsOf(strong.filter((one) => one !== left))),
      near,
    );
  if (isGood() || strong.length < 2) return [...found.values()];
  if (bestOf(query, [...found.values()]) < 0.6)
    await look(
      strong.map(({ group }) => [group]),
      near ?? query.named[0],
    );
  return [...found.values()];
}
