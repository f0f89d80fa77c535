import type { FilesToErase } from "~/db/rights/erase-company.server";
import { miniatureKeys } from "~/services/images/miniature";
import { isSafeKey } from "~/services/storage/storage";
import type { FileStorage } from "~/services/storage/storage";

/** Stored files go with the small pictures that were made of them. */
export const filesIn = (storage: FileStorage): FilesToErase => ({
  async remove(keys) {
    for (const key of keys.filter(isSafeKey))
      for (const one of [key, ...miniatureKeys(key)]) if (isSafeKey(one)) await storage.remove(one);
  },
  async removeFolder(folder) {
    for await (const { key } of storage.list()) if (key.startsWith(folder) && isSafeKey(key)) await storage.remove(key);
  },
});
