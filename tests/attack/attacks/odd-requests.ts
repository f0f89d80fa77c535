import { NOW } from "../../factories/company";
import { dayIn } from "../../helpers/days";
import type { Attack, Scene } from "../attack";
import { cookiesOfPeople, demo } from "../people";
import { siteRoutes } from "../site";
import { mayBeKept } from "../target";
import type { Answer, RequestOptions, Target } from "../target";

const FORM = "application/x-www-form-urlencoded";

const BODIES: readonly (readonly [name: string, type: string | null, body: string])[] = [
  ["nothing", null, ""],
  ["an empty form", FORM, ""],
  ["an unknown intent", FORM, "intent=no-such-thing"],
  ["broken escapes", FORM, "intent=%E0%A4%A&%=%&=&&a=%ff%00"],
  ["text", "text/plain", "intent=vehicle.create"],
  ["JSON", "application/json", '{"intent":"vehicle.create"}'],
  ["broken JSON", "application/json", "{"],
  ["a form that isn't one", "multipart/form-data", "intent=vehicle.create"],
  [
    "another boundary",
    "multipart/form-data; boundary=a",
    '--b\r\nContent-Disposition: form-data; name="intent"\r\n\r\n1\r\n--b--',
  ],
  ["a form that breaks off", "multipart/form-data; boundary=a", '--a\r\nContent-Disposition: form-data; name="int'],
  [
    "parts without names",
    "multipart/form-data; boundary=a",
    "--a\r\nContent-Disposition: form-data\r\n\r\n1\r\n--a--\r\n",
  ],
  [
    "a file for a word",
    "multipart/form-data; boundary=a",
    '--a\r\nContent-Disposition: form-data; name="intent"; filename="x"\r\n\r\n1\r\n--a--\r\n',
  ],
  ["an unknown type", 'x/y; charset="', "\u0000\u0001"],
  [
    "names of the language",
    FORM,
    "__proto__=1&constructor=1&toString=1&intent=__proto__&visitIds=__proto__&id=constructor",
  ],
];

const IDS = [
  "1",
  "0",
  "-1",
  "1.5",
  "abc",
  "99999999999999999999",
  "%00",
  "%E0%A4%A",
  "%F0%9F%9A%9A",
  "__proto__",
  "..%2f..%2f",
  "1%27--",
];

const QUERIES = [
  "?page=-1&rows=0&q=%00&sort=__proto__",
  `?q=${"x".repeat(4000)}`,
  "?dialog=%E0%A4%A&id=1e99&visit=[]&visitIds=a,b&toRouteId=x&position=-1",
  "?_data=routes/none",
  "?_data=",
  "?index&page=%ff&status=9&past=x&query=-1&tab=map&returnTo=//evil.example",
];

const COOKIES = [
  "{",
  "e30=",
  "IjEi",
  btoa('{"id":{},"tone":"x","message":{"a":1}}'),
  btoa('{"id":"1","tone":"error","message":["<b>"]}'),
  "%E0%A4%A",
  "=",
  "null",
  btoa("null"),
  "x".repeat(3000),
];

const RAW: readonly (readonly [name: string, request: string])[] = [
  ...["TRACE", "OPTIONS", "PUT", "PATCH", "DELETE", "PROPFIND", "PURGE", "CONNECT", "NONSENSE"].map(
    (method) =>
      [
        `${method} of a page`,
        `${method} /platform/planning HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\n\r\n`,
      ] as const,
  ),
  ...["", " ", "a b", "a/b", "[::1", "a:b:c", "a@b", "\u00e4", "127.0.0.1:99999999", ".", "a..b", "x".repeat(5000)].map(
    (host) => [`host "${host.slice(0, 20)}"`, `GET /platform/login HTTP/1.1\r\nHost: ${host}\r\n\r\n`] as const,
  ),
  ...["", "/", "a b", "a,b", "[::1", "\u00e4"].map(
    (host) =>
      [
        `forwarded host "${host}"`,
        `POST /platform/login HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-Host: ${host}\r\nX-Forwarded-Proto: x:\r\n` +
          "Origin: http://127.0.0.1\r\nContent-Length: 0\r\n\r\n",
      ] as const,
  ),
  ...["http://[", "null", "", "x", "http://evil.example", "\u00e4"].map(
    (origin) =>
      [
        `origin "${origin}"`,
        `POST /platform/logout HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: ${origin}\r\nContent-Length: 0\r\n\r\n`,
      ] as const,
  ),
  ["no host, HTTP/1.0", "GET /platform/login HTTP/1.0\r\n\r\n"],
  ["an address of another site", "GET http://evil.example/platform/login HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"],
  ["two slashes", "GET //evil.example/platform/login HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"],
  ...[
    "/%E0%A4%A",
    "/platform/%E0%A4%A",
    "/platform/planning/plan/%ff",
    "/platform/%00",
    "/platform/a%5cb",
    "/platform\\planning",
    "/platform/build/%E0%A4%A",
    "/platform/build/..%2f..%2fpackage.json",
    "/platform/build/%00",
    `/platform/${"a/".repeat(2000)}`,
    `/platform/a${"/".repeat(15_000)}x`,
  ].map(
    (address) => [`the address ${address.slice(0, 40)}`, `GET ${address} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`] as const,
  ),
  ...["lat", "language_id", "startTime", "redirectTo"].map((field) => {
    const body = `email=x%40y.example&${field}=1${"+".repeat(60_000)}x`;
    return [
      `a long ${field}`,
      `POST /platform/forgot HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n` +
        `Content-Length: ${body.length}\r\n\r\n${body}`,
    ] as const;
  }),
  [
    "two lengths",
    "POST /platform/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na",
  ],
  [
    "length and pieces",
    "POST /platform/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1\r\n" +
      "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
  ],
];

const isFault = (status: number) => status === 0 || status >= 500;

/** Asks many things, a few at a time, and names what was answered with a fault. */
class Round {
  private readonly faults: string[] = [];
  private readonly open: string[] = [];
  private count = 0;
  private pending: Promise<void>[] = [];

  constructor(private readonly target: Target) {}

  async request(name: string, address: string, options: RequestOptions): Promise<void> {
    this.pending.push(this.target.request(address, options).then((answer) => this.note(name, answer)));
    if (this.pending.length >= 8) await this.settle();
  }

  private note(name: string, { status, headers }: Answer): void {
    this.count += 1;
    if (isFault(status)) this.faults.push(`${status} ${name}`);
    // Whatever is not a file of the site may hold somebody's data.
    if (mayBeKept(headers)) this.open.push(name);
  }

  private async settle(): Promise<void> {
    await Promise.all(this.pending);
    this.pending = [];
  }

  async report(saw: Scene["saw"], what: string): Promise<void> {
    await this.settle();
    saw(
      `${what} (${this.count})`,
      "no 5xx",
      this.faults.length === 0 ? "none" : `${this.faults.length}: ${this.faults.slice(0, 5).join("; ")}`,
      this.faults.length === 0,
    );
    saw(
      `${what}: kept by caches`,
      "none",
      this.open.length === 0 ? "none" : this.open.slice(0, 3).join("; "),
      this.open.length === 0,
    );
  }
}

/** In the short form a part of a list, each time the next one: together with others all of it. */
const part = <T>(list: readonly T[], isShort: boolean, { of, nth }: { of: number; nth: number }): readonly T[] =>
  isShort ? list.filter((_, index) => index % of === nth % of) : list;

const withId = (path: string, id: string) => path.replace(/\$\w*/g, id);

/** Every page of the site with everything that no browser sends. */
export const oddRequests: Attack = {
  name: "odd-requests",
  limitMs: 900_000,
  async run({ target, short, saw }) {
    const people = await cookiesOfPeople(target);
    const { company_id, warehouse_id } = await demo(target);
    const stamps = { created_at: NOW, updated_at: NOW };
    const plans = await target.db("routing_plans").where({ company_id }).first("id");
    if (plans === undefined)
      await target
        .db("routing_plans")
        .insert({ company_id, warehouse_id, title: "A day", service_date: dayIn(50), ...stamps });
    const routes = siteRoutes();

    const pages = new Round(target);
    for (const [person, [who, cookie]] of Object.entries(people).entries()) {
      for (const [nth, { id, path }] of routes.entries()) {
        const ids = part(IDS, short, { of: who === "dispatcher" ? 3 : 12, nth: nth + person });
        for (const [turn, given] of (path.includes("$") ? ids : ["1"]).entries()) {
          const address = withId(path, given);
          // In the short form each page is asked for as a page and as data, and each id as well, but not all as both.
          const asPage = !short || who !== "dispatcher" || !path.includes("$") || turn % 2 === Math.floor(nth / 3) % 2;
          if (asPage)
            await pages.request(`${who}: ${address}`, address, { headers: { Cookie: cookie, Accept: "text/html" } });
          if (who === "dispatcher" && (!short || !asPage || !path.includes("$")))
            await pages.request(`data of ${address}`, `${address}?_data=${encodeURIComponent(id)}`, {
              headers: { Cookie: cookie },
            });
        }
        if (who === "dispatcher")
          for (const query of part(QUERIES, short, { of: 3, nth }))
            await pages.request(`${path}${query.slice(0, 40)}`, `${withId(path, "1")}${query}`, {
              headers: { Cookie: cookie },
            });
      }
    }
    await pages.report(saw, "pages with odd ids and queries");

    const asData = (id: string, path: string) => `${withId(path, "1")}?_data=${encodeURIComponent(id)}`;
    // What is sent to the sign-out ends the session, of whatever kind it is.
    const takingPosts = routes.filter(({ hasAction, path }) => hasAction && path !== "logout");
    const posts = new Round(target);
    for (const [person, [who, cookie]] of Object.entries(people).entries()) {
      const headersOf = (type: string | null) => ({
        Cookie: cookie,
        ...(type === null ? {} : { "Content-Type": type }),
      });
      for (const [nth, { id, path }] of takingPosts.entries()) {
        const bodies = part(BODIES, short, { of: who === "dispatcher" ? 3 : 7, nth: nth + person });
        for (const [name, type, body] of bodies) {
          await posts.request(`${who}: ${name} to ${id}`, asData(id, path), {
            method: "POST",
            headers: headersOf(type),
            body,
          });
        }
      }
      // As a browser without scripts, also where no form leads to.
      for (const [nth, { path }] of routes.filter((one) => one.path !== "logout").entries()) {
        if (short && who !== "dispatcher" && (nth + person) % 4 !== 0) continue;
        for (const [name, type, body] of BODIES.slice(0, short ? 1 : undefined)) {
          await posts.request(`${who}: ${name} to ${path}`, withId(path, "1"), {
            method: "POST",
            headers: { Accept: "text/html", ...headersOf(type) },
            body,
          });
        }
      }
    }
    await posts.report(saw, "unreadable bodies");

    const cookies = new Round(target);
    for (const value of COOKIES) {
      for (const name of ["platform_flash", "platform_session", "rows", "last_page"]) {
        await cookies.request(`${name}=${value.slice(0, 20)}`, "planning", {
          headers: {
            Cookie: name === "platform_session" ? `${name}=${value}` : `${people.dispatcher}; ${name}=${value}`,
          },
        });
      }
    }
    await cookies.report(saw, "odd cookies");

    for (const id of ["", "abc", "0", "999999", "1e9", "__proto__"]) {
      const { status } = await target.post("company/switch", { company_id: id }, { Cookie: people.dispatcher });
      saw(`switching to company "${id}"`, "4xx", status, status >= 400 && status < 500);
    }
    for (const [name, request] of RAW) {
      const line = await target.raw(request);
      saw(name, "no 5xx", line || "connection closed", line === "" || !isFault(Number(line.split(" ")[1])));
    }
    const faults = target.server
      .errors()
      .split("\n")
      .filter((line) => /^\s+at /.test(line)).length;
    saw("the server's log", "no stack traces", `${faults} lines`, faults === 0);
  },
};
