import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { NextFunction, Request, Response } from "express";
import { DAY_SEC } from "~/domain/time/calendar";
import { services } from "~/services/container.server";
import { BASE_PATH, paths } from "~/paths";

const YEAR_SEC = 365 * DAY_SEC;
const unzip = promisify(gunzip);

/** 0 to 2^zoom - 1, written as a browser writes it. */
const WHOLE = /^(0|[1-9]\d{0,8})$/;

/**
 * One vector tile. Tiles hold nothing of a company, so that no session is asked for, and a version's tiles never
 * change, so that browsers keep them. A page that has an older version's address is sent on to the one in use.
 */
export async function mapTiles(request: Request, response: Response, next: NextFunction): Promise<void> {
  const { name = "", version = "", z = "", x = "", y = "" } = request.params;
  const served = services().baseMaps.named(name);
  const [zoom, column, row] = [z, x, y].map((text) => (WHOLE.test(text) ? Number(text) : -1)) as [
    number,
    number,
    number,
  ];
  const missing = (): void =>
    void response.status(404).set("Cache-Control", "no-store").type("text").send("There is no such tile.");
  if (!served) return missing();
  const { source } = served;
  const most = 2 ** zoom - 1;
  if (zoom < source.minZoom || zoom > source.maxZoom || column < 0 || column > most || row < 0 || row > most)
    return missing();
  if (version !== served.version) {
    const current = paths.mapTiles(name, served.version).replace("{z}", z).replace("{x}", x).replace("{y}", y);
    response.set("Cache-Control", "no-store").redirect(302, `${BASE_PATH}${current}`);
    return;
  }
  try {
    const tile = await source.tile(zoom, column, row);
    response.set("Cache-Control", `public, max-age=${YEAR_SEC}, immutable`);
    if (!tile) return void response.status(204).end();
    response.set({
      "Content-Type": "application/vnd.mapbox-vector-tile",
      ETag: `"${createHash("sha1").update(tile).digest("base64url")}"`,
    });
    response.vary("Accept-Encoding");
    if (request.acceptsEncodings("gzip") !== "gzip") return void response.send(await unzip(tile));
    response.set("Content-Encoding", "gzip").send(tile);
  } catch (error) {
    next(error);
  }
}
