import { closeSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs";
import { gzipSync } from "node:zlib";
import Database from "better-sqlite3";
import type { Box } from "./geometry";
import { LAYERS, MAX_ZOOM, MIN_ZOOM } from "./map-feature";

export const ATTRIBUTION = "© OpenStreetMap contributors";

/**
 * Writes vector tiles as MBTiles (https://github.com/mapbox/mbtiles-spec): an SQLite file. It gets its name when it is
 * whole.
 */
export class MbtilesWriter {
  private readonly part: string;
  private readonly db: Database.Database;
  private readonly insert: Database.Statement<[number, number, number, Buffer]>;
  tiles = 0;

  constructor(private readonly target: string) {
    this.part = `${target}.part`;
    rmSync(this.part, { force: true });
    this.db = new Database(this.part);
    this.db.pragma("journal_mode = OFF");
    this.db.pragma("synchronous = OFF");
    this.db.exec(`
      CREATE TABLE metadata (name TEXT PRIMARY KEY, value TEXT);
      CREATE TABLE tiles (
        zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB,
        PRIMARY KEY (zoom_level, tile_column, tile_row)
      ) WITHOUT ROWID;
    `);
    this.insert = this.db.prepare("INSERT INTO tiles VALUES (?, ?, ?, ?)");
  }

  /** All at once, or none. */
  together(write: () => void): void {
    this.db.transaction(write)();
  }

  tile(z: number, x: number, y: number, content: Uint8Array): void {
    // MBTiles counts rows from the south.
    this.insert.run(z, x, 2 ** z - 1 - y, gzipSync(content));
    this.tiles += 1;
  }

  finish(bounds: Box, name: string): void {
    const { west, south, east, north } = bounds;
    const metadata: Record<string, string> = {
      name,
      format: "pbf",
      type: "baselayer",
      minzoom: String(MIN_ZOOM),
      maxzoom: String(MAX_ZOOM),
      bounds: [west, south, east, north].map((side) => side.toFixed(7)).join(","),
      attribution: ATTRIBUTION,
      json: JSON.stringify({ vector_layers: LAYERS.map((id) => ({ id, fields: {} })) }),
    };
    const insert = this.db.prepare("INSERT INTO metadata VALUES (?, ?)");
    for (const [key, value] of Object.entries(metadata)) insert.run(key, value);
    this.db.close();
    const file = openSync(this.part, "r+");
    fsyncSync(file);
    closeSync(file);
    renameSync(this.part, this.target);
  }

  /** What was not finished is thrown away. */
  discard(): void {
    this.db.close();
    rmSync(this.part, { force: true });
  }
}
