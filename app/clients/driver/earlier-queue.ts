/**
 * Reports that an earlier build of the page kept: in the browser's list of texts, and their pictures in a database of
 * their own.
 */
import type { ReportQueue, WaitingFile } from "./queue";

interface EarlierReport {
  id: string;
  url: string;
  fields: Record<string, string>;
  label: string;
  at: number;
  hasFiles?: boolean;
}

const FILES = "driver-files";

function filesOf(id: string): Promise<WaitingFile[]> {
  return new Promise((resolve) => {
    const opening = indexedDB.open(FILES, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("files");
    opening.onerror = () => resolve([]);
    opening.onsuccess = () => {
      const db = opening.result;
      const reading = db.transaction("files").objectStore("files").get(id);
      reading.onsuccess = () => resolve((reading.result as WaitingFile[] | undefined) ?? []);
      reading.onerror = () => resolve([]);
      db.close();
    };
  });
}

/** Takes them over. A report whose taking over was cut off is taken over again, under the same id. */
export async function takeOverEarlier(queue: ReportQueue, owner: string): Promise<void> {
  const key = `driver.reports.${owner}`;
  let kept: EarlierReport[];
  try {
    kept = JSON.parse(window.localStorage.getItem(key) ?? "[]") as EarlierReport[];
  } catch {
    return;
  }
  if (kept.length === 0) return;
  for (const { hasFiles, ...report } of kept)
    await queue.add({ ...report, owner, ...(hasFiles ? { files: await filesOf(report.id) } : {}) });
  if (queue.isAtRisk) return;
  window.localStorage.removeItem(key);
  indexedDB.deleteDatabase(FILES);
}
