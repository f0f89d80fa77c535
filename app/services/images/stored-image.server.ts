import { open } from "node:fs/promises";
import { imageSize } from "~/domain/validation/image-size";
import type { PixelSize } from "~/domain/validation/image-size";
import { storedImageType } from "~/domain/validation/image-type";
import type { FileStorage } from "../storage/storage";

/** Pixels of a stored picture; `undefined` for one that has none (SVG), null for one whose head can't be read. */
export async function storedImageSize(storage: FileStorage, key: string): Promise<PixelSize | null | undefined> {
  const type = storedImageType(key);
  if (type === null || type === "svg") return undefined;
  return storage.withLocalFile(key, async (path) => {
    const file = await open(path, "r");
    try {
      return await imageSize(type, async (offset, length) => {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
        return buffer.subarray(0, bytesRead);
      });
    } finally {
      await file.close();
    }
  });
}
