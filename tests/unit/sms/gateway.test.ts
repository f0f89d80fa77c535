import { createServer } from "node:http";
import type { IncomingMessage, Server } from "node:http";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { parseEnv } from "~/env.server";
import { CarrierError } from "~/services/carrier-error";
import { smsGateway } from "~/services/sms/http-gateway.server";
import { outboxSms } from "~/services/sms/outbox-sms.server";
import { SmsRefused } from "~/services/sms/sms";

interface Asked {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage["headers"];
  body: string;
}

const SMS = {
  to: "+4232321234",
  from: "Bäckerei & Söhne",
  text: 'You are "next"\\ at 14:10. https://a.example/?a=1&b=2',
};

describe("an SMS gateway over HTTP", () => {
  let server: Server;
  let url: string;
  let asked: Asked[];
  let answer: { status: number; body?: string; headers?: Record<string, string>; isBroken?: boolean } | "never";

  beforeEach(async () => {
    asked = [];
    answer = { status: 200 };
    server = createServer((request, response) => {
      let body = "";
      request.on("data", (piece: Buffer) => (body += piece.toString()));
      request.on("end", () => {
        asked.push({ method: request.method, url: request.url, headers: request.headers, body });
        if (answer === "never") return;
        response.writeHead(answer.status, answer.headers);
        if (!answer.isBroken) return response.end(answer.body);
        response.write("be", () => response.destroy());
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const gateway = (given: Record<string, string> = {}, timeoutMs?: number) => {
    const env = parseEnv({ SMS_GATEWAY_URL: `${url}/send`, ...given });
    return smsGateway({
      url: env.SMS_GATEWAY_URL!,
      method: env.SMS_GATEWAY_METHOD,
      headers: env.SMS_GATEWAY_HEADERS,
      body: env.SMS_GATEWAY_BODY,
      from: env.SMS_FROM ?? "",
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    });
  };

  it("is sent JSON by default, with its key and an id that stays the same", async () => {
    await gateway({ SMS_GATEWAY_HEADERS: "Authorization: Bearer abc | X-Account: 7" }).send(SMS, "uid-1");
    expect(asked).toHaveLength(1);
    const [{ method, url: at, headers, body }] = asked as [Asked];
    expect([method, at, headers["content-type"]]).toEqual(["POST", "/send", "application/json"]);
    expect([headers.authorization, headers["x-account"], headers["idempotency-key"]]).toEqual([
      "Bearer abc",
      "7",
      "uid-1",
    ]);
    expect(JSON.parse(body)).toEqual({ to: SMS.to, from: "Backerei So", text: SMS.text, reference: "uid-1" });
  });

  it("is sent a form or an address where the settings say so, in which a text can add nothing", async () => {
    await gateway({
      SMS_GATEWAY_HEADERS: "Content-Type: application/x-www-form-urlencoded",
      SMS_GATEWAY_BODY: "To={to}&Body={text}",
    }).send(SMS, "uid-1");
    expect([...new URLSearchParams(asked[0]!.body)]).toEqual([
      ["To", SMS.to],
      ["Body", SMS.text],
    ]);
    await gateway({ SMS_GATEWAY_URL: `${url}/?n={to}&t={text}&r={id}`, SMS_GATEWAY_METHOD: "GET" }).send(SMS, "uid-2");
    expect([asked[1]!.method, asked[1]!.body]).toEqual(["GET", ""]);
    expect([...new URL(asked[1]!.url!, url).searchParams]).toEqual([
      ["n", SMS.to],
      ["t", SMS.text],
      ["r", "uid-2"],
    ]);
    await gateway({
      SMS_GATEWAY_HEADERS: "Content-Type: text/xml",
      SMS_GATEWAY_BODY: "<sms to='{to}'>{text}</sms>",
    }).send({ ...SMS, text: "</sms><sms to='x'>" }, "uid-3");
    expect(asked[2]!.body).toBe(`<sms to='${SMS.to}'>&#60;/sms&#62;&#60;sms to=&#39;x&#39;&#62;</sms>`);
  });

  it("names the sender that a phone shows, or the one that is set up", async () => {
    const from = async (name: string, given = {}) => {
      await gateway(given).send({ ...SMS, from: name }, "uid");
      return (JSON.parse(asked.at(-1)!.body) as { from: string }).from;
    };
    expect(await from("Ospelt AG Vaduz")).toBe("Ospelt AG V");
    expect(await from("Пекарня", { SMS_FROM: "Routes" })).toBe("Routes");
    expect(await from("123", { SMS_FROM: "+4230000000" })).toBe("+4230000000");
  });

  it.each([400, 401, 403, 404, 410, 422])("refuses for good with %i, in its own words", async (status) => {
    answer = { status, body: "  unknown\n number  " };
    const sending = gateway().send(SMS, "uid");
    await expect(sending).rejects.toBeInstanceOf(SmsRefused);
    await expect(sending).rejects.toThrow(`The SMS gateway answered ${status}: unknown number`);
  });

  it.each([408, 425, 429, 500, 502, 503])("may take it later after %i", async (status) => {
    answer = { status };
    const sending = gateway().send(SMS, "uid");
    await expect(sending).rejects.toThrow(`answered ${status}.`);
    await expect(sending).rejects.not.toBeInstanceOf(SmsRefused);
  });

  it("is not waited for when it says nothing, nor followed elsewhere, nor read to its end", async () => {
    answer = "never";
    // In words that dispatchers read, and not in the runtime's.
    const failed = async (sender = gateway(), words: string) => {
      const sending = sender.send(SMS, "uid");
      await expect(sending).rejects.toBeInstanceOf(CarrierError);
      await expect(sending).rejects.toThrow(new Error(words));
    };
    await failed(gateway({}, 100), "The SMS gateway took longer than 0.1 seconds.");
    await failed(gateway({ SMS_GATEWAY_URL: "http://127.0.0.1:1/" }), "The SMS gateway could not be reached.");
    answer = { status: 302, headers: { Location: `${url}/other` } };
    await failed(gateway(), "The SMS gateway answered 302.");
    expect(asked.map((one) => one.url)).not.toContain("/other");
    answer = { status: 500, body: "x".repeat(5_000_000) };
    await expect(gateway().send(SMS, "uid")).rejects.toThrow(`answered 500: ${"x".repeat(200)}`);
  });

  it("has said whether it took the message, also where the line breaks after that", async () => {
    answer = { status: 200, isBroken: true };
    await gateway().send(SMS, "uid");
    answer = { status: 422, isBroken: true };
    const sending = gateway().send(SMS, "uid");
    await expect(sending).rejects.toBeInstanceOf(SmsRefused);
    await expect(sending).rejects.toThrow("The SMS gateway answered 422.");
  });

  it("is asked for numbers and texts alone", async () => {
    for (const bad of [{ to: "232 12 34" }, { to: "+423;x" }, { text: " " }, { text: "x".repeat(2000) }])
      await expect(gateway().send({ ...SMS, ...bad }, "uid")).rejects.toBeInstanceOf(SmsRefused);
    expect(asked).toEqual([]);
  });

  it.each([
    [{ SMS_GATEWAY_URL: "gateway" }, /SMS_GATEWAY_URL is wrong: must be a URL/],
    [{ SMS_GATEWAY_HEADERS: "no header" }, /SMS_GATEWAY_HEADERS is wrong: must be headers/],
    [{ SMS_GATEWAY_BODY: "{to}" }, /SMS_GATEWAY_BODY is wrong: must hold \{to\} and \{text\}/],
    [{ SMS_GATEWAY_METHOD: "PATCH" }, /SMS_GATEWAY_METHOD is wrong/],
    [
      { SMS_GATEWAY_URL: "https://a.example", SMS_GATEWAY_METHOD: "GET" },
      /SMS_GATEWAY_URL does not hold \{to\} and \{text\}/,
    ],
    [{ SMS_FROM: "a name that is too long" }, /SMS_FROM is wrong/],
  ])("is not started with %j", (given, message) => expect(() => parseEnv(given)).toThrow(message));
});

describe("without a gateway", () => {
  it("a message is a file that nobody else may read", async () => {
    const folder = path.join(await mkdtemp(path.join(tmpdir(), "sms-")), "outbox");
    vi.spyOn(console, "info").mockImplementation(() => undefined);
    await outboxSms(folder).send(SMS, "0123456789");
    const [name = ""] = await readdir(folder);
    expect(name).toMatch(/-01234567\.sms\.txt$/);
    expect(await readFile(path.join(folder, name), "utf8")).toBe(
      `To: ${SMS.to}\nFrom: ${SMS.from}\nId: 0123456789\n\n${SMS.text}\n`,
    );
    await rm(path.dirname(folder), { recursive: true });
    vi.restoreAllMocks();
  });
});
