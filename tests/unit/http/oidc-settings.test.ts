import { describe, expect, it } from "vitest";
import { parseEnv } from "~/env.server";

const GOOGLE = { GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" };
const ACME = {
  OIDC_ACME_ISSUER: "https://id.acme.example/realms/main",
  OIDC_ACME_CLIENT_ID: "routes",
  OIDC_ACME_CLIENT_SECRET: "secret",
};

const ISSUERS = [
  "id.acme.example",
  "http://id.acme.example",
  "ftp://x",
  "https://a:b@x.example",
  "https://x.example/?a=1",
  `https://x.example/${"x".repeat(255)}`,
];

describe("providers of the environment", () => {
  it("are none, Google, and any others by name", () => {
    expect(parseEnv({}).providers).toEqual([]);
    expect(parseEnv({ OIDC_ACME_TITLE: "", GOOGLE_CLIENT_ID: "" }).providers).toEqual([]);
    const all = {
      ...ACME,
      OIDC_ZED_ISSUER: "http://localhost:9",
      OIDC_ZED_CLIENT_ID: "z",
      OIDC_ZED_CLIENT_SECRET: "z",
    };
    expect(parseEnv({ ...all, ...GOOGLE, OIDC_ZED_TITLE: "Zed Inc" }).providers).toMatchObject([
      { driver: "google", title: "Google", issuer: "https://accounts.google.com", clientId: "id" },
      { driver: "acme", title: "ACME", issuer: ACME.OIDC_ACME_ISSUER, clientSecret: "secret" },
      { driver: "zed", title: "Zed Inc", issuer: "http://localhost:9" },
    ]);
  });

  it.each<[Record<string, string>, string]>([
    [{ GOOGLE_CLIENT_ID: "id" }, "GOOGLE_CLIENT_ID is set but GOOGLE_CLIENT_SECRET is not"],
    [{ GOOGLE_CLIENT_SECRET: "x" }, "GOOGLE_CLIENT_SECRET is set but GOOGLE_CLIENT_ID is not"],
    [{ OIDC_ACME_TITLE: "Acme" }, "OIDC_ACME_TITLE is set but OIDC_ACME_ISSUER is not"],
    [{ ...ACME, OIDC_ACME_CLIENT_ID: "" }, "OIDC_ACME_CLIENT_ID is not"],
    [{ ...ACME, OIDC_ACME_CLIENT_SECRET: "" }, "OIDC_ACME_CLIENT_SECRET is not"],
    ...ISSUERS.map((issuer): [Record<string, string>, string] => [
      { ...ACME, OIDC_ACME_ISSUER: issuer },
      "OIDC_ACME_ISSUER is wrong: must be the https address",
    ]),
    [{ OIDC_acme_ISSUER: "https://x.example" }, "1 to 20 capital letters and digits"],
    [{ OIDC_A_B_ISSUER: "https://x.example" }, "1 to 20 capital letters and digits"],
    [{ OIDC_GOOGLE_ISSUER: "https://x.example" }, "Google is set up by GOOGLE_CLIENT_ID"],
    [
      { ...ACME, OIDC_B_ISSUER: ACME.OIDC_ACME_ISSUER, OIDC_B_CLIENT_ID: "b", OIDC_B_CLIENT_SECRET: "b" },
      "OIDC_B_ISSUER is wrong: another provider has the same issuer",
    ],
  ])("stop the start with a sentence: %j", (source, sentence) => {
    expect(() => parseEnv(source)).toThrow(sentence);
  });
});
