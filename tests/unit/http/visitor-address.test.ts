import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { parseEnv } from "~/env.server";
import { isSameOrigin, visitorAddresses } from "~/http/request/visitor-address.server";

const request = (headers: Record<string, string>, remoteAddress = "127.0.0.1") =>
  ({ headers, socket: { remoteAddress } }) as unknown as IncomingMessage;
const addressOf = (trust: string) => visitorAddresses(parseEnv({ TRUST_PROXY: trust }));

describe("the address that a visitor's browser has", () => {
  const forwarded = { host: "inside:3000", "x-forwarded-host": "App.Example, other", "x-forwarded-proto": "https" };

  it("is what a trusted proxy says", () => {
    expect(addressOf("loopback")(request(forwarded))).toEqual({
      protocol: "https",
      protocolIsKnown: true,
      host: "app.example",
    });
    expect(addressOf("1")(request(forwarded, "10.1.2.3"))).toMatchObject({ host: "app.example" });
    expect(addressOf("10.0.0.0/8")(request(forwarded, "10.1.2.3"))).toMatchObject({ host: "app.example" });
  });

  it("is the request's own host when somebody else says another", () => {
    const own = { protocol: "http", protocolIsKnown: false, host: "inside:3000" };
    expect(addressOf("loopback")(request(forwarded, "10.1.2.3"))).toEqual(own);
    expect(addressOf("false")(request(forwarded))).toEqual(own);
    expect(addressOf("10.0.0.0/8")(request(forwarded, "192.168.1.1"))).toEqual(own);
  });

  it.each([
    "",
    "a b",
    "a/b",
    "a@b",
    "a:b",
    "a:123456",
    "[::1",
    "-",
    "ä.example",
    "a\tb",
    "%41.example",
    "999.999.999.999",
    "a..b?c",
  ])("is none where the host is %j", (host) => {
    expect(addressOf("loopback")(request({ host }))).toBeNull();
    expect(addressOf("loopback")(request({ host: "good.example", "x-forwarded-host": host || "/" }))).toBeNull();
  });

  it.each([
    ["localhost:3000", "localhost:3000"],
    ["[::1]:80", "[::1]"],
    ["EXAMPLE.com", "example.com"],
    ["my_host.local", "my_host.local"],
    ["10.0.0.1", "10.0.0.1"],
  ])("reads %s", (host, shown) => {
    expect(addressOf("loopback")(request({ host }))?.host).toBe(shown);
  });
});

describe("a request that changes something", () => {
  const fromHere = (origin: string, headers: Record<string, string> = {}, remoteAddress?: string) => {
    const sent = request({ host: "app.example", origin, ...headers }, remoteAddress);
    return isSameOrigin(sent, addressOf("loopback")(sent)!);
  };

  it("comes from a page of the same host, or from no page", () => {
    expect(fromHere("http://app.example")).toBe(true);
    // a proxy that takes off the encryption and does not say so
    expect(fromHere("https://app.example")).toBe(true);
    expect(
      isSameOrigin(request({ host: "app.example" }), { protocol: "http", protocolIsKnown: false, host: "app.example" }),
    ).toBe(true);
  });

  it.each([
    "https://evil.example",
    "null",
    "https://app.example.evil.example",
    "https://app.example:8443",
    "app.example",
    "",
  ])("does not come from %j", (origin) => {
    expect(fromHere(origin)).toBe(false);
  });

  it("counts the scheme where it is known", () => {
    expect(fromHere("http://app.example", { "x-forwarded-proto": "https" })).toBe(false);
    expect(fromHere("https://app.example", { "x-forwarded-proto": "https" })).toBe(true);
  });

  it("is not let in by a forwarded host that nobody trusted wrote", () => {
    expect(fromHere("https://evil.example", { "x-forwarded-host": "evil.example" }, "203.0.113.9")).toBe(false);
    expect(fromHere("https://evil.example", { "x-forwarded-host": "evil.example" })).toBe(true);
  });
});
