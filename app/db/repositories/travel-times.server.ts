import { ENTRY_BYTES } from "~/domain/travel-entries";
import { inBatches } from "~/lib/in-batches";
import type { Db } from "../client.server";
import { withTransaction } from "../transaction.server";
import type { UtcText } from "../tables";

/** Travel times belong to no company: they are facts about roads, looked up by coordinates alone. */

interface StoredTimes {
  origin: string;
  entries: Buffer;
}

/** What is kept altogether, in bytes of entries; what was not used for the longest time goes first. */
const MAX_TRAVEL_BYTES = 400_000_000;
/** Rows of up to 64 kB: what one statement carries stays small. */
const BATCH = 20;

/** The stored entries by origin. */
export async function readTravelTimes(
  db: Db,
  context: string,
  origins: readonly string[],
  now: UtcText,
): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>();
  const day = now.slice(0, 10);
  for (const batch of inBatches(origins, BATCH)) {
    const rows = await db("travel_times").where({ context }).whereIn("origin", batch).select("*");
    for (const row of rows) found.set(row.origin, row.entries);
    // Once a day is enough to know what is in use.
    const stale = rows.filter((row) => row.used_at < day).map((row) => row.id);
    if (stale.length > 0) await db("travel_times").whereIn("id", stale).update({ used_at: now });
  }
  return found;
}

/** Takes the place of what was stored for these origins. */
export async function writeTravelTimes(
  db: Db,
  context: string,
  rows: readonly StoredTimes[],
  now: UtcText,
): Promise<void> {
  for (const batch of inBatches(rows, BATCH)) {
    await withTransaction(db, async (trx) => {
      await trx("travel_times")
        .where({ context })
        .whereIn(
          "origin",
          batch.map(({ origin }) => origin),
        )
        .delete();
      await trx("travel_times").insert(
        batch.map(({ origin, entries }) => ({
          context,
          origin,
          entries,
          entry_count: entries.byteLength / ENTRY_BYTES,
          used_at: now,
        })),
      );
    });
  }
}

/** Rows that are removed by one statement. */
const TRIM_BATCH = 500;

/** Removes what was not used for the longest time until the rest is within the bound. @returns how many rows */
export async function trimTravelTimes(db: Db, maxBytes: number = MAX_TRAVEL_BYTES): Promise<number> {
  let removed = 0;
  for (;;) {
    const [sum] = (await db("travel_times").sum({ entries: "entry_count" })) as { entries: number | null }[];
    let over = Number(sum?.entries ?? 0) * ENTRY_BYTES - maxBytes;
    if (over <= 0) return removed;
    const oldest = await db("travel_times")
      .orderBy([{ column: "used_at" }, { column: "id" }])
      .limit(TRIM_BATCH)
      .select("id", "entry_count");
    const ids: number[] = [];
    for (const row of oldest) {
      if (over <= 0) break;
      ids.push(row.id);
      over -= row.entry_count * ENTRY_BYTES;
    }
    removed += await db("travel_times").whereIn("id", ids).delete();
  }
}
