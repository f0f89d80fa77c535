/** What a company's imports may take of the storage: their files, and rows that are not imported yet. */
import { formatBytes } from "../format-number";

/** Two years of a daily file with 100,000 rows take less. */
const MOST_BYTES = 10e9;
/** A trial must not be able to fill the disk that all companies share. */
const MOST_TRIAL_BYTES = 500e6;

/**
 * Why a file finds no room beside what is kept already; null: it does.
 * @param bytes of the file, and of its rows once they are read
 */
export function keptImportsFault(kept: number, bytes: number, isPaying: boolean): string | null {
  const most = isPaying ? MOST_BYTES : MOST_TRIAL_BYTES;
  if (kept + bytes <= most) return null;
  return (
    `This file takes ${formatBytes(bytes)}, and the company has room for ${formatBytes(Math.max(0, most - kept))} ` +
    `of the ${formatBytes(most)} that its imports may take${isPaying ? "" : " during the trial"}. ` +
    "Remove imports that you don’t need any more, and upload it again."
  );
}
