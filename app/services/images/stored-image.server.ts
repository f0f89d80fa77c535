import { open } from "node:fs/promises";
import { imageBytesError, imagePixelsError, wrongFormat } from "~/domain/validation/files";
import { isWholeImage } from "~/domain/validation/image-end";
import { imageSize } from "~/domain/validation/image-size";
import type { ReadBytes } from "~/domain/validation/image-size";
import { storedImageType } from "~/domain/validation/image-type";
import type { FileStorage } from "../storage/storage";

interface StoredImage {
  /** as the user calls it */
  name: string;
  key: string;
  bytes: number;
}

/**
 * What is wrong with a picture that has arrived, or null. Pixels count as well as bytes: a small file may hold a
 * picture that no phone can show. SVG has none.
 */
export async function storedImageFault(storage: FileStorage, image: StoredImage): Promise<string | null> {
  const { name, key, bytes } = image;
  const type = storedImageType(key);
  const fault = imageBytesError({ name, size: bytes });
  if (fault !== null || type === null || type === "svg") return fault;
  return withBytesOf(storage, key, async (read) => {
    const pixels = imagePixelsError(name, await imageSize(type, read));
    return pixels ?? ((await isWholeImage(type, read)) ? null : wrongFormat(name));
  });
}

const withBytesOf = <T>(storage: FileStorage, key: string, work: (read: ReadBytes) => Promise<T>): Promise<T> =>
  storage.withLocalFile(key, async (path) => {
    const file = await open(path, "r");
    try {
      return await work(async (offset, length) => {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
        return buffer.subarray(0, bytesRead);
      });
    } finally {
      await file.close();
    }
  });
