/** What erasures work with, and how a list of them is gone through. */
import type { Db } from "~/db/client.server";
import type { UtcText } from "~/db/tables";
import type { SpreadsheetReader } from "~/services/spreadsheet/workbook";
import type { FileStorage } from "~/services/storage/storage";

export interface Erasing {
  db: Db;
  storage: FileStorage;
  spreadsheets: Pick<SpreadsheetReader, "convert" | "rows">;
  now: UtcText;
  /** ends the work between two pieces; what is left goes on with the next call */
  signal?: AbortSignal | undefined;
}

/**
 * Erases those that are due. What fails is first in the list again with the next call: it must not keep the others
 * back, not even when all of the list fails.
 * @param due a list of the next ones, without those given
 * @param erase false: its time has not come yet, and it is tried again with the next call
 * @param signal what it cuts off has not failed
 * @returns how many were erased
 * @throws the first failure, else the signal's reason
 */
export async function eraseDue(
  due: (but: readonly number[]) => Promise<number[]>,
  erase: (id: number) => Promise<void | false>,
  signal?: AbortSignal,
): Promise<number> {
  const isCutOff = (): boolean => signal?.aborted === true;
  const failures = new Map<number, unknown>();
  const early = new Set<number>();
  let erased = 0;
  let ids: number[];
  do {
    ids = await due([...failures.keys(), ...early]);
    for (const id of ids) {
      if (isCutOff()) break;
      await erase(id).then(
        (done) => (done === false ? early.add(id) : (erased += 1)),
        (error: unknown) => isCutOff() || failures.set(id, error),
      );
    }
  } while (ids.length > 0 && erased === 0 && !isCutOff());
  for (const failure of failures.values()) throw failure;
  signal?.throwIfAborted();
  return erased;
}
