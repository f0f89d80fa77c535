/** What a company's imports may take of the storage: their files, and rows that are not imported yet. */
import { formatBytes } from "../format-number";

/** Two years of a daily file with 100,000 rows take less. */
const MOST_BYTES = 10e9;
/** Whoever pays nothing could fill the disk of all others. */
const MOST_TRIAL_BYTES = 500e6;

/** Why imports of so many bytes can't be kept; null: they can. */
export function keptImportsFault(bytes: number, isPaying: boolean): string | null {
  const most = isPaying ? MOST_BYTES : MOST_TRIAL_BYTES;
  if (bytes <= most) return null;
  return (
    `With this file the company’s imports would take ${formatBytes(bytes)}, ` +
    `and ${formatBytes(most)} ${isPaying ? "are kept at most" : "are kept during the trial"}. ` +
    "Discard imports that you don’t need any more, and upload it again."
  );
}
