import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, get, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { parseEnv } from "~/env.server";
import { createApp } from "~/http/app.server";
import { baseMapsOf } from "~/services/base-map/base-maps.server";
import { buildBaseMap } from "~/services/base-map/build-base-map.server";
import { tileX, tileY } from "~/services/base-map/geometry";
import { setServices } from "~/services/container.server";
import { regionsIn } from "~/services/roads/regions.server";
import { makeExtract, TOWN } from "../../fixtures/roads/make-extract";
import { pmtilesFile } from "../../fixtures/roads/write-pmtiles";
import { layRegion } from "../../helpers/regions";
import { testServices } from "../../helpers/services";

const folder = mkdtempSync(path.join(tmpdir(), "map-tiles-"));
const map = path.join(folder, "built.mbtiles");
const settings = parseEnv({ DATA_DIR: folder });
const town = { x: Math.floor(tileX(TOWN.lng, 14)), y: Math.floor(tileY(TOWN.lat, 14)) };
const bounds = { west: 8.9, south: 48.2, east: 9.1, north: 48.4 };

let server: Server;
beforeAll(async () => {
  const extract = path.join(folder, "town.osm.pbf");
  await makeExtract(extract);
  await buildBaseMap(extract, map);
  // No page is asked for.
  server = createServer(createApp(settings, { routes: {} } as never));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});
afterEach(() => {
  setServices(undefined);
  rmSync(path.join(folder, "roads"), { recursive: true, force: true });
});

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}
/** Asked without a session, and without a client that unpacks or follows. */
const ask = (url: string, headers: Record<string, string> = { "accept-encoding": "gzip" }): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    get({ host: "127.0.0.1", port, path: url, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    }).on("error", reject);
  });

const addRegion = (name: string, version: string, withMap = true): void =>
  layRegion(folder, { name, version, bounds, map: withMap ? map : null });

/** Services whose regions are looked up again at every request. */
function useRegions(): ReturnType<typeof baseMapsOf> {
  let now = 0;
  const baseMaps = baseMapsOf(
    settings,
    regionsIn(folder, () => (now += 10_000)),
  );
  setServices(testServices({ baseMaps }));
  return baseMaps;
}
const tileOf = (name: string, version: string, { z = 14, x = town.x, y = town.y } = {}): string =>
  `/platform/map/tiles/${name}/${version}/${z}/${x}/${y}.mvt`;

describe("tiles of a built region", () => {
  it("are sent as they are packed, kept for ever and asked for again by their ETag", async () => {
    addRegion("auland", "v1");
    useRegions();
    const answer = await ask(tileOf("auland", "v1"));
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      "content-type": "application/vnd.mapbox-vector-tile",
      "content-encoding": "gzip",
      "cache-control": "public, max-age=31536000, immutable",
      vary: "Accept-Encoding",
    });
    expect(answer.headers["set-cookie"]).toBeUndefined();
    expect(answer.headers.etag).toMatch(/^"[\w-]{20,}"$/);
    expect(gunzipSync(answer.body).toString("latin1")).toContain("Kirchgasse");

    const again = await ask(tileOf("auland", "v1"), {
      "if-none-match": answer.headers.etag!,
      "accept-encoding": "gzip",
    });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    const plain = await ask(tileOf("auland", "v1"), { "accept-encoding": "identity" });
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(plain.body).toEqual(gunzipSync(answer.body));
  });

  it("that show nothing are answered without content", async () => {
    addRegion("auland", "v1");
    useRegions();
    const empty = await ask(tileOf("auland", "v1", { x: town.x + 100 }));
    expect([empty.status, empty.headers["cache-control"]]).toEqual([204, "public, max-age=31536000, immutable"]);
  });

  it("of an older version lead to the one in use, while the product runs", async () => {
    addRegion("auland", "v1");
    const baseMaps = useRegions();
    expect((await ask(tileOf("auland", "v1"))).status).toBe(200);
    expect(baseMaps.current().map(({ url }) => url)).toEqual([
      tileOf("auland", "v1").replace(/14\/\d+\/\d+/, "{z}/{x}/{y}"),
    ]);
    addRegion("auland", "v2");
    const old = await ask(tileOf("auland", "v1"));
    expect([old.status, old.headers.location]).toEqual([302, tileOf("auland", "v2")]);
    expect(old.headers["cache-control"]).toBe("no-store");
    expect((await ask(tileOf("auland", "v2"))).status).toBe(200);
    expect(baseMaps.current()[0]!.url).toContain("/auland/v2/");
  });

  it("lie side by side, and go with their region", async () => {
    addRegion("auland", "v1");
    addRegion("bergland", "v1");
    addRegion("roads-only", "v1", false);
    const baseMaps = useRegions();
    expect(baseMaps.current().map(({ url }) => url.split("/")[4])).toEqual(["auland", "bergland"]);
    expect((await ask(tileOf("bergland", "v1"))).status).toBe(200);
    rmSync(path.join(folder, "roads", "bergland"), { recursive: true });
    expect(baseMaps.current()).toHaveLength(1);
    expect((await ask(tileOf("bergland", "v1"))).status).toBe(404);
    expect((await ask(tileOf("roads-only", "v1"))).status).toBe(404);
  });

  it.each([
    ["beyond the last zoom", { z: 15 }],
    ["of a column that is too high", { z: 3, x: 8, y: 0 }],
    ["of a row that is too high", { z: 3, x: 0, y: 8 }],
    ["of a negative row", { y: -1 }],
    ["of a broken number", { x: 1.5 }],
    ["of another number", { z: 1e3 }],
  ])("%s are refused", async (_, tile) => {
    addRegion("auland", "v1");
    useRegions();
    expect((await ask(tileOf("auland", "v1", tile))).status).toBe(404);
  });

  it("of names that lead elsewhere are refused", async () => {
    addRegion("auland", "v1");
    useRegions();
    for (const name of ["..", "%2e%2e%2fauland", "none", "__proto__"])
      expect((await ask(tileOf(name, "v1"))).status).toBe(404);
    expect((await ask(tileOf("auland", "v1", { z: 0, x: 0, y: 0 }).replace("/0/0/0", "/00/0x0/0"))).status).toBe(404);
  });
});

describe("what is drawn under routes", () => {
  const archive = path.join(folder, "region.pmtiles");
  const content = gzipSync(Buffer.from("a tile"));
  const head = { minZoom: 0, maxZoom: 15, bounds };
  const noRegions = { list: () => [] };

  it("is an archive when one is set, whatever else there is", async () => {
    const tiles = [{ z: 14, ...town }, { z: 0, x: 0, y: 0 }].map((tile) => ({ ...tile, content })); // prettier-ignore
    writeFileSync(archive, pmtilesFile(head, tiles));
    const env = parseEnv({ MAP_PMTILES: archive, MAP_TILES_URL: "https://tiles.example/{z}/{x}/{y}.png" });
    const baseMaps = baseMapsOf(env, noRegions);
    setServices(testServices({ baseMaps }));
    const [layer, ...rest] = baseMaps.current();
    expect(rest).toEqual([]);
    expect(layer).toMatchObject({ kind: "vector", minZoom: 0, maxZoom: 15, bounds });
    const urlOf = (z: number, x: number, y: number) =>
      layer!.url.replace("{z}", String(z)).replace("{x}", String(x)).replace("{y}", String(y));
    const answer = await ask(urlOf(14, town.x, town.y));
    expect([answer.status, answer.headers["content-encoding"], answer.body]).toEqual([200, "gzip", content]);
    expect((await ask(urlOf(13, 0, 0))).status).toBe(204);
    expect((await ask(urlOf(16, 0, 0))).status).toBe(404);
  });

  // @spec AA-7.40
  it("is the tiles of an address when one is set, and nothing without any", () => {
    const url = "https://tiles.example/{z}/{x}/{y}.png";
    const env = parseEnv({ MAP_TILES_URL: url, MAP_ATTRIBUTION: "© Tiles" });
    expect(baseMapsOf(env, noRegions).current()).toEqual([
      { kind: "raster", url, minZoom: 0, maxZoom: 19, bounds: null, attribution: "© Tiles" },
    ]);
    expect(baseMapsOf(parseEnv({}), noRegions).current()).toEqual([]);
    const google = baseMapsOf(parseEnv({ GOOGLE_MAPS_BROWSER_KEY: "key" }), noRegions);
    expect(google.current()).toMatchObject([{ kind: "google", url: "key", attribution: "Google" }]);
    expect(google.current("google")).toEqual(google.current());
    expect(google.current("openstreetmap")).toEqual([]);
  });

  it.each<[string, Buffer | null]>([
    ["is missing", null],
    ["is something else", Buffer.from("PNG")],
    ["has pictures for tiles", pmtilesFile({ ...head, tileType: 2 }, [])],
    ["is of another version", pmtilesFile({ ...head, version: 2 }, [])],
  ])("stops the start when the archive %s", (_, bytes) => {
    const file = path.join(folder, "wrong.pmtiles");
    rmSync(file, { force: true });
    if (bytes) writeFileSync(file, bytes);
    expect(() => parseEnv({ MAP_PMTILES: file })).toThrow(
      "The environment variable MAP_PMTILES is wrong: must be the path of a PMTiles archive (version 3) of vector " +
        "tiles.",
    );
  });
});
