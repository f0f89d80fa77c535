import Database from "better-sqlite3";
import { ATTRIBUTION } from "./mbtiles-writer.server";
import type { TileSource } from "./tile-source";

/** Tiles of a file that `buildBaseMap` wrote. One read takes well below a millisecond. */
export function mbtilesSource(file: string): TileSource {
  const db = new Database(file, { readonly: true, fileMustExist: true });
  const metadata = new Map(db.prepare("SELECT name, value FROM metadata").raw().all() as [string, string][]);
  const [west = -180, south = -85, east = 180, north = 85] = (metadata.get("bounds") ?? "").split(",").map(Number);
  const read = db
    .prepare("SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?")
    .pluck();
  return {
    minZoom: Number(metadata.get("minzoom") ?? 0),
    maxZoom: Number(metadata.get("maxzoom") ?? 14),
    bounds: { west, south, east, north },
    attribution: metadata.get("attribution") ?? ATTRIBUTION,
    // MBTiles counts rows from the south.
    tile: (z, x, y) => Promise.resolve((read.get(z, x, 2 ** z - 1 - y) as Buffer | undefined) ?? null),
    close: () => void db.close(),
  };
}
