import type { Request as ExpressRequest, Response as ExpressResponse } from "express";
import { PassThrough } from "node:stream";
import { afterEach, describe, expect, it, vi } from "vitest";
import { readForm } from "~/http/request/read-form.server";
import { limitBodies } from "~/http/request-body.server";
import { AppError } from "~/lib/errors";
import { pause } from "~/lib/pause";

/** Companies by the keys that the test sends. */
const SENDERS: Readonly<Record<string, string>> = { a: "company 1", b: "company 2" };
const limited = limitBodies(async ({ headers }) => {
  const sender = SENDERS[String(headers["x-api-key"])];
  if (sender === undefined) throw new AppError("not_authorized", "You are not authorized", { status: 401 });
  return sender;
});

/** A request whose body the test sends, and what it was answered. */
function sending(headers: Record<string, string>, path = "/platform/planning", ip = "192.0.2.1") {
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
    ip,
    originalUrl: path,
    query: {},
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    complete: false,
  });
  const passed = new Promise<void>((resolve) =>
    limited(request as unknown as ExpressRequest, response as unknown as ExpressResponse, () => resolve()),
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
    await vi.waitFor(() => expect(given.status).toBe(413), { timeout: 60_000 });
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

describe("bodies that come at once", () => {
  const MEGABYTE = 1_000_000;
  const vroom = (bytes: number, headers: Record<string, string>, ip?: string) =>
    sending({ "content-length": String(bytes), ...headers }, "/platform/api/vroom", ip);
  const turn = () => pause(1);
  type Sent = ReturnType<typeof sending>;
  let open: Sent[] = [];
  /** Sends all but the last byte, and then nothing. */
  const hang = async (bytes: number, one: Sent): Promise<Sent> => {
    open.push(one);
    one.body.write(Buffer.alloc(bytes - 1, " "));
    await turn();
    return one;
  };
  const statuses = (all: readonly Sent[]) => all.map(({ given }) => given.status);
  const isLetIn = async (one: Sent, text = "a=1") => {
    one.body.end(text);
    await one.passed;
    return String(one.locals.body) === text;
  };

  afterEach(async () => {
    for (const { body } of open) body.destroy();
    open = [];
    await turn();
  });

  it("are not read beyond a form's size before a key or a session was recognised, whatever was announced", async () => {
    const announced = await hang(100, vroom(11_900_001, {}));
    const grown = await hang(256_002, sending(CHUNKED, "/platform/api/vroom"));
    await vi.waitFor(() => expect(statuses([announced, grown])).toEqual([401, 401]), 60_000);
    expect(JSON.parse(announced.given.text)).toEqual({ status: "not_authorized", data: "You are not authorized" });
    const known = vroom(300_000, { "x-api-key": "a" });
    expect(await isLetIn(known, " ".repeat(300_000))).toBe(true);
  });

  it("leave room for forms and small calls while one company's large ones hang", async () => {
    const hanging: Sent[] = [];
    for (let nth = 0; nth < 11; nth++) hanging.push(await hang(11_900_001, vroom(11_900_001, { "x-api-key": "a" })));
    for (const path of ["api/login", "driver/report/7"])
      expect(await isLetIn(sending({ "content-length": "3" }, `/platform/${path}`))).toBe(true);
    // Eleven are more than all may hold, and so are ten with one of another company: each time one of theirs goes.
    expect(statuses(hanging).filter((status) => status !== 0)).toEqual([503]);
    expect(await isLetIn(vroom(10 * MEGABYTE, { "x-api-key": "b" }), " ".repeat(10 * MEGABYTE))).toBe(true);
    expect(statuses(hanging).filter((status) => status !== 0)).toEqual([503, 503]);
  });

  it("count by what has arrived, and not by what was announced", async () => {
    const silent: Sent[] = [];
    for (let nth = 0; nth < 30; nth++) silent.push(await hang(2, vroom(12_000_000, { "x-api-key": "a" })));
    expect(statuses(silent)).toEqual(Array(30).fill(0));
  });

  it("give way where one network hangs the most of them, and nobody else's does", async () => {
    const form = (ip: string) => sending({ "content-length": "250000" }, "/platform/planning", ip);
    const others: Sent[] = [];
    // Two dispatchers of one office, and a visitor whose line is slow.
    for (const ip of ["198.51.100.7", "198.51.100.7", "203.0.113.9"]) others.push(await hang(250_000, form(ip)));
    const many: Sent[] = [];
    for (let nth = 0; nth < 300; nth++) many.push(await hang(250_000, form(`2001:db8::${nth.toString(16)}`)));
    expect(statuses(others)).toEqual([0, 0, 0]);
    expect(new Set(statuses(many))).toEqual(new Set([0, 503]));
    // The room is full: small ones of the same network come in, and so do large ones of others.
    expect(await isLetIn(sending({ "content-length": "3" }, "/platform/planning", "2001:db8::1"))).toBe(true);
    expect(await isLetIn(form("198.51.100.8"), " ".repeat(250_000))).toBe(true);
  });

  it("have five seconds for the next piece of a large one", async () => {
    vi.useFakeTimers();
    const one = vroom(MEGABYTE, { "x-api-key": "a" });
    open.push(one);
    await vi.advanceTimersByTimeAsync(0);
    one.body.write(Buffer.alloc(MEGABYTE - 1));
    await vi.advanceTimersByTimeAsync(4_000);
    expect(one.given.status).toBe(0);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(one.given.status).toBe(408);
    vi.useRealTimers();
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
