import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fetchExtract } from "~/boot/roads/fetch-extract.server";
import { amongGarbage } from "../../helpers/garbage";
import { testServer } from "../../helpers/http-server";
import type { TestServer } from "../../helpers/http-server";

const CONTENT = Buffer.from("0123456789".repeat(20_000));

let folder = "";
let server: TestServer;
let tag = '"one"';
/** bytes after which the server hangs up; null: never */
let breakAfter: number | null = null;
/** after its first bytes the server stays silent instead of hanging up */
let staysSilent = false;
/** not even an answer begins */
let isMute = false;
let ranges: (string | undefined)[] = [];

const part = () => path.join(folder, "work", "source.osm.pbf.part");

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "route-platform-fetch-"));
  tag = '"one"';
  breakAfter = null;
  staysSilent = false;
  isMute = false;
  ranges = [];
  server = await testServer((request, response) => {
    if (request.url !== "/town.osm.pbf") return void response.writeHead(404).end();
    ranges.push(request.headers.range);
    if (isMute) return;
    const range = request.headers["if-range"] === tag ? /bytes=(\d+)-/.exec(request.headers.range ?? "") : null;
    const from = range === null ? 0 : Number(range[1]);
    const rest = CONTENT.subarray(from);
    response.writeHead(range === null ? 200 : 206, { "Content-Length": rest.length, ETag: tag });
    if (breakAfter === null) return void response.end(rest);
    response.write(rest.subarray(0, breakAfter));
    if (staysSilent) return;
    // Hangs up once the first bytes have reached the disk.
    const look = setInterval(() => {
      if ((statSync(part(), { throwIfNoEntry: false })?.size ?? 0) === 0) return;
      clearInterval(look);
      response.destroy();
    }, 5);
  });
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const fetched = (address = `${server.url}/town.osm.pbf`, more: { stalledMs?: number } = {}) =>
  fetchExtract(address, path.join(folder, "work"), {
    onProgress: () => undefined,
    signal: new AbortController().signal,
    ...more,
  });

describe("an extract from an address", () => {
  it("is downloaded whole, once", async () => {
    const { file, bytes, identity } = await fetched();
    expect([bytes, readFileSync(file).equals(CONTENT)]).toEqual([CONTENT.length, true]);
    expect((await fetched()).identity).toBe(identity);
    expect(server.asked).toHaveLength(1);
  });

  it("goes on where it was broken off", async () => {
    breakAfter = 50_000;
    await expect(fetched()).rejects.toMatchObject({
      code: "roads.download",
      message: expect.stringContaining("Run the command again: it goes on where it stopped."),
    });
    breakAfter = null;
    const { file } = await fetched();
    expect(ranges[1]).toMatch(/^bytes=[1-9]\d*-$/);
    expect(readFileSync(file).equals(CONTENT)).toBe(true);
  });

  it("is broken off when no byte arrives for too long", async () => {
    [breakAfter, staysSilent] = [50_000, true];
    await expect(amongGarbage(() => fetched(undefined, { stalledMs: 3_000 }))).rejects.toMatchObject({
      code: "roads.download",
      message: expect.stringContaining("the connection broke off."),
    });
  });

  it("is not waited for where the server never answers", async () => {
    isMute = true;
    await expect(fetched(undefined, { stalledMs: 200 })).rejects.toMatchObject({ code: "roads.download" });
    isMute = false;
    expect(readFileSync((await fetched()).file)).toEqual(CONTENT);
  });

  it("begins anew when the server has another file by then", async () => {
    breakAfter = 50_000;
    await expect(fetched()).rejects.toThrow();
    breakAfter = null;
    tag = '"two"';
    const { file, identity } = await fetched();
    expect(readFileSync(file).equals(CONTENT)).toBe(true);
    expect(identity).toContain("two");
  });

  it("names an address that is not there, and a server that is not", async () => {
    await expect(fetched(`${server.url}/gone.osm.pbf`)).rejects.toThrow(
      `${server.url}/gone.osm.pbf could not be downloaded: the server answers 404.`,
    );
    await expect(fetched("http://127.0.0.1:65531/a.osm.pbf")).rejects.toThrow("the server does not answer");
    expect(existsSync(path.join(folder, "work", "source.osm.pbf"))).toBe(false);
  });
});
