import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import compression from "compression";
import express from "express";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { precompressed } from "~/http/precompressed.server";
import { compressFolder } from "../../../scripts/lib/compress.mjs";

const SCRIPT = "export const stops = [1, 2, 3];\n".repeat(100);
let folder: string;
let server: Server;
let base: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "precompressed-"));
  mkdirSync(path.join(folder, "routes"));
  writeFileSync(path.join(folder, "routes", "plan.$id.js"), SCRIPT);
  writeFileSync(path.join(folder, "small.js"), "1");
  await compressFolder(folder);
  const app = express()
    .use(compression())
    .use(
      "/build",
      precompressed(folder),
      express.static(folder, { immutable: true, maxAge: 1000, fallthrough: false, index: false }),
    );
  server = app.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/build/`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const load = (file: string, encoding: string) =>
  fetch(new URL(file, base), { headers: { "Accept-Encoding": encoding } });

describe("compressed scripts", () => {
  it.each([
    ["br", "gzip, deflate, br"],
    ["gzip", "gzip, deflate"],
    [null, "identity"],
  ])("come as %s when the browser takes %s", async (sent, accepted) => {
    const answer = await load("routes/plan.$id.js", accepted);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-encoding")).toBe(sent);
    expect(answer.headers.get("content-type")).toMatch(/^(text|application)\/javascript/);
    expect(answer.headers.get("vary")).toBe("Accept-Encoding");
    expect(answer.headers.get("cache-control")).toContain("immutable");
    expect(await answer.text()).toBe(SCRIPT);
  });

  it("leaves small files and missing ones as they are", async () => {
    const small = await load("small.js", "br");
    expect([small.headers.get("content-encoding"), await small.text()]).toEqual([null, "1"]);
    expect((await load("gone.js", "br")).status).toBe(404);
  });
});
