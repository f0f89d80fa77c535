import * as oidc from "openid-client";
import { MAX_EMAIL_LENGTH } from "~/domain/constants";
import { AppError, notFound } from "~/lib/errors";
import { GOOGLE_ISSUER } from "~/oidc-settings.server";
import type { OidcProvider } from "~/oidc-settings.server";
import { boundedFetch } from "./bounded-fetch.server";
import type { SocialPerson, SocialSignIn } from "./social-sign-in";

/** Of one request to a provider; somebody waits for it. */
const TIMEOUT_SEC = 10;
const MAX_SUBJECT_LENGTH = 255;
const MAX_NAME_LENGTH = 100;

const socialDenied = (cause?: unknown): AppError =>
  new AppError("social.denied", "Sign-in was cancelled.", { status: 403, cause });
const unreachable = (title: string, cause: unknown): AppError =>
  new AppError("social.unreachable", `${title} does not answer. Please try later or sign in with your password.`, {
    status: 502,
    cause,
  });
const badAnswer = (title: string, cause: unknown): AppError =>
  new AppError("social.bad_answer", `${title} could not confirm who you are. Please try again.`, {
    status: 502,
    cause,
  });

/** How the provider wants to be shown the secret; without a word about it, as the standard says. */
const clientAuth =
  (secret: string): oidc.ClientAuth =>
  (server, client, body, headers) => {
    const takesPost = server.token_endpoint_auth_methods_supported?.includes("client_secret_post") === true;
    (takesPost ? oidc.ClientSecretPost(secret) : oidc.ClientSecretBasic(secret))(server, client, body, headers);
  };

function discover({ issuer, clientId, clientSecret }: OidcProvider): Promise<oidc.Configuration> {
  const execute = [oidc.enableNonRepudiationChecks];
  // The settings allow it for this machine alone.
  if (issuer.startsWith("http:")) execute.push(oidc.allowInsecureRequests);
  return oidc.discovery(new URL(issuer), clientId, undefined, clientAuth(clientSecret), {
    execute,
    timeout: TIMEOUT_SEC,
    [oidc.customFetch]: (url, options) => boundedFetch(url, options as RequestInit),
  });
}

/** Which of several accounts: without the question a shared browser signs in whoever was there last. */
function asksWhich(configuration: oidc.Configuration): boolean {
  const { issuer, prompt_values_supported: known } = configuration.serverMetadata();
  // Google takes it and does not list it.
  return issuer === GOOGLE_ISSUER || (Array.isArray(known) && known.includes("select_account"));
}

/** Was the provider away, or did it answer something wrong? */
function isAway(error: unknown): boolean {
  const { code, name, cause } = (error ?? {}) as { code?: string; name?: string; cause?: { status?: unknown } };
  if (code === "OAUTH_TIMEOUT" || code === "OAUTH_ABORT" || name === "TimeoutError") return true;
  if (error instanceof TypeError && error.message === "fetch failed") return true;
  return typeof cause?.status === "number" && cause.status >= 500;
}

const text = (value: unknown, longest: number): string =>
  typeof value === "string" ? value.trim().slice(0, longest) : "";

/** Claims of the ID token, or of the userinfo where that one has no e-mail. */
function personOf(issuer: string, claims: oidc.IDToken | oidc.UserInfoResponse): SocialPerson {
  const address = typeof claims.email === "string" ? claims.email.trim().toLowerCase() : "";
  const email = address === "" || address.length > MAX_EMAIL_LENGTH ? null : address;
  return {
    issuer,
    subject: claims.sub,
    email,
    isEmailVerified: email !== null && claims.email_verified === true,
    // Google confirms mailboxes of others once, and does not learn when they go to somebody else.
    runsMailbox: issuer !== GOOGLE_ISSUER || address.endsWith("@gmail.com") || typeof claims.hd === "string",
    name: text(claims.given_name, MAX_NAME_LENGTH) || text(claims.name, MAX_NAME_LENGTH),
    surname: text(claims.family_name, MAX_NAME_LENGTH),
  };
}

/** Sign-in by OpenID Connect. A provider is asked for its addresses when somebody first goes there. */
export function openidSignIn(settings: readonly OidcProvider[]): SocialSignIn {
  const known = new Map<string, Promise<oidc.Configuration>>();

  const providerOf = (driver: string): OidcProvider => {
    const provider = settings.find((one) => one.driver === driver);
    if (provider === undefined) throw notFound("Provider");
    return provider;
  };

  async function configurationOf(provider: OidcProvider): Promise<oidc.Configuration> {
    let found = known.get(provider.driver);
    if (found === undefined) known.set(provider.driver, (found = discover(provider)));
    try {
      return await found;
    } catch (error) {
      known.delete(provider.driver);
      throw isAway(error) ? unreachable(provider.title, error) : badAnswer(provider.title, error);
    }
  }

  return {
    providers: settings.map(({ driver, title }) => ({ driver, title })),
    titleOf: (issuer) => settings.find((one) => one.issuer === issuer)?.title ?? null,

    async begin(driver, callback, { state, nonce, verifier }) {
      const configuration = await configurationOf(providerOf(driver));
      return oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: callback,
        scope: "openid email profile",
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        ...(asksWhich(configuration) ? { prompt: "select_account" } : {}),
      });
    },

    async finish(driver, returned, { state, nonce, verifier }) {
      const provider = providerOf(driver);
      const configuration = await configurationOf(provider);
      try {
        const tokens = await oidc.authorizationCodeGrant(configuration, returned, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined || claims.sub === "" || claims.sub.length > MAX_SUBJECT_LENGTH)
          throw new Error("The ID token names nobody.");
        const hasMore = claims.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined;
        const all = hasMore ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub) : claims;
        return personOf(provider.issuer, all);
      } catch (error) {
        if (error instanceof oidc.AuthorizationResponseError && error.error === "access_denied")
          throw socialDenied(error);
        // Its addresses may be others by now.
        known.delete(driver);
        throw isAway(error) ? unreachable(provider.title, error) : badAnswer(provider.title, error);
      }
    },
  };
}
