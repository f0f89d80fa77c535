/**
 * Photos and signatures that wait to be sent: in the browser's database, because they are too large for its list of
 * texts; in memory where it refuses.
 */

export interface WaitingFile {
  /** of the form */
  field: string;
  file: Blob;
  name: string;
}

const NAME = "driver-files";
const STORE = "files";

const memory = new Map<string, WaitingFile[]>();

function database(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function withStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const db = await database();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = db.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    db.close();
  }
}

/** @param id of the report that they belong to */
export async function keepFiles(id: string, files: WaitingFile[]): Promise<void> {
  try {
    await withStore("readwrite", (store) => store.put(files, id));
  } catch {
    memory.set(id, files);
  }
}

export async function filesOf(id: string): Promise<WaitingFile[]> {
  const kept = memory.get(id);
  if (kept) return kept;
  try {
    return (await withStore<WaitingFile[] | undefined>("readonly", (store) => store.get(id))) ?? [];
  } catch {
    return [];
  }
}

export async function forgetFiles(id: string): Promise<void> {
  memory.delete(id);
  try {
    await withStore("readwrite", (store) => store.delete(id));
  } catch {
    // It was never stored.
  }
}
