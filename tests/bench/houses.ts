import { readOsm } from "~/services/osm/read-osm.server";
import type { Place } from "~/services/routing/engine";

/**
 * Places of houses of an extract, and where it has too few of them of other nodes, in an order that is spread over all
 * of it and the same every time.
 */
export async function houses(file: string, most = 20_000): Promise<Place[]> {
  const found: Place[] = [];
  const others: Place[] = [];
  await readOsm(file, {
    node(id, lat, lng, tags) {
      if (tags?.["addr:housenumber"] !== undefined) found.push({ lat, lng });
      else if (id % 17 === 0) others.push({ lat, lng });
    },
  });
  let seed = 1;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  return [...found, ...others]
    .slice(0, most)
    .map((place) => ({ place, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ place }) => place);
}
