import type { Db } from "~/db/client.server";
import { readTravelTimes, writeTravelTimes } from "~/db/repositories/travel-times.server";
import { nowText } from "~/services/now.server";
import type { TravelCache } from "~/services/routing/travel-cache.server";

const NONE = new Int32Array(0);

/** The numbers of a column; copied, because they may begin at any byte. */
const numbersOf = ({ buffer, byteOffset, byteLength }: Buffer): Int32Array =>
  new Int32Array(buffer.slice(byteOffset, byteOffset + byteLength - (byteLength % Int32Array.BYTES_PER_ELEMENT)));

/** Known travel times in the database. A database that is busy or away costs the times and nothing else. */
export const travelCacheIn = (database: () => Db): TravelCache => ({
  async read(context, origins) {
    try {
      const found = await readTravelTimes(database(), context, origins, nowText());
      return origins.map((origin) => {
        const entries = found.get(origin);
        return entries === undefined ? NONE : numbersOf(entries);
      });
    } catch (error) {
      console.warn("Known travel times could not be read:", error);
      return origins.map(() => NONE);
    }
  },
  async write(context, rows) {
    try {
      await writeTravelTimes(
        database(),
        context,
        rows.map(({ origin, entries }) => ({
          origin,
          entries: Buffer.from(entries.buffer, entries.byteOffset, entries.byteLength),
        })),
        nowText(),
      );
    } catch (error) {
      console.warn("Travel times could not be kept:", error);
    }
  },
});
