import { describe, expect, it } from "vitest";
import { parseEnv, warningsOf } from "~/env.server";

const NO_DATABASE = "must name a database, such as mysql://user:password@host/database";
const PROXIES = "must be a number of proxies, or addresses and networks with commas between them, or loopback";
const UNREADABLE =
  "can't be read as a URL: in its user name and password @ : / # ? % are written %40 %3A %2F %23 %3F %25, " +
  "and a port is a number up to 65535";

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
    ["DATABASE_URL", "mysql://a:pw@127.0.0.1:24306", NO_DATABASE],
    ["DATABASE_URL", "mysql://a:pw@127.0.0.1:24306/", NO_DATABASE],
    ["DATABASE_URL", "mysql://root:x@127.0.0.1:abc/x", UNREADABLE],
    ["DATABASE_URL", "mysql://root:p@ss#w@127.0.0.1/x", UNREADABLE],
    ["DATABASE_URL", "mysql://root:12/ss@127.0.0.1/x", UNREADABLE],
    ["DATABASE_URL", "mysql://a:p%ZZ@127.0.0.1/x", UNREADABLE],
    ["REDIS_URL", "redis://127.0.0.1:abc", UNREADABLE],
    ["SMTP_URL", "smtp://host:abc", UNREADABLE],
    ["SMTP_URL", "smtp://user:pa/ss@host:587", UNREADABLE],
    ["PUBLIC_URL", "https://app.example.com:99999", "must be scheme and host alone, such as https://app.example.com"],
    ["APP_HOST", "app.example.com:99999", "must be a host, such as app.example.com"],
    ["HOST", "a b", "must be a name or an address, such as 0.0.0.0"],
    ["TRUST_PROXY", "10.0.0.0/99", PROXIES],
    ["TRUST_PROXY", "::1/129", PROXIES],
    ["OSRM_URL", "localhost:5000", "must be a URL, such as http://localhost:5000"],
    ["VALHALLA_URL", "ftp://x", "must be a URL, such as http://localhost:8002"],
    ["NOMINATIM_URL", "foo:bar", "must be a URL, such as http://localhost:8080"],
    ["MAP_TILES_URL", "foo/{z}/{x}/{y}", "must be a URL, such as https://tiles.example.com/{z}/{x}/{y}.png"],
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

  it.each([
    "mysql://root@127.0.0.1:3306/platform",
    "mariadb://user:p%40ss%23w%2F@db/platform?socketPath=/run/mysqld/mysqld.sock",
  ])("takes the database %s", (url) => expect(parseEnv({ DATABASE_URL: url }).DATABASE_URL).toBe(url));

  it.each([
    [{ MARKETING_HOST: "app.example:80", APP_HOST: "App.example" }, /^MARKETING_HOST and APP_HOST are the same host/],
    [
      { SECURE_COOKIES: "1", PUBLIC_URL: "http://app.example" },
      /^SECURE_COOKIES is 1 but PUBLIC_URL begins with http:/,
    ],
    [{ SMS_GATEWAY_BODY: '{"to":"{to}", text:{text}' }, /^SMS_GATEWAY_BODY is no JSON/],
  ])("says what doesn't fit together in %j", (source, fault) => expect(() => parseEnv(source)).toThrow(fault));

  it("takes a body of a text message that is no JSON where its type says so", () => {
    const body = "to={to}&text={text}";
    const headers = "content-type: application/x-www-form-urlencoded";
    expect(parseEnv({ SMS_GATEWAY_BODY: body, SMS_GATEWAY_HEADERS: headers }).SMS_GATEWAY_BODY).toBe(body);
  });

  it("warns of cookies without https where people come by https", () => {
    const warnings = (source: Record<string, string>) => warningsOf(parseEnv(source));
    expect(warnings({ PUBLIC_URL: "https://a.example" })).toEqual([expect.stringMatching(/SECURE_COOKIES is not 1/)]);
    expect(warnings({ PUBLIC_URL: "https://a.example", SECURE_COOKIES: "1" })).toEqual([]);
    expect(warnings({ PUBLIC_URL: "http://a.example" })).toEqual([]);
  });

  it("takes an empty value of any variable for none", () => {
    const names = ["HOST", "DATA_DIR", "TRUST_PROXY", "MAP_ATTRIBUTION", "WORKER_DIR", "BILLING", "SECURE_COOKIES"];
    expect(parseEnv(Object.fromEntries(names.map((name) => [name, ""])))).toEqual(parseEnv({}));
  });

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
