import type { Bounds } from "~/domain/base-map";

/** Vector tiles, wherever they lie. */
export interface TileSource {
  /** gzip-compressed; null where nothing is drawn */
  tile(z: number, x: number, y: number): Promise<Buffer | null>;
  readonly minZoom: number;
  readonly maxZoom: number;
  readonly bounds: Bounds;
  readonly attribution: string;
  close(): void;
}
