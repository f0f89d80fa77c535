import { describe, expect, it } from "vitest";
import { contentPolicy } from "~/http/content-policy.server";

type Given = { MAP_TILES_URL?: string; REMIX_DEV_ORIGIN?: string; GOOGLE_MAPS_BROWSER_KEY?: string };
const policy = (settings: Given = {}, chat?: string) =>
  Object.fromEntries(
    contentPolicy({
      ...{ MAP_TILES_URL: undefined, REMIX_DEV_ORIGIN: undefined, GOOGLE_MAPS_BROWSER_KEY: undefined },
      ...settings,
    })("abc", "app.example:3000", chat)
      .split("; ")
      .map((part) => [part.split(" ")[0], part.split(" ").slice(1)]),
  );

// @spec AA-1.08
it("lets scripts run from the server's files or with the nonce, and nothing else", () => {
  expect(policy()).toMatchObject({
    "script-src": ["'self'", "'nonce-abc'"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
    "default-src": ["'self'"],
  });
});

// @spec AA-7.42
it("lets the page's socket in, also where a browser does not count it as self", () => {
  expect(policy()["connect-src"]).toEqual(["'self'", "ws://app.example:3000", "wss://app.example:3000"]);
  expect(policy({ REMIX_DEV_ORIGIN: "http://localhost:3001/" })["connect-src"]).toContain("ws://localhost:3001");
});

it.each([
  ["https://tiles.example/{z}/{x}/{y}.png", "https://tiles.example"],
  ["https://{a-c}.tiles.example:8443/{z}/{x}/{y}.png", "https://*.tiles.example:8443"],
  ["https://tile{1-4}.maps.example/{z}/{x}/{y}.png?key=1", "https://*.maps.example"],
  ["//tiles.example/{z}/{x}/{y}.png", "tiles.example"],
  ["https://user:secret@tiles.example/{z}/{x}/{y}", "https://tiles.example"],
])("lets in the pictures of %s", (url, source) => {
  expect(policy({ MAP_TILES_URL: url })["img-src"]).toEqual(["'self'", "data:", "blob:", source]);
});

it.each(["/tiles/{z}/{x}/{y}.png", "https://a;script-src/{z}/{x}/{y}"])("adds nothing for %s", (url) => {
  expect(policy({ MAP_TILES_URL: url })["img-src"]).toEqual(["'self'", "data:", "blob:"]);
});

// @spec AA-1.08
it("lets Google's tiles in where there is a key for them", () => {
  const given = policy({ GOOGLE_MAPS_BROWSER_KEY: "key" });
  expect(given["img-src"]).toContain("https://tile.googleapis.com");
  expect(given["connect-src"]).toContain("https://tile.googleapis.com");
  expect(policy()["connect-src"]).not.toContain("https://tile.googleapis.com");
});

// @spec AA-1.07
describe("the help chat's origin", () => {
  const CHAT = "https://chat.example:8443";

  it("may do what a chat needs where its script is loaded: run, be drawn, be heard", () => {
    const given = policy({}, CHAT);
    expect(given["script-src"]).toEqual(["'self'", "'nonce-abc'", CHAT]);
    expect(given["connect-src"]?.slice(-2)).toEqual([CHAT, "wss://chat.example:8443"]);
    for (const what of ["style-src", "img-src", "font-src", "media-src", "frame-src"])
      expect(given[what], what).toContain(CHAT);
    // And nothing beyond: what embeds us, forms, and programs in the background.
    for (const what of ["default-src", "worker-src", "object-src", "base-uri", "form-action", "frame-ancestors"])
      expect(given[what]).toEqual(policy()[what]);
  });

  it("is nowhere without it", () => {
    expect(JSON.stringify(policy())).not.toContain("chat.example");
    expect(policy()["frame-src"]).toBeUndefined();
  });
});
