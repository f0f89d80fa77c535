// @ts-check
/**
 * Photos and signatures that wait to be sent: in the browser's database, because they are too large for its list of
 * texts; in memory where it refuses.
 *
 * @typedef {{ field: string, file: Blob, name: string }} WaitingFile
 */

const NAME = "driver-files";
const STORE = "files";

/** @type {Map<string, WaitingFile[]>} */
const memory = new Map();

/** @returns {Promise<IDBDatabase>} */
function database() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T>} work
 * @returns {Promise<T>}
 */
async function withStore(mode, work) {
  const db = await database();
  try {
    return await new Promise((resolve, reject) => {
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

/** @param {string} id of the report @param {WaitingFile[]} files */
export async function keepFiles(id, files) {
  try {
    await withStore("readwrite", (store) => store.put(files, id));
  } catch {
    memory.set(id, files);
  }
}

/** @param {string} id @returns {Promise<WaitingFile[]>} */
export async function filesOf(id) {
  const kept = memory.get(id);
  if (kept) return kept;
  try {
    return (await withStore("readonly", (store) => store.get(id))) ?? [];
  } catch {
    return [];
  }
}

/** @param {string} id */
export async function forgetFiles(id) {
  memory.delete(id);
  try {
    await withStore("readwrite", (store) => store.delete(id));
  } catch {
    // It was never stored.
  }
}
