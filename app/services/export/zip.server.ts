import { Readable } from "node:stream";
import { ZipFile } from "yazl";

/** A file of an archive; its content is asked for when its turn has come. */
export interface ZipEntry {
  name: string;
  /** false for what is packed already, such as photos */
  isPacked?: boolean;
  content(): AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>;
}

/**
 * A zip archive that is made while it is read: one entry after the other, and no faster than the reader takes it. When
 * an entry fails, or the reader goes away, nothing more is asked for; what was sent then lacks the archive's directory,
 * so that no program takes it for the whole.
 */
export function zipStream(entries: AsyncIterable<ZipEntry>, madeAt: Date): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  let current: Readable | undefined;
  const fail = (error: unknown): void => void output.destroy(error as Error);
  zip.on("error", fail);
  output.once("close", () => current?.destroy());

  const add = ({ name, isPacked = false, content }: ZipEntry): Promise<void> =>
    new Promise((resolve, reject) => {
      output.once("close", resolve);
      zip.addReadStreamLazy(name, { compress: !isPacked, mtime: madeAt }, (give) => {
        Promise.resolve(content()).then((pieces) => {
          current = Readable.from(pieces, { objectMode: false });
          current.once("error", reject);
          current.once("end", () => {
            output.off("close", resolve);
            resolve();
          });
          give(null, current);
        }, reject);
      });
    });

  const addAll = async (): Promise<void> => {
    for await (const entry of entries) {
      if (output.destroyed) return;
      await add(entry);
    }
    zip.end();
  };
  addAll().catch(fail);
  return output;
}
