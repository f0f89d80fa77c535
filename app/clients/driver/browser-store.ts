/** Records in a database of the browser: they outlive the page, the browser and a new build. */
import { withBytes, withFiles } from "./file-bytes";

interface Kept {
  id: string;
  /** one member of one company: several people may use a phone */
  owner: string;
}

/** Each call is done, or nothing of it is. All reject with what the browser says: no room, forbidden. */
interface BrowserStore<T extends Kept> {
  /** in any order; of everybody where no owner is named */
  all(owner?: string): Promise<T[]>;
  /** adds it, or puts it in the place of the one with its id */
  put(record: T): Promise<void>;
  remove(id: string): Promise<void>;
}

/**
 * @param database with one store alone: a page of an older build, which knows nothing of a second one, could not open
 * it any more
 */
export function browserStore<T extends Kept>(database: string, name: string): BrowserStore<T> {
  const open = (): Promise<IDBDatabase> =>
    new Promise((resolve, reject) => {
      const request = indexedDB.open(database, 1);
      request.onupgradeneeded = () =>
        request.result.createObjectStore(name, { keyPath: "id" }).createIndex("owner", "owner");
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });

  async function inStore<R>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<R>): Promise<R> {
    const db = await open();
    try {
      return await new Promise<R>((resolve, reject) => {
        // On the disk when it is done: the battery may be empty a moment later.
        const transaction = db.transaction(name, mode, { durability: "strict" });
        const request = work(transaction.objectStore(name));
        transaction.oncomplete = () => resolve(request.result);
        transaction.onerror = () => reject(transaction.error);
        transaction.onabort = () => reject(transaction.error);
      });
    } finally {
      db.close();
    }
  }

  return {
    async all(owner) {
      const stored = await inStore<T[]>("readonly", (store) =>
        owner === undefined ? store.getAll() : store.index("owner").getAll(owner),
      );
      return stored.map((record) => withFiles(record) as T);
    },
    async put(record) {
      const write = (value: unknown) => inStore("readwrite", (store) => store.put(value));
      try {
        await write(record);
      } catch {
        await write(await withBytes(record));
      }
    },
    async remove(id) {
      await inStore("readwrite", (store) => store.delete(id));
    },
  };
}
