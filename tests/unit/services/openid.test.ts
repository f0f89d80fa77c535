import { afterEach, describe, expect, it } from "vitest";
import { openidSignIn } from "~/services/social/openid.server";
import { FOREIGN_KEY, idToken, oddServer } from "../../helpers/oidc-answers";
import type { OddAnswers, OddServer } from "../../helpers/oidc-answers";

const CALLBACK = "http://localhost:3000/platform/social/acme/callback";
const START = { state: "a-state", nonce: "a-nonce", verifier: "v".repeat(43) };
const CLIENT_ID = "routes";

let server: OddServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const socialAt = (issuer: string) =>
  openidSignIn([{ driver: "acme", title: "Acme", issuer, clientId: CLIENT_ID, clientSecret: "a secret" }]);

/** Signs in at a server that answers so. */
async function signIn(odd: OddAnswers) {
  server = await oddServer(odd, CLIENT_ID, START.nonce);
  const social = socialAt(server.url);
  await social.begin("acme", CALLBACK, START);
  return social.finish("acme", new URL(`${CALLBACK}?code=a-code&state=${START.state}`), START);
}

const withClaims = (changes: Record<string, unknown>) => (claims: Record<string, unknown>) =>
  idToken({ ...claims, ...changes });
const TOO_LONG = 300_000;
const BAD = { code: "social.bad_answer", message: "Acme could not confirm who you are. Please try again." };
const AWAY = {
  code: "social.unreachable",
  message: "Acme does not answer. Please try later or sign in with your password.",
};

describe("the answer of a provider", () => {
  it("names a person, by the ID token alone or by the userinfo", async () => {
    const claims = { email: "Ann@Acme.example", email_verified: true, name: "Ann Ash" };
    const person = { subject: "ann", email: "ann@acme.example", isEmailVerified: true, name: "Ann Ash", surname: "" };
    expect(await signIn({ token: withClaims(claims) })).toMatchObject(person);
    await server?.close();
    expect(await signIn({ userinfo: { sub: "ann", ...claims } })).toMatchObject(person);
  });

  it.each([
    ["an ID token for another program", { token: withClaims({ aud: "another" }) }],
    ["an ID token of another issuer", { token: withClaims({ iss: "https://evil.example" }) }],
    ["an ID token without the nonce", { token: withClaims({ nonce: undefined }) }],
    ["an ID token that has expired", { token: withClaims({ exp: 1_700_000_000 }) }],
    ["an ID token that names nobody", { token: withClaims({ sub: "" }) }],
    ["an ID token with a name that is too long", { token: withClaims({ sub: "x".repeat(256) }) }],
    ["an ID token with another key's signature", { token: (claims) => idToken(claims, { key: FOREIGN_KEY }) }],
    ["an ID token without a signature", { token: (claims) => idToken(claims, { alg: "none" }) }],
    ["somebody else in the userinfo", { userinfo: { sub: "eve", email: "ann@acme.example", email_verified: true } }],
    ["no JSON", { raw: { "/token": { body: "<html>" } } }],
    ["right and far too long", { filling: { "/token": TOO_LONG } }],
    ["right and has keys without end", { filling: { "/jwks": TOO_LONG } }],
    ["right after a document without end", { filling: { "/.well-known/openid-configuration": TOO_LONG } }],
    ["a refusal", { raw: { "/token": { status: 400, body: JSON.stringify({ error: "invalid_grant" }) } } }],
    ["another issuer's document", { discovery: { issuer: "https://evil.example" } }],
  ] satisfies [string, OddAnswers][])("is refused when it is %s", async (_what, odd) => {
    await expect(signIn(odd)).rejects.toMatchObject(BAD);
  });

  it("may be as long as answers are", async () => {
    const filling = { "/token": 200_000, "/jwks": 200_000, "/.well-known/openid-configuration": 200_000 };
    expect((await signIn({ filling })).subject).toBe("ann");
  });

  it.each([
    ["at once", { raw: { "/.well-known/openid-configuration": { status: 503, body: "{}" } } }],
    ["when it is asked for tokens", { raw: { "/token": { status: 500, body: "{}" } } }],
  ] satisfies [string, OddAnswers][])("is missed when the server fails %s", async (_what, odd) => {
    await expect(signIn(odd)).rejects.toMatchObject(AWAY);
  });

  it("is missed when nobody listens", async () => {
    const closed = await oddServer({}, CLIENT_ID, START.nonce);
    await closed.close();
    await expect(socialAt(closed.url).begin("acme", CALLBACK, START)).rejects.toMatchObject(AWAY);
  });

  it("is asked for again after it was missed", async () => {
    const odd: OddAnswers = { raw: { "/.well-known/openid-configuration": { status: 503, body: "{}" } } };
    server = await oddServer(odd, CLIENT_ID, START.nonce);
    const social = socialAt(server.url);
    await expect(social.begin("acme", CALLBACK, START)).rejects.toMatchObject(AWAY);
    delete odd.raw;
    expect((await social.begin("acme", CALLBACK, START)).pathname).toBe("/auth");
  });

  it("is asked for once for many sign-ins", async () => {
    server = await oddServer({}, CLIENT_ID, START.nonce);
    const social = socialAt(server.url);
    await Promise.all([1, 2, 3].map(() => social.begin("acme", CALLBACK, START)));
    expect(server.asked).toEqual(["GET /.well-known/openid-configuration"]);
  });

  it.each([
    [undefined, true],
    [["client_secret_basic"], true],
    [["client_secret_basic", "client_secret_post"], false],
  ])("is asked for with the secret as the server takes it: %s", async (methods, inHead) => {
    await signIn({
      token: withClaims({ email: "a@b.example" }),
      discovery: methods === undefined ? {} : { token_endpoint_auth_methods_supported: methods },
    });
    const [sent] = server?.tokenForms ?? [];
    expect([sent?.authorization !== undefined, sent?.form.get("client_secret") ?? null]).toEqual(
      inHead ? [true, null] : [false, "a secret"],
    );
    expect(sent?.form.get("code_verifier")).toBe(START.verifier);
    expect(sent?.form.get("redirect_uri")).toBe(CALLBACK);
  });

  it.each([
    ["true", false],
    [true, true],
    [1, false],
    [undefined, false],
  ])("confirms an e-mail by true and nothing else: %s", async (word, isVerified) => {
    const person = await signIn({ token: withClaims({ email: "a@b.example", email_verified: word }) });
    expect(person.isEmailVerified).toBe(isVerified);
  });
});
