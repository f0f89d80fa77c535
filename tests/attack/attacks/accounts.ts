import { linksTo } from "../mails";
import { addPerson } from "../people";
import type { Attack } from "../attack";
import type { Answer, Target } from "../target";

const FORM = "application/x-www-form-urlencoded";
const PASSWORD = "several words are good";

const send = (target: Target, path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  target.request(path, {
    method: "POST",
    headers: { "Content-Type": FORM, Accept: "text/html", ...headers },
    body: new URLSearchParams(fields).toString(),
  });

/** What a visitor sees of an answer; the cookies' values are signed e-mails. */
const visible = ({ status, headers, text }: Answer): string =>
  JSON.stringify([
    status,
    headers.location,
    (headers["set-cookie"] ?? []).map((one) => one.replace(/=[^;]*/, "")),
    text,
  ]);

/** Finding out who has an account, taking one over, and making the server write mails for others. */
export const accounts: Attack = {
  name: "accounts",
  async run({ target, saw }) {
    const known = "known@demo.example";
    const fresh = "fresh@demo.example";
    await addPerson(target, known, {});

    for (const [path, fields] of [
      ["sign-up", { password: PASSWORD }],
      ["forgot", {}],
    ] as const) {
      const [first, second] = [
        visible(await send(target, path, { email: known, ...fields })),
        visible(await send(target, path, { email: fresh, ...fields })),
      ];
      saw(
        `${path} for a known and an unknown e-mail`,
        "the same answer",
        first === second ? "the same" : "two",
        first === second,
      );
    }

    const evil = { Host: "evil.example", "X-Forwarded-Host": "evil.example" };
    await send(target, "forgot", { email: known }, evil);
    // That there is an account, and twice a link for a new password.
    const links = await linksTo(target, known, 3);
    const hosts = [...new Set(links.map((link) => new URL(link).host))];
    const own = new URL(target.server.url).host;
    saw("a forged host", "is in no link", hosts.join(", "), hosts.length === 1 && hosts[0] === own);

    const before = target.server.output().length;
    const injected = await send(target, "sign-up", {
      email: "x@demo.example\r\nBcc: all@demo.example",
      password: PASSWORD,
    });
    const wrote = /Mail to (?:x|all)@/.test(target.server.output().slice(before));
    saw(
      "a line end in an e-mail",
      "is refused, and nothing is mailed",
      injected.status,
      injected.status === 422 && !wrote,
    );

    const link = new URL(links.at(-1)!);
    const [token, email] = [link.searchParams.get("token") ?? "", link.searchParams.get("email") ?? ""];
    const opened = await target.request(`reset${link.search}`);
    saw("looking at a reset link", "uses nothing up", opened.status, opened.status === 200);
    const others = await send(target, "reset", { token, email: "dispatcher@demo.example", password: PASSWORD });
    saw("a link with another e-mail", "is worth nothing", others.status, others.status === 410);
    const both = await Promise.all([1, 2, 3].map(() => send(target, "reset", { token, email, password: PASSWORD })));
    const through = both.filter(({ status }) => status === 303).length;
    saw("one link three times at once", "works once", through, through === 1);
    const again = await send(target, "reset", { token, email, password: `${PASSWORD} again` });
    saw("and once more", "is refused", again.status, again.status === 410);
    const stored = JSON.stringify(await target.db("tokens")) + JSON.stringify(await target.db("mails"));
    saw(
      "the database",
      "holds no link that was sent",
      stored.includes(token) ? "one" : "none",
      !stored.includes(token),
    );

    const waiting = await target.signIn(fresh, PASSWORD);
    const door = await target.request("planning", { headers: { Cookie: waiting } });
    saw(
      "an account without a verified e-mail",
      "gets nowhere",
      door.headers.location,
      door.headers.location === "/platform/email-verify",
    );
    const call = await target.request("api/vehicle/list", { headers: { Cookie: waiting } });
    saw("its calls", "are refused", call.status, call.status === 403 || call.status === 401);

    const away = await send(target, "login?redirectTo=//evil.example", {
      email: known,
      password: PASSWORD,
      redirectTo: "//evil.example",
    });
    saw(
      "a sign-in that leads elsewhere",
      "leads home",
      away.headers.location,
      /^\/platform\/?$/.test(away.headers.location ?? ""),
    );

    const flood = await Promise.all(
      Array.from({ length: 12 }, () => send(target, "forgot", { email: "dispatcher@demo.example" })),
    );
    const refused = flood.filter(({ status }) => status === 429);
    saw("twelve mails to one person", "five at most", 12 - refused.length, refused.length === 7);
    saw(
      "the refusals",
      "say when to try again",
      refused[0]?.headers["retry-after"],
      refused.length > 0 && refused.every(({ headers }) => Number(headers["retry-after"]) > 0),
    );
  },
};
