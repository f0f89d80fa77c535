import { closeSync, openSync, read, readSync } from "node:fs";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { bytesToHeader, Compression, PMTiles, SharedPromiseCache, type Source } from "pmtiles";
import type { TileSource } from "./tile-source";

const HEADER_BYTES = 127;
/** Directories of the archive that stay in memory. */
const MOST_DIRECTORIES = 100;

const readFrom = promisify(read);
const unzip = promisify(gunzip);
const zip = promisify(gzip);

const bufferOf = (bytes: Buffer): ArrayBuffer => Uint8Array.from(bytes).buffer;

/** An archive as Protomaps publishes them. @throws Error for a file that is none: env.server.ts has looked before. */
export function pmtilesSource(file: string, attribution: string): TileSource {
  const descriptor = openSync(file, "r");
  const head = Buffer.alloc(HEADER_BYTES);
  readSync(descriptor, head, 0, HEADER_BYTES, 0);
  const header = bytesToHeader(bufferOf(head));
  const source: Source = {
    getKey: () => file,
    getBytes: async (offset, length) => {
      const { bytesRead, buffer } = await readFrom(descriptor, Buffer.alloc(length), 0, length, offset);
      return { data: bufferOf(buffer.subarray(0, bytesRead)) };
    },
  };
  const unpack = async (packed: ArrayBuffer, how: Compression): Promise<ArrayBuffer> => {
    if (how === Compression.Gzip) return bufferOf(await unzip(Buffer.from(packed)));
    if (how === Compression.None || how === Compression.Unknown) return packed;
    throw new Error("The PMTiles archive is compressed with something else than gzip.");
  };
  // Directories are unpacked here; tiles are sent to browsers as they are packed.
  const archive = new PMTiles(source, new SharedPromiseCache(MOST_DIRECTORIES, true, unpack), (tile) =>
    Promise.resolve(tile),
  );
  return {
    minZoom: header.minZoom,
    maxZoom: header.maxZoom,
    bounds: { west: header.minLon, south: header.minLat, east: header.maxLon, north: header.maxLat },
    attribution,
    async tile(z, x, y) {
      const found = await archive.getZxy(z, x, y);
      if (!found || found.data.byteLength === 0) return null;
      const content = Buffer.from(found.data);
      return header.tileCompression === Compression.Gzip ? content : await zip(content);
    },
    close: () => closeSync(descriptor),
  };
}
