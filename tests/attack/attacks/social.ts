import { AtProvider, CLIENT, startOidcServer } from "../../helpers/oidc-server";
import { cookiesIn, isSignedIn } from "../factors";
import { counted, openOffice } from "../office";
import { fromElsewhere, Target } from "../target";
import type { Answer } from "../target";
import type { Attack } from "../attack";

const HTML = { Accept: "text/html" };

const begin = (target: Target, cookie = "", redirectTo = ""): Promise<Answer> =>
  target.request(`social/acme/login?redirectTo=${encodeURIComponent(redirectTo)}`, {
    headers: { ...HTML, ...fromElsewhere(), Cookie: cookie },
  });

const finish = (target: Target, search: string, cookie: string, driver = "acme"): Promise<Answer> =>
  target.request(`social/${driver}/callback${search}`, { headers: { ...HTML, ...fromElsewhere(), Cookie: cookie } });

/** Answers of a provider in another browser, twice, changed, and for somebody else's account. */
export const social: Attack = {
  name: "social",
  async run({ target: { storage }, saw }) {
    const redirectUris: string[] = [];
    const provider = await startOidcServer(redirectUris);
    const target = await Target.start(storage.kind, {
      OIDC_ACME_ISSUER: provider.issuer,
      OIDC_ACME_CLIENT_ID: CLIENT.clientId,
      OIDC_ACME_CLIENT_SECRET: CLIENT.clientSecret,
      OIDC_ACME_TITLE: "Acme",
      PUBLIC_URL: "https://routes.example/",
    });
    try {
      redirectUris.push("https://routes.example/platform/social/acme/callback");
      const peer = await target.peer();
      const at = Date.now();
      for (const name of ["ann", "bob", "eve"])
        provider.accounts.set(`${name}-${at}`, { email: `${name}-${at}@acme.example`, email_verified: true });
      /** To the provider, and back to the door. */
      const way = async (login: string, redirectTo = "/planning") => {
        const begun = await begin(target, "", redirectTo);
        const back = await new AtProvider().signIn(begun.headers.location ?? "", `${login}-${at}`);
        return { cookie: cookiesIn(begun), search: back.search };
      };
      const entered: string[] = [];
      const mustFail = async (what: string, answer: Answer) => {
        if (isSignedIn(answer) || answer.status >= 500 || answer.status === 0)
          entered.push(`${what} (${answer.status})`);
      };

      const mine = await way("ann");
      const theirs = await way("eve");
      await mustFail("without the browser's cookie", await finish(target, mine.search, ""));
      await mustFail("in another browser", await finish(target, theirs.search, mine.cookie));
      const params = new URLSearchParams(mine.search);
      for (const [what, name, value] of [
        ["another state", "state", "A".repeat(43)],
        ["no state", "state", ""],
        ["no code", "code", ""],
        ["another code", "code", "A".repeat(43)],
        ["another issuer", "iss", "https://evil.example"],
      ] as const) {
        const one = await way("bob");
        const changed = new URLSearchParams(one.search);
        changed.set(name, value);
        await mustFail(what, await finish(target, `?${changed}`, one.cookie));
      }
      const state = new URLSearchParams(theirs.search).get("state") ?? "";
      params.set("state", state);
      await mustFail("the state of another session", await finish(target, `?${params}`, theirs.cookie));
      await mustFail("at a provider that there is not", await finish(target, mine.search, mine.cookie, "evil"));
      saw("answers that belong to nobody here", "let nobody in", entered.join(", ") || "nobody", entered.length === 0);

      const good = await way("ann");
      const many = await Promise.all(
        Array.from({ length: 6 }, (_, nth) => finish(nth % 2 === 0 ? target : peer, good.search, good.cookie)),
      );
      const through = many.filter(isSignedIn).length;
      const accounts = await target.db("users").where({ email: `ann-${at}@acme.example` });
      saw(
        "one answer six times at once",
        "one account, one session",
        `${accounts.length}, ${through}; ${counted(many)}`,
        accounts.length === 1 && through === 1 && many.every(({ status }) => status < 500),
      );

      // The account here has a password of its own: what Acme says of its e-mail doesn't open it.
      const office = await openOffice(target);
      provider.accounts.set(`thief-${at}`, { email: office.email, email_verified: true });
      const stolen = await way("thief");
      const answer = await finish(target, stolen.search, stolen.cookie);
      saw("an account with the e-mail of one here", "doesn't open it", answer.status, !isSignedIn(answer));
      const planted = cookiesIn(answer);
      const victim = await openOffice(target);
      const link = await target.post(
        "social/link",
        { answer: "link" },
        { ...HTML, Cookie: `${victim.owner.Cookie ?? ""}; ${planted}` },
      );
      const identities = await target.db("user_identities").where({ user_id: victim.ownerId });
      saw(
        "what it offers, planted with another account",
        "is not linked",
        `${link.status}, ${identities.length}`,
        identities.length === 0,
      );

      const away: string[] = [];
      for (const to of [
        "//evil.example",
        "https://evil.example",
        "/\\evil.example",
        "/logout",
        "/platform//evil.example",
      ]) {
        const one = await way("ann", to);
        const { location = "" } = (await finish(target, one.search, one.cookie)).headers;
        if (!/^\/platform(?:\/(?!\/|logout|\\).*)?$/.test(location)) away.push(`${to} → ${location}`);
      }
      saw("sign-ins there that lead elsewhere", "lead home", away[0] ?? "home", away.length === 0);
    } finally {
      await target.stop();
      await provider.close();
    }
  },
};
