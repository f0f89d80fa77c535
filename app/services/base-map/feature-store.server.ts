import { rmSync } from "node:fs";
import { deserialize, serialize } from "node:v8";
import Database from "better-sqlite3";
import { boxOfTile, cutRing, tilesOf, type Box } from "./geometry";
import { PER_DEGREE, Shape, type MapFeature } from "./map-feature";

/** Tiles from this zoom on are cut bucket by bucket; a bucket is one tile of it. */
export const BUCKET_ZOOM = 11;
/** What all tiles of lower zooms are cut from. */
export const OVERVIEW = -1;

/** Twice what geojson-vt leaves around a tile. */
const MARGIN = 128 / 4096;
const POINTS_PER_BATCH = 4_000;

interface Batch {
  features: MapFeature[];
  points: number;
}

function boxOf({ parts }: Pick<MapFeature, "parts">): Box {
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (const part of parts)
    for (let at = 0; at < part.length; at += 2) {
      const [lng, lat] = [part[at]! / PER_DEGREE, part[at + 1]! / PER_DEGREE];
      box.west = Math.min(box.west, lng);
      box.east = Math.max(box.east, lng);
      box.south = Math.min(box.south, lat);
      box.north = Math.max(box.north, lat);
    }
  return box;
}

/** Features on disk, by the part of the map that they are cut for; in memory is only what is not yet written. */
export class FeatureStore {
  private readonly db: Database.Database;
  private readonly waiting = new Map<number, Batch>();
  private readonly insert: Database.Statement<[number, Buffer]>;
  private open = false;

  constructor(private readonly file: string) {
    rmSync(file, { force: true });
    this.db = new Database(file);
    this.db.pragma("journal_mode = OFF");
    this.db.pragma("synchronous = OFF");
    this.db.exec("CREATE TABLE batches (id INTEGER PRIMARY KEY, bucket INTEGER NOT NULL, features BLOB NOT NULL)");
    this.insert = this.db.prepare("INSERT INTO batches (bucket, features) VALUES (?, ?)");
  }

  add(feature: MapFeature): void {
    const { left, right, top, bottom } = tilesOf(boxOf(feature), BUCKET_ZOOM, MARGIN);
    if (feature.minZoom < BUCKET_ZOOM) this.addTo(OVERVIEW, feature);
    const isCut = feature.shape === Shape.Area && (left < right || top < bottom);
    for (let x = left; x <= right; x += 1)
      for (let y = top; y <= bottom; y += 1) {
        const bucket = y * 2 ** BUCKET_ZOOM + x;
        if (!isCut) this.addTo(bucket, feature);
        else this.addCut(bucket, feature, boxOfTile(x, y, BUCKET_ZOOM, MARGIN));
      }
  }

  /** Seas and woods reach over many buckets; each gets its own part of them. */
  private addCut(bucket: number, feature: MapFeature, { west, south, east, north }: Box): void {
    const [left, bottom, right, top] = [west, south, east, north].map((side) => Math.round(side * PER_DEGREE));
    const parts = feature.parts.map((part) => cutRing(part, left!, bottom!, right!, top!));
    if (parts[0]!.length >= 8) this.addTo(bucket, { ...feature, parts: parts.filter((part) => part.length >= 8) });
  }

  private addTo(bucket: number, feature: MapFeature): void {
    let batch = this.waiting.get(bucket);
    if (!batch) this.waiting.set(bucket, (batch = { features: [], points: 0 }));
    batch.features.push(feature);
    for (const part of feature.parts) batch.points += part.length / 2;
    if (batch.points < POINTS_PER_BATCH) return;
    this.write(bucket, batch);
    this.waiting.delete(bucket);
  }

  private write(bucket: number, { features }: Batch): void {
    if (!this.open) this.db.exec("BEGIN");
    this.open = true;
    this.insert.run(bucket, serialize(features));
  }

  /** After the last feature: the buckets that have any. */
  finish(): number[] {
    for (const [bucket, batch] of this.waiting) this.write(bucket, batch);
    this.waiting.clear();
    if (this.open) this.db.exec("COMMIT");
    this.open = false;
    this.db.exec("CREATE INDEX batches_of_bucket ON batches (bucket)");
    return this.db.prepare("SELECT DISTINCT bucket FROM batches ORDER BY bucket").pluck().all() as number[];
  }

  featuresOf(bucket: number): MapFeature[] {
    const batches = this.db.prepare("SELECT features FROM batches WHERE bucket = ? ORDER BY id").pluck();
    return (batches.all(bucket) as Buffer[]).flatMap((features) => deserialize(features) as MapFeature[]);
  }

  remove(): void {
    this.db.close();
    rmSync(this.file, { force: true });
  }
}
