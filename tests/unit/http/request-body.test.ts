import type { Request as ExpressRequest, Response as ExpressResponse } from "express";
import { PassThrough } from "node:stream";
import { afterEach, describe, expect, it, vi } from "vitest";
import { readForm } from "~/http/request/read-form.server";
import { limitBodies } from "~/http/request/request-body.server";

/** A request whose body the test sends, and what it was answered. */
function sending(headers: Record<string, string>, path = "/platform/planning") {
  const body = new PassThrough();
  const given = { status: 0, text: "", headers: {} as Record<string, string> };
  const response = {
    locals: {} as { body?: unknown },
    status: (status: number) => {
      given.status = status;
      return response;
    },
    type: () => response,
    set: (name: string | Record<string, string>, value?: string) => {
      Object.assign(given.headers, typeof name === "string" ? { [name]: value } : name);
      return response;
    },
    write: (text: string) => void (given.text += text),
    end: () => undefined,
  };
  const request = Object.assign(body, {
    method: "POST",
    path,
    originalUrl: path,
    query: {},
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    complete: false,
  });
  const passed = new Promise<void>((resolve) =>
    limitBodies(request as unknown as ExpressRequest, response as unknown as ExpressResponse, () => resolve()),
  );
  return { body, given, passed, locals: response.locals };
}

const CHUNKED = { "transfer-encoding": "chunked" };
const MULTIPART = { "content-type": "multipart/form-data; boundary=x" };

describe("a body on its way in", () => {
  afterEach(() => void vi.useRealTimers());

  it("is refused by its length before a byte of it is read", () => {
    expect(sending({ "content-length": "256001" }).given).toMatchObject({
      status: 413,
      text: "What was sent is too large: 256 kB are the limit here.",
    });
    expect(sending({ "content-length": "256001", ...MULTIPART }).given.status).toBe(413);
  });

  it("may be larger where programs send records, and largest where a problem brings its travel times", () => {
    const refusal = (path: string, bytes: number) =>
      sending({ "content-length": String(bytes), "content-type": "application/json" }, `/platform/api/${path}`).given;
    expect(refusal("visits/create", 5_000_001)).toMatchObject({ status: 413, text: expect.stringContaining("5 MB") });
    expect(refusal("vrp", 5_000_001).status).toBe(413);
    for (const path of ["vroom", "VROOM/"]) {
      expect(refusal(path, 12_000_000).status).toBe(0);
      expect(refusal(path, 12_000_001)).toMatchObject({ status: 413, text: expect.stringContaining("12 MB") });
    }
  });

  it("is refused as soon as it has grown too large", async () => {
    const { body, given } = sending(CHUNKED);
    body.write(Buffer.alloc(256_000));
    await new Promise((resolve) => setImmediate(resolve));
    expect(given.status).toBe(0);
    body.write("a");
    await vi.waitFor(() => expect(given.status).toBe(413), { timeout: 10_000 });
  });

  it("is whole when its page gets it", async () => {
    const { body, passed, locals } = sending(CHUNKED);
    body.write("a=1");
    body.end("&b=2");
    await passed;
    expect(String(locals.body)).toBe("a=1&b=2");
  });

  it("has twenty seconds, however steadily it drips", async () => {
    vi.useFakeTimers();
    const { body, given } = sending(CHUNKED);
    for (let second = 0; second < 19; second++) {
      body.write("a");
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(given.status).toBe(0);
    await vi.advanceTimersByTimeAsync(1000);
    expect(given).toMatchObject({ status: 408, text: expect.stringContaining("in time") });
  });

  it.each(["/platform/import", "/platform/driver/route/7", "/platform/planning/visit/7/"])(
    "may be an upload at %s, in pieces",
    async (path) => {
      const { passed, locals } = sending({ "content-length": "100000500", ...MULTIPART }, path);
      await passed;
      expect(Buffer.isBuffer(locals.body)).toBe(false);
      expect(sending({ "content-length": "110000001", ...MULTIPART }, path).given).toMatchObject({
        status: 413,
        text: expect.stringContaining("100 MB"),
      });
      // no files are in these
      expect(sending({ "content-length": "256001" }, path).given.status).toBe(413);
    },
  );

  it("breaks off an upload that grows too large or stands still", async () => {
    const large = sending({ ...CHUNKED, ...MULTIPART }, "/platform/import");
    await large.passed;
    large.body.end(Buffer.alloc(110_000_001));
    const readAll = async () => {
      for await (const _piece of large.locals.body as AsyncIterable<Uint8Array>);
    };
    await expect(readAll()).rejects.toMatchObject({ status: 413 });

    vi.useFakeTimers();
    const idle = sending({ ...CHUNKED, ...MULTIPART }, "/platform/import");
    await vi.advanceTimersByTimeAsync(0);
    const read = (idle.locals.body as AsyncGenerator<Uint8Array>).next();
    const refused = expect(read).rejects.toMatchObject({ status: 408 });
    await vi.advanceTimersByTimeAsync(20_000);
    await refused;
  });
});

describe("a form", () => {
  const form = (body: string, type = "application/x-www-form-urlencoded") =>
    readForm(new Request("http://here.example/", { method: "POST", body, headers: { "Content-Type": type } }));

  it("is read whole", async () => {
    expect([...(await form("a=1&a=2&b=%20"))]).toEqual([
      ["a", "1"],
      ["a", "2"],
      ["b", " "],
    ]);
  });

  it("comes without characters that nobody can see", async () => {
    expect(
      (await form("title=%00Depot%E2%80%8B%07&note=a%0D%0Ab%09c&name=%F0%9F%91%A9%E2%80%8D%F0%9F%91%A7")).get("title"),
    ).toBe("Depot");
    expect([...(await form("note=a%0D%0Ab%09c&name=%F0%9F%91%A9%E2%80%8D%F0%9F%91%A7"))]).toEqual([
      ["note", "a\r\nb\tc"],
      ["name", "👩‍👧"],
    ]);
  });

  it.each([
    ["text/plain", "a=1"],
    ["application/json", "{}"],
    ["multipart/form-data", "--x"],
    ["multipart/form-data; boundary=y", "--x\r\n\r\n"],
    ["multipart/form-data; boundary=x", "--x\r\nContent-Disposition: form-data\r\n\r\n1"],
  ])("is none as %s %j", async (type, body) => {
    await expect(form(body, type)).rejects.toMatchObject({ status: 400, message: expect.stringContaining("no form") });
  });

  it("has limits for its fields, their names and their values", async () => {
    await expect(form("a=&".repeat(5_000))).resolves.toBeDefined();
    await expect(form("a=&".repeat(5_001))).rejects.toMatchObject({
      status: 413,
      message: "A form may have 5000 fields at most.",
    });
    await expect(form(`${"n".repeat(201)}=1`)).rejects.toMatchObject({ status: 422 });
    await expect(form(`visitIds=${"1".repeat(240_001)}`)).rejects.toMatchObject({
      status: 422,
      message: 'The field "visitIds" is too long.',
    });
  });
});
