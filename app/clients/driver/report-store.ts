/** Reports in the browser's database, with their pictures: they outlive the page, the browser and a new build. */
import type { Report, ReportStore } from "./queue";

const NAME = "driver";
const STORE = "reports";

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () =>
      request.result.createObjectStore(STORE, { keyPath: "id" }).createIndex("owner", "owner");
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** @throws what the browser says: no room, forbidden */
async function inStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const db = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      // On the disk when it is done: the battery may be empty a moment later.
      const transaction = db.transaction(STORE, mode, { durability: "strict" });
      const request = work(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    db.close();
  }
}

/** Of one member of one company: several people may use a phone. */
export const reportStore = (owner: string): ReportStore => ({
  all: () => inStore<Report[]>("readonly", (store) => store.index("owner").getAll(owner)),
  async put(report) {
    await inStore("readwrite", (store) => store.put(report));
  },
  async remove(id) {
    await inStore("readwrite", (store) => store.delete(id));
  },
});
