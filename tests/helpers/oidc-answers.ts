import { createSign, generateKeyPairSync } from "node:crypto";
import { testServer } from "./http-server";
import type { TestServer } from "./http-server";

const keys = () => generateKeyPairSync("rsa", { modulusLength: 2048 });
export const OWN_KEY = keys();
export const FOREIGN_KEY = keys();

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

export function idToken(claims: Record<string, unknown>, { alg = "RS256", key = OWN_KEY } = {}): string {
  const signed = `${part({ alg, kid: "own", typ: "JWT" })}.${part(claims)}`;
  return `${signed}.${alg === "none" ? "" : createSign("RSA-SHA256").update(signed).sign(key.privateKey, "base64url")}`;
}

/** What a server answers that does not keep to the rules; left out: what is right. */
export interface OddAnswers {
  discovery?: Record<string, unknown>;
  /** the ID token, of the claims that would be right */
  token?: (claims: Record<string, unknown>) => string;
  /** in place of the JSON of that path */
  raw?: Readonly<Record<string, { status?: number; body: string }>>;
  userinfo?: Record<string, unknown>;
  /** so many bytes more in the right answer of that path */
  filling?: Readonly<Record<string, number>>;
}

export interface OddServer extends TestServer {
  /** the heads and bodies of requests for tokens */
  asked: string[];
  tokenForms: { authorization: string | undefined; form: URLSearchParams }[];
}

/** A server that answers whatever a test wants. @param nonce of the sign-in */
export async function oddServer(odd: OddAnswers, clientId: string, nonce: string): Promise<OddServer> {
  const tokenForms: OddServer["tokenForms"] = [];
  const server = await testServer((request, response, body) => {
    const path = new URL(request.url ?? "/", server.url).pathname;
    const raw = odd.raw?.[path];
    const send = (value: unknown, status = 200) => {
      const filling = odd.filling?.[path];
      const whole = filling === undefined ? value : { ...(value as object), filling: "x".repeat(filling) };
      response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(whole));
    };
    if (raw !== undefined)
      return void response.writeHead(raw.status ?? 200, { "Content-Type": "application/json" }).end(raw.body);
    switch (path) {
      case "/.well-known/openid-configuration":
        return void send({
          issuer: server.url,
          authorization_endpoint: `${server.url}/auth`,
          token_endpoint: `${server.url}/token`,
          jwks_uri: `${server.url}/jwks`,
          response_types_supported: ["code"],
          id_token_signing_alg_values_supported: ["RS256"],
          ...(odd.userinfo === undefined ? {} : { userinfo_endpoint: `${server.url}/userinfo` }),
          ...odd.discovery,
        });
      case "/jwks":
        return void send({
          keys: [{ ...OWN_KEY.publicKey.export({ format: "jwk" }), kid: "own", use: "sig", alg: "RS256" }],
        });
      case "/token": {
        tokenForms.push({ authorization: request.headers.authorization, form: new URLSearchParams(body) });
        const now = Math.floor(Date.now() / 1000);
        const claims = { iss: server.url, aud: clientId, sub: "ann", nonce, iat: now, exp: now + 300 };
        return void send({
          access_token: "an-access-token",
          token_type: "Bearer",
          id_token: odd.token?.(claims) ?? idToken(claims),
        });
      }
      case "/userinfo":
        return void send(odd.userinfo);
      default:
        return void send({}, 404);
    }
  });
  return Object.assign(server, { tokenForms });
}
