import { openOffice } from "../office";
import type { Office } from "../office";
import type { Attack } from "../attack";
import type { Answer, Target } from "../target";

const FORM = "application/x-www-form-urlencoded";
const EVIL = "evil.example";

/** Where a sign-in must not lead. */
const ELSEWHERE = [
  `//${EVIL}`,
  `///${EVIL}`,
  `////${EVIL}/%2f..`,
  `https://${EVIL}`,
  `https:${EVIL}`,
  `HTTPS://${EVIL}/platform/`,
  `\\\\${EVIL}`,
  `/\\${EVIL}`,
  `/\t/${EVIL}`,
  `/\n/${EVIL}`,
  `/%5c${EVIL}`,
  `/%2f/${EVIL}`,
  `/..//${EVIL}`,
  `/.//${EVIL}`,
  `/platform/..//${EVIL}`,
  `/platform//${EVIL}`,
  `/@${EVIL}/../..//${EVIL}`,
  `@${EVIL}`,
  `.${EVIL}`,
  `javascript:alert(1)`,
  `data:text/html,<script>alert(1)</script>`,
  `/login?redirectTo=//${EVIL}`,
  `/logout`,
  `/LOGOUT/`,
  `/%6cogout`,
  `\u0000//${EVIL}`,
  `/planning\r\nSet-Cookie: a=b`,
];

/** What a page of another site can send from somebody's browser, and with which headers it comes. */
const FOREIGN: readonly (readonly [name: string, headers: Record<string, string>])[] = [
  ["a foreign origin", { Origin: `https://${EVIL}` }],
  ["the origin null", { Origin: "null" }],
  ["an empty origin", { Origin: "" }],
  ["an origin that begins like ours", { Origin: "http://127.0.0.1.evil.example" }],
  ["our name at another port", { Origin: "http://127.0.0.1:1" }],
  ["no origin, from another site", { "Sec-Fetch-Site": "cross-site" }],
  ["no origin, from a neighbour", { "Sec-Fetch-Site": "same-site" }],
];

/** Forms need no permission to be sent from another site; this is what they can carry. */
const CARRIED: readonly (readonly [name: string, type: string, body: string])[] = [
  ["a form", FORM, "title=Planted"],
  ["JSON in a text/plain form", "text/plain", '{"title":"Planted","x":"="}'],
  [
    "a multipart form",
    "multipart/form-data; boundary=a",
    '--a\r\nContent-Disposition: form-data; name="title"\r\n\r\nPlanted\r\n--a--\r\n',
  ],
];

const isHere = (target: Target, location: string | undefined): boolean => {
  if (location === undefined) return false;
  const { origin, pathname } = new URL(location, target.server.url);
  return (
    origin === new URL(target.server.url).origin && !/^\/platform\/log(?:out|in)/i.test(decodeURIComponent(pathname))
  );
};

/** Pages of other sites that use somebody's cookie, links that lead away, and forged names of the host. */
export const otherSites: Attack = {
  name: "other-sites",
  async run({ target, saw }) {
    const office = await openOffice(target);
    const planted = async () => (await target.db("vehicles").where({ title: "Planted" })).length;
    for (const [from, headers] of FOREIGN) {
      const statuses: number[] = [];
      for (const [, type, body] of CARRIED)
        for (const address of ["api/vehicle/store", "company/resources/vehicles?index"])
          statuses.push(
            (
              await target.request(address, {
                method: "POST",
                headers: { "Content-Type": type, ...office.owner, ...headers },
                body: address.startsWith("api") ? body : body.replace("title=", "intent=vehicle.create&title="),
              })
            ).status,
          );
      saw(
        `forms with ${from}`,
        "403",
        [...new Set(statuses)].join(", "),
        statuses.every((status) => status === 403),
      );
    }
    const plain = await target.request("api/vehicle/store", {
      method: "POST",
      headers: { "Content-Type": "text/plain", ...office.owner },
      body: CARRIED[1]![2],
    });
    saw("JSON as text/plain without any origin", "415", plain.status, plain.status === 415);
    saw("what was planted", "nothing", await planted(), (await planted()) === 0);

    await byLinks(target, office, saw);
    await redirects(target, office, saw);
    await hosts(target, saw);
  },
};

type Saw = Parameters<Attack["run"]>[0]["saw"];

/** A link on another site comes with the cookie, and must change nothing. */
async function byLinks(target: Target, office: Office, saw: Saw): Promise<void> {
  const link = { ...office.owner, "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate" };
  const mails = async () => (await target.db("mails").select("id")).length;
  const before = await mails();
  const addresses = [
    "logout",
    `company/switch?company_id=1`,
    `api/vehicle/store?title=Planted`,
    `api/vehicle/destroy?id=${office.vehicleId}`,
    `api/users/list?action=send-verification`,
    `api/users/send-verification`,
    `company/resources/vehicles?intent=vehicle.create&title=Planted`,
    `profile/security?answer=start_app`,
    `invitations?answer=leave&id=${office.companyId}`,
  ];
  for (const address of addresses) await target.request(address, { headers: link });
  const page = await target.request("planning", { headers: office.owner });
  const rows = await target.db("vehicles").where({ company_id: office.companyId }).whereNull("deleted_at");
  const factors = await target.db("user_totps").where({ user_id: office.ownerId });
  const seen = `${page.status}, ${rows.length} vehicles, ${factors.length} apps, ${(await mails()) - before} mails`;
  saw("links of another site", "change nothing", seen, seen === "200, 1 vehicles, 0 apps, 0 mails");
}

async function redirects(target: Target, office: Office, saw: Saw): Promise<void> {
  const away: string[] = [];
  const look = (way: string, to: string, { headers: { location }, headers }: Answer) => {
    const isSplit = (headers["set-cookie"] ?? []).some((cookie) => cookie.startsWith("a=b"));
    if (!isHere(target, location) || isSplit) away.push(`${way} ${JSON.stringify(to)} → ${location ?? "nowhere"}`);
  };
  const fields = { email: office.email, password: target.server.password };
  for (const to of ELSEWHERE) {
    const query = `login?redirectTo=${encodeURIComponent(to)}`;
    look("sign-in", to, await target.post(query, { ...fields, redirectTo: to }, { Accept: "text/html" }));
  }
  saw(
    `${ELSEWHERE.length} sign-ins that lead elsewhere`,
    "lead home",
    away.slice(0, 3).join("; ") || "home",
    away.length === 0,
  );
  // Somebody who is signed in already is sent on at once, or shown the form.
  const passedOn: string[] = [];
  for (const to of ELSEWHERE)
    for (const page of ["login", "verify-mfa"]) {
      const { headers } = await target.request(`${page}?redirectTo=${encodeURIComponent(to)}`, {
        headers: { ...office.owner, Accept: "text/html" },
      });
      const { location } = headers;
      if (location !== undefined && new URL(location, target.server.url).host === EVIL) passedOn.push(`${page} ${to}`);
    }
  saw("pages that are opened with such links", "lead nowhere else", passedOn[0] ?? "none", passedOn.length === 0);
}

async function hosts(target: Target, saw: Saw): Promise<void> {
  const told: string[] = [];
  const forged: Record<string, string>[] = [
    { Host: EVIL },
    { "X-Forwarded-Host": EVIL },
    { Forwarded: `host=${EVIL}` },
    { "X-Host": EVIL },
  ];
  for (const headers of forged)
    for (const page of ["", "login", "sign-up", "forgot", "planning", "api/docs", "no/such/page"]) {
      const { headers: given, text } = await target.request(page, { headers: { Accept: "text/html", ...headers } });
      const name = `${Object.keys(headers)[0]} at ${page || "/"}`;
      if (text.includes(EVIL) || (given.location ?? "").includes(EVIL)) told.push(name);
    }
  saw("pages for a forged host", "don't name it", told.join(", ") || "none", told.length === 0);
  // The API's document names the host that it was asked at, for that asker alone.
  const document = await target.request("api/openapi.json", { headers: { Host: EVIL } });
  const kept = String(document.headers["cache-control"]);
  saw("the API's document for a forged host", "is kept by nobody", kept, kept === "no-store");
  const bad = ["evil.example/../", "a b", "evil.example:99999999", "<script>", "user@evil.example", "[::1", ""];
  const odd: string[] = [];
  for (const host of bad) {
    const line = await target.raw(`GET /platform/login HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    if (!line.includes(" 400 ")) odd.push(`${JSON.stringify(host)} → ${line}`);
  }
  saw("names that no host has", "400", odd[0] ?? "400", odd.length === 0);
  const twice = await target.raw(
    `GET /platform/login HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: ${EVIL}\r\nConnection: close\r\n\r\n`,
  );
  saw("two hosts", "400, or the first", twice, /^HTTP\/1\.1 (?:400|200) /.test(twice));
}
