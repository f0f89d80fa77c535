import { currentSession } from "~/auth/session.server";
import { signIn } from "~/auth/sign-in.server";
import { beginSocial, finishSocial } from "~/features/accounts/social.server";
import { cookiesOf } from "../../helpers/accounts";
import { AtProvider } from "../../helpers/oidc-server";

const BASE = "http://localhost:3000/platform";
const IP = "203.0.113.7";

export const callbackOf = (driver: string): string => `${BASE}/social/${driver}/callback`;

/** A browser is sent to a provider. @param cookie what it has already */
export const begin = (driver = "acme", redirectTo = "/planning", cookie = ""): Promise<Response> =>
  beginSocial(
    new Request(`${BASE}/social/${driver}/login?redirectTo=${encodeURIComponent(redirectTo)}`, {
      headers: { Cookie: cookie },
    }),
    driver,
    IP,
  );

/** Signs in there. @returns where the browser is sent back to */
export const there = (begun: Response, login: string): Promise<URL> =>
  new AtProvider().signIn(begun.headers.get("Location") ?? "", login);

export const finish = (back: URL, cookie: string, driver = "acme"): Promise<Response> =>
  finishSocial(new Request(`${callbackOf(driver)}${back.search}`, { headers: { Cookie: cookie } }), driver);

/** To the provider and back. @param cookie what the browser had before */
export async function socialSignIn(
  login: string,
  { driver = "acme", redirectTo = "/planning", cookie = "" } = {},
): Promise<Response> {
  const begun = await begin(driver, redirectTo, cookie);
  return finish(await there(begun, login), [cookie, cookiesOf(begun)].filter(Boolean).join("; "), driver);
}

export const sessionOf = (answer: Response | string) =>
  currentSession(
    new Request("http://localhost/", { headers: { Cookie: typeof answer === "string" ? answer : cookiesOf(answer) } }),
  );

export const placeOf = (answer: Response): string | null => answer.headers.get("Location");

export const passwordSignIn = (email: string, password: string): Promise<Response> =>
  signIn(new Request(`${BASE}/login`, { method: "POST", body: new URLSearchParams({ email, password }) }), IP);
