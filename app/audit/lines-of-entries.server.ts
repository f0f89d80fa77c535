import { inTurns } from "~/lib/turns.server";
import { mapped } from "~/lib/pieces";

/** Of a file: the newest. */
const MOST_EXPORTED = 10_000;
/** SQLite reads in this thread, and each entry's changes are JSON. */
const AT_ONCE = 500;

/**
 * The lines of a log's file, newest first, at most 10,000: read and worded piece by piece, with room for others
 * between.
 * @param read entries older than one of them, in the order of the page
 */
export async function linesOfEntries<Entry extends { id: number }, Line>(
  read: (before: number | undefined, limit: number) => Promise<Entry[]>,
  lineOf: (entry: Entry) => Line,
): Promise<Line[]> {
  const lines: Line[] = [];
  for (let before: number | undefined; lines.length < MOST_EXPORTED;) {
    const entries = await read(before, AT_ONCE);
    lines.push(...(await inTurns(mapped(entries, lineOf))));
    if (entries.length < AT_ONCE) break;
    before = entries.at(-1)!.id;
  }
  return lines;
}
