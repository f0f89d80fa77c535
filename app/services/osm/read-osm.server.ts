import { readBlobs } from "./blobs.server";
import { readHeaderBlock, readPrimitiveBlock, type Found, type HeaderBlock } from "./blocks";
import { isDamaged, isNotSupported, notAnExtract } from "./osm-fault";
import type { OsmHeader, OsmVisitor } from "./osm-types";

export type { OsmBounds, OsmHeader, Tags } from "./osm-types";

/** What a file may demand of its readers and gets here. */
const KNOWN_FEATURES = new Set(["OsmSchema-V0.6", "DenseNodes"]);

interface ReadOsmOptions {
  /** @param share of the file's bytes, 0 to 1 */
  onProgress?(share: number): void;
  signal?: AbortSignal;
}

/**
 * Reads an OpenStreetMap extract (.osm.pbf) block by block; a block unpacks to 32 MiB at most, and never more than two
 * are in memory. Other and damaged files: an AppError with a sentence that names the file. Errors of the visitor are
 * thrown as they are.
 */
export async function readOsm(file: string, visitor: OsmVisitor, options: ReadOsmOptions = {}): Promise<OsmHeader> {
  let header: HeaderBlock | null = null;
  for await (const blob of readBlobs(file)) {
    options.signal?.throwIfAborted();
    if (blob.type === "OSMHeader") header ??= headerOf(file, blob.content);
    else if (blob.type === "OSMData") for (const visit of elementsOf(file, blob.content, visitor)) visit();
    options.onProgress?.(blob.share);
  }
  if (!header) throw notAnExtract(file);
  return { bounds: header.bounds, timestamp: header.timestamp };
}

function headerOf(file: string, content: Uint8Array): HeaderBlock {
  let header: HeaderBlock;
  try {
    header = readHeaderBlock(content);
  } catch (error) {
    throw notAnExtract(file, error);
  }
  const unknown = header.features.find((feature) => !KNOWN_FEATURES.has(feature));
  if (unknown !== undefined) throw isNotSupported(file, `needs "${unknown}"`);
  return header;
}

function elementsOf(file: string, content: Uint8Array, visitor: OsmVisitor): Found[] {
  try {
    return readPrimitiveBlock(content, visitor);
  } catch (error) {
    throw isDamaged(file, "one of its blocks can’t be read", error);
  }
}
