import { describe, expect, it } from "vitest";
import { parseEnv } from "~/env.server";

describe("the environment", () => {
  it.each([
    ["PORT", "abc", "must be a whole number from 0 to 65535"],
    ["PORT", "70000", "must be a whole number from 0 to 65535"],
    ["PORT", "30.5", "must be a whole number from 0 to 65535"],
    ["SOLVER_WORKERS", "0", "must be a whole number from 1 to 64"],
    ["SOLVER_THREADS", "1.5", "must be a whole number from 1 to 64"],
    ["DETOUR_FACTOR", "zz", "must be a number from 1 to 5"],
    ["SECURE_COOKIES", "yes", "must be 0 or 1"],
    ["NODE_ENV", "prod", "must be development, production or test"],
    ["OSRM_URL", "foo", "must be a URL, such as http://localhost:5000"],
    ["MAP_TILES_URL", "https://tiles.example/", "must hold {z}, {x} and {y}"],
    [
      "TRUST_PROXY",
      "rubbish",
      "must be a number of proxies, or addresses and networks with commas between them, or loopback",
    ],
    ["DATABASE_URL", "postgres://x", "must begin with mysql:// or mariadb://"],
    ["SESSION_SECRET", "short", "must have at least 16 characters"],
    ...["http://chat.example/a.js", "//chat.example/a.js", "chat.js", "https://a:b@chat.example/a.js"].map((url) => [
      "HELP_CHAT_SCRIPT_URL",
      url,
      "must be an https address, such as https://chat.example.com/widget.js",
    ]),
  ])("names %s when it is %s, in one sentence", (name, value, fault) => {
    expect(() => parseEnv({ [name]: value })).toThrow(`The environment variable ${name} is wrong: ${fault}.`);
  });

  it.each(["https://chat.example/a.js?id=1", "http://localhost:9000/a.js", "http://127.0.0.1/a.js"])(
    "takes %s for a help chat",
    (url) => expect(parseEnv({ HELP_CHAT_SCRIPT_URL: url }).HELP_CHAT_SCRIPT_URL).toBe(url),
  );

  it("takes an empty value for none", () => {
    const env = parseEnv({ PORT: "", OSRM_URL: "", DETOUR_FACTOR: "", MAP_TILES_URL: "" });
    expect([env.PORT, env.OSRM_URL, env.DETOUR_FACTOR, env.MAP_TILES_URL]).toEqual([3000, undefined, 1.3, undefined]);
  });

  it.each([
    ["1", 1],
    ["true", true],
    ["false", false],
    ["loopback, 10.0.0.0/8,::1", ["loopback", "10.0.0.0/8", "::1"]],
  ])("reads TRUST_PROXY=%s as Express means it", (text, meant) => {
    expect(parseEnv({ TRUST_PROXY: text }).TRUST_PROXY).toEqual(meant);
  });
});
