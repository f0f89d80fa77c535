import { createServer } from "node:http";
import type { RequestListener, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { afterEach, describe, expect, it } from "vitest";
import { addSeconds, epochSec } from "~/domain/time/utc-text";
import { afterTry, DeliveryState, DisabledReason, WAITS_SEC } from "~/domain/webhooks/delivery";
import { bodyOf } from "~/domain/webhooks/webhook-events";
import type { Resolve } from "~/services/public-network.server";
import { newWebhookSecret, signatureHeaders } from "~/services/webhooks/signature.server";
import { webhookSender } from "~/services/webhooks/webhook-sender.server";
import type { WebhookSenderSettings } from "~/services/webhooks/webhook-sender.server";

const NOW = "2026-11-25 08:00:00";

describe("a webhook's signature", () => {
  const event = { type: "webhook.test", data: { company_id: 1, message: "Grüße, 東京" } } as const;
  const timestamp = Math.floor(Date.now() / 1000);
  const body = bodyOf(event, NOW);

  it("is what the library of Standard Webhooks verifies", () => {
    const secret = newWebhookSecret();
    const headers = signatureHeaders([secret], { id: "msg_1", timestamp, body });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(new Webhook(secret).verify(body, headers)).toEqual({
      ...event,
      timestamp: "2026-11-25T08:00:00Z",
    });
    expect(headers["webhook-signature"]).toBe(new Webhook(secret).sign("msg_1", new Date(timestamp * 1000), body));
  });

  it("covers the id, the time and the body", () => {
    const secret = newWebhookSecret();
    const headers = signatureHeaders([secret], { id: "msg_1", timestamp, body });
    const { verify } = {
      verify: (text: string, of: object) => new Webhook(secret).verify(text, { ...headers, ...of }),
    };
    expect(() => verify(body, {})).not.toThrow();
    expect(() => verify(`${body} `, {})).toThrow();
    expect(() => verify(body, { "webhook-id": "msg_2" })).toThrow();
    expect(() => verify(body, { "webhook-timestamp": String(timestamp - 1) })).toThrow();
    expect(() => new Webhook(newWebhookSecret()).verify(body, headers)).toThrow();
  });

  it("is made with both secrets while one is changed", () => {
    const [before, after] = [newWebhookSecret(), newWebhookSecret()];
    const headers = signatureHeaders([after, before], { id: "msg_1", timestamp, body });
    for (const secret of [before, after]) expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
  });
});

describe("a try of a delivery", () => {
  const facts = { attempts: 1, failingSince: null };

  it.each([200, 204, 299])("succeeds with %i", (status) => {
    expect(afterTry({ status }, { attempts: 3, failingSince: NOW }, NOW)).toEqual({
      state: DeliveryState.Delivered,
      nextTryAt: null,
      failingSince: null,
      disable: null,
    });
  });

  it.each([null, 199, 301, 400, 500])("fails with %s and is repeated", (status) => {
    expect(afterTry({ status }, facts, NOW)).toEqual({
      state: DeliveryState.Waiting,
      nextTryAt: addSeconds(NOW, 5),
      failingSince: NOW,
      disable: null,
    });
  });

  it("is repeated for exactly 24 hours, ever more rarely; then the endpoint is disabled", () => {
    let now = NOW;
    let failingSince: string | null = null;
    let tries = 0;
    for (;;) {
      tries += 1;
      const after = afterTry({ status: 500 }, { attempts: tries, failingSince }, now);
      failingSince = after.failingSince;
      if (after.nextTryAt === null) {
        expect(after).toMatchObject({ state: DeliveryState.Failed, disable: DisabledReason.Failing });
        break;
      }
      expect(after.disable).toBeNull();
      now = after.nextTryAt;
    }
    expect([tries, epochSec(now) - epochSec(NOW)]).toEqual([WAITS_SEC.length + 1, 86_400]);
    expect([...WAITS_SEC]).toEqual([...WAITS_SEC].sort((a, b) => a - b));
  });

  it("gives an event up without disabling an endpoint that others reach", () => {
    const after = afterTry({ status: 500 }, { attempts: WAITS_SEC.length + 1, failingSince: null }, NOW);
    expect(after).toMatchObject({ state: DeliveryState.Failed, nextTryAt: null, disable: null });
  });

  it("ends an endpoint at once that says it is gone", () => {
    expect(afterTry({ status: 410 }, facts, NOW)).toMatchObject({
      state: DeliveryState.Failed,
      disable: DisabledReason.Gone,
    });
  });
});

describe("a request to an endpoint", () => {
  const STRICT = { allowPrivate: false, allowLocalhost: false };
  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
    server = undefined;
  });
  async function listen(listener: RequestListener): Promise<number> {
    server = createServer(listener);
    await new Promise<void>((resolve) => server!.listen(0, "127.0.0.1", resolve));
    return (server.address() as AddressInfo).port;
  }
  const own = (settings: Partial<WebhookSenderSettings> = {}) =>
    webhookSender({ allowPrivate: true, allowLocalhost: false, ...settings });

  it.each([
    "http://example.com/",
    "ftp://example.com/",
    "not a url",
    "https://user:secret@example.com/",
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://169.254.169.254/latest/meta-data/",
    "https://10.1.2.3/",
    "https://[::1]/",
    "https://[::ffff:10.0.0.1]/",
    "https://[64:ff9b::a9fe:a9fe]/",
    "https://[fd00:ec2::254]/",
    "https://localhost/",
    "https://localhost./",
    "https://metadata.google.internal/",
    "http://localhost:3000/",
    `https://example.com/${"x".repeat(1000)}`,
  ])("is refused to %s", (url) => {
    expect(webhookSender(STRICT).refusal(url)).toMatch(/^URL (?:must|is not correct)/);
  });

  it("goes to the internet by https, and to this machine for programmers alone", () => {
    expect(webhookSender(STRICT).refusal("https://hooks.example.com:8443/a?b=c")).toBeNull();
    const developing = webhookSender({ allowPrivate: false, allowLocalhost: true });
    expect(developing.refusal("http://localhost:3000/")).toBeNull();
    expect(developing.refusal("http://10.0.0.1/")).not.toBeNull();
    expect(own().refusal("http://10.0.0.1/")).toBeNull();
  });

  it("reaches nothing when a name that was public leads into a private network at delivery", async () => {
    let heard = 0;
    const port = await listen((_request, response) => {
      heard += 1;
      response.end();
    });
    const addresses = ["127.0.0.1", "::1", "::ffff:127.0.0.1", "169.254.169.254"];
    for (const address of addresses) {
      const resolve = ((_host: string, _options: object, done: (error: null, found: object[]) => void) =>
        done(null, [
          { address: "93.184.216.34", family: 4 },
          { address, family: address.includes(":") ? 6 : 4 },
        ])) as unknown as Resolve;
      const sender = webhookSender({ ...STRICT, resolve });
      const url = `https://hooks.example.com:${port}/`;
      expect(sender.refusal(url)).toBeNull();
      await expect(sender.post(url, {}, "{}")).rejects.toThrow("Private networks are not reached.");
    }
    expect(heard).toBe(0);
  });

  it("doesn't follow a redirect", async () => {
    const heard: string[] = [];
    const port = await listen((request, response) => {
      heard.push(request.url ?? "");
      response.writeHead(307, { Location: "/elsewhere" }).end("moved");
    });
    expect(await own().post(`http://127.0.0.1:${port}/a`, {}, "{}")).toEqual({ status: 307, text: "moved" });
    expect(heard).toEqual(["/a"]);
  });

  it("ends when there is no answer in time, before its head and within its body", async () => {
    const port = await listen((request, response) => {
      if (request.url === "/body") response.writeHead(200).write("a");
    });
    const sender = own({ timeoutMs: 100 });
    for (const path of ["/head", "/body"])
      await expect(sender.post(`http://127.0.0.1:${port}${path}`, {}, "{}")).rejects.toThrow(
        "No answer within 0.1 seconds.",
      );
  });

  it("reads 64 kB of an answer and keeps 4", async () => {
    let written = 0;
    const port = await listen((_request, response) => {
      response.on("error", () => undefined);
      const more = (): void => {
        while (!response.destroyed && written < 1e8) {
          written += 16_384;
          if (!response.write("x".repeat(16_384))) return void response.once("drain", more);
        }
      };
      more();
    });
    const { text } = await own().post(`http://127.0.0.1:${port}/`, {}, "{}");
    expect(text).toBe("x".repeat(4096));
    expect(written).toBeLessThan(2e7);
  });
});
