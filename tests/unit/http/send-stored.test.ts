import { once } from "node:events";
import { mkdtempSync, rmSync, utimesSync } from "node:fs";
import http from "node:http";
import net from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import type { ServerBuild } from "@remix-run/node";
import express from "express";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { remixHandler } from "~/http/remix-handler.server";
import { sendStored } from "~/http/send-stored.server";
import { setServices } from "~/services/container.server";
import { localDiskStorage } from "~/services/storage/local-disk.server";
import type { FileStorage } from "~/services/storage/storage";
import { testServices } from "../../helpers/services";

const root = mkdtempSync(path.join(tmpdir(), "route-platform-send-"));
const storage = localDiskStorage(root);
const CONTENT = Buffer.from("0123456789");
const MODIFIED = "Sat, 21 Nov 2026 06:00:00 GMT";
const put = (key: string, content: Buffer) =>
  storage.write(
    key,
    (async function* () {
      yield content;
    })(),
  );

beforeAll(async () => {
  await put("ten.bin", CONTENT);
  await put("empty.bin", Buffer.alloc(0));
  utimesSync(path.join(root, "ten.bin"), new Date(MODIFIED), new Date(Date.parse(MODIFIED) + 400));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));
afterEach(() => setServices(undefined));

const send = (headers: Record<string, string> = {}, key = "ten.bin", method = "GET"): Promise<Response> => {
  setServices(testServices({ storage }));
  return sendStored(new Request("http://localhost/file", { headers, method }), {
    key,
    contentType: "image/png",
    disposition: "inline",
  });
};
const short = async (answer: Response) => [
  answer.status,
  await answer.text(),
  answer.headers.get("Content-Range"),
  answer.headers.get("Content-Length"),
];

describe("a stored file", () => {
  it("is sent whole, to be kept by this user's browser alone", async () => {
    const answer = await send();
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "accept-ranges": "bytes",
      "cache-control": "private, max-age=86400, immutable, no-transform",
      "content-length": "10",
      "content-type": "image/png",
      etag: expect.stringMatching(/^"[\w-]+"$/),
      "last-modified": MODIFIED,
      "x-content-type-options": "nosniff",
    });
    expect([answer.status, await answer.text()]).toEqual([200, "0123456789"]);
  });

  it.each<[string, number, string, string | null]>([
    ["bytes=0-0", 206, "0", "bytes 0-0/10"],
    ["bytes=2-5", 206, "2345", "bytes 2-5/10"],
    ["bytes=7-", 206, "789", "bytes 7-9/10"],
    ["bytes=7-500", 206, "789", "bytes 7-9/10"],
    ["bytes=-3", 206, "789", "bytes 7-9/10"],
    ["bytes=-30", 206, "0123456789", "bytes 0-9/10"],
    ["bytes=10-", 416, "", "bytes */10"],
    ["bytes=-0", 416, "", "bytes */10"],
    ["bytes=5-2", 200, "0123456789", null],
    ["bytes=0-1,3-4", 200, "0123456789", null],
    ["bytes=-", 200, "0123456789", null],
    ["items=0-1", 200, "0123456789", null],
  ])("%s: %i", async (range, status, text, contentRange) => {
    expect(await short(await send({ Range: range }))).toEqual([
      status,
      text,
      contentRange,
      status === 416 ? null : String(text.length),
    ]);
  });

  it("is not sent again to a browser that has it", async () => {
    const tag = (await send()).headers.get("ETag") ?? "";
    expect(await short(await send({ "If-None-Match": `"other", W/${tag}` }))).toEqual([304, "", null, null]);
    expect((await send({ "If-None-Match": '"other"', "If-Modified-Since": MODIFIED })).status).toBe(200);
    expect((await send({ "If-Modified-Since": MODIFIED })).status).toBe(304);
    expect((await send({ "If-Modified-Since": "Sat, 21 Nov 2026 05:59:59 GMT" })).status).toBe(200);
  });

  it("is sent whole where the part was asked of another version", async () => {
    const tag = (await send()).headers.get("ETag") ?? "";
    expect((await send({ Range: "bytes=0-1", "If-Range": tag })).status).toBe(206);
    expect((await send({ Range: "bytes=0-1", "If-Range": MODIFIED })).status).toBe(206);
    expect((await send({ Range: "bytes=0-1", "If-Range": '"other"' })).status).toBe(200);
  });

  it("has only its head for HEAD, may be empty, and may be missing", async () => {
    expect(await short(await send({}, "ten.bin", "HEAD"))).toEqual([200, "", null, "10"]);
    expect(await short(await send({}, "empty.bin"))).toEqual([200, "", null, "0"]);
    expect((await send({ Range: "bytes=-5" }, "empty.bin")).status).toBe(416);
    await expect(send({}, "missing.bin")).rejects.toMatchObject({ status: 404 });
  });
});

describe("a reader that stops reading", () => {
  const BYTES = 30_000_000;

  /** The real way out: Express and Remix, with one address that sends the large file. */
  async function serve(): Promise<{ server: http.Server; read: () => number; closed: () => boolean }> {
    await put("large.bin", Buffer.alloc(BYTES));
    let read = 0;
    let closed = false;
    const counted: FileStorage = {
      ...storage,
      async open(key) {
        const file = await storage.open(key);
        return {
          ...file,
          stream: (part) =>
            file
              .stream(part)
              .on("data", (chunk: Buffer) => (read += chunk.length))
              .on("close", () => (closed = true))
              .pause(),
        };
      },
    };
    setServices(testServices({ storage: counted }));
    const loader = ({ request }: { request: Request }) =>
      sendStored(request, { key: "large.bin", contentType: "image/png", disposition: "inline" });
    const build = {
      entry: { module: { default: () => new Response("") } },
      routes: { file: { id: "file", path: "file", module: { loader } } },
      assets: { routes: {}, entry: { imports: [], module: "" }, url: "", version: "1" },
      publicPath: "/",
      assetsBuildDirectory: "",
      future: {},
      isSpaMode: false,
    } as unknown as ServerBuild;
    const app = express();
    app.use((_request, response, next) => {
      Object.assign(response.locals, { body: null, origin: "http://localhost", nonce: "" });
      next();
    });
    app.all("*", remixHandler(build, "production"));
    const server = http.createServer(app).listen(0, "127.0.0.1");
    await once(server, "listening");
    return { server, read: () => read, closed: () => closed };
  }

  it("holds back the file instead of filling the memory, and lets go of it when it leaves", async () => {
    const { server, read, closed } = await serve();
    const socket = net.connect((server.address() as AddressInfo).port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write("GET /file HTTP/1.1\r\nHost: localhost\r\n\r\n");
    socket.pause();
    await vi.waitFor(() => expect(read()).toBeGreaterThan(0), { timeout: 60_000 });
    // The system's own buffers fill; then nothing moves any more.
    let before = -1;
    await vi.waitFor(
      () => {
        const now = read();
        const still = now === before;
        before = now;
        expect(still).toBe(true);
      },
      { interval: 200, timeout: 60_000 },
    );
    expect(read()).toBeLessThan(BYTES / 2);
    socket.destroy();
    await vi.waitFor(() => expect(closed()).toBe(true), { timeout: 60_000 });
    server.close();
  });
});
