import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { generateKeyPairSync } from "node:crypto";
import type { ClientMetadata } from "oidc-provider";

/** What the server tells of somebody; the name that they sign in with there is their subject. */
export interface OidcAccount {
  email?: string;
  email_verified?: boolean;
  given_name?: string;
  family_name?: string;
}

export interface OidcServer {
  issuer: string;
  /** by subject; tests add to it */
  accounts: Map<string, OidcAccount>;
  /** the times that somebody asked for tokens */
  readonly tokenRequests: number;
  close(): Promise<void>;
}

export const CLIENT = { clientId: "routes", clientSecret: "a-secret-of-the-tests-only" };

/** oidc-provider says at its start that its pages are for development, which they are here. */
async function quietly<Result>(work: () => Promise<Result> | Result): Promise<Result> {
  const { info, warn } = console;
  console.info = console.warn = () => undefined;
  try {
    return await work();
  } finally {
    Object.assign(console, { info, warn });
  }
}

/**
 * A real OpenID Connect server with its own pages for sign-in and consent, on a free port.
 * @param redirectUris where it may send browsers; read with the first request
 */
export async function startOidcServer(
  redirectUris: readonly string[],
  client: Partial<ClientMetadata> = {},
): Promise<OidcServer> {
  const accounts = new Map<string, OidcAccount>();
  const counts = { token: 0 };
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  // Made with the first request: an array of addresses may be filled until then.
  const make = () =>
    quietly(async () => {
      const { default: Provider } = await import("oidc-provider");
      return new Provider(issuer, {
        clients: [
          {
            client_id: CLIENT.clientId,
            client_secret: CLIENT.clientSecret,
            redirect_uris: [...redirectUris],
            ...client,
          },
        ],
        jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), use: "sig", alg: "RS256", kid: "of-the-tests" }] },
        cookies: { keys: ["of-the-tests"] },
        claims: { email: ["email", "email_verified"], profile: ["given_name", "family_name", "name"] },
        findAccount: (_context, subject) => ({
          accountId: subject,
          claims: () => ({ sub: subject, ...accounts.get(subject) }),
        }),
        pkce: { required: () => true },
        ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
      });
    });
  let provider: ReturnType<typeof make> | undefined;
  server.on("request", (request, response) => {
    if (request.method === "POST" && request.url === "/token") counts.token += 1;
    // Some browsers ask for it by themselves, and complain.
    if (request.url === "/favicon.ico") return void response.writeHead(204).end();
    void (provider ??= make()).then((made) => made.callback()(request, response));
  });
  return {
    issuer,
    accounts,
    get tokenRequests() {
      return counts.token;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Cookies by name, as one browser keeps them for one host. */
class Jar {
  private readonly cookies = new Map<string, string>();

  take(answer: Response): void {
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const [name = "", value = ""] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)];
      if (value === "" || /expires=Thu, 01 Jan 1970/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }

  get header(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }
}

/** A browser at the provider. */
export class AtProvider {
  private readonly jar = new Jar();

  private async ask(url: string, form?: Record<string, string>): Promise<Response> {
    const answer = await fetch(url, {
      redirect: "manual",
      headers: { Cookie: this.jar.header },
      ...(form === undefined ? {} : { method: "POST", body: new URLSearchParams(form) }),
    });
    this.jar.take(answer);
    return answer;
  }

  /** Follows redirects of the provider until it shows a page, or sends the browser elsewhere. */
  private async follow(answer: Response, from: string): Promise<{ left: URL } | { page: string }> {
    const to = answer.headers.get("Location");
    if (to === null) return { page: await answer.text() };
    const url = new URL(to, from);
    if (url.origin !== new URL(from).origin) return { left: url };
    return this.follow(await this.ask(url.href), url.href);
  }

  /**
   * Signs in as `login` and agrees, as its pages ask.
   * @returns where the provider sends the browser then
   */
  async signIn(url: string, login: string, answer: "agree" | "refuse" = "agree"): Promise<URL> {
    let at = await this.follow(await this.ask(url), url);
    while ("page" in at) {
      const action = /<form[^>]* action="([^"]+)"/.exec(at.page)?.[1];
      const abort = /<a href="([^"]+\/abort)"/.exec(at.page)?.[1];
      const prompt = /name="prompt" value="(\w+)"/.exec(at.page)?.[1];
      if (action === undefined || prompt === undefined) throw new Error(`The provider shows another page: ${at.page}`);
      const next =
        answer === "refuse" && abort !== undefined
          ? await this.ask(abort)
          : await this.ask(action, { prompt, login, password: "any" });
      at = await this.follow(next, url);
    }
    return at.left;
  }
}
