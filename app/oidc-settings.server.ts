/** Who people may sign in with: Google, and any issuer of OpenID Connect that the environment names. */
export interface OidcProvider {
  /** in addresses: lower case letters and digits */
  driver: string;
  /** "Continue with …" */
  title: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
}

export const GOOGLE_ISSUER = "https://accounts.google.com";

type Source = Readonly<Record<string, string | undefined>>;

const VARIABLE = /^OIDC_(.+)_(ISSUER|CLIENT_ID|CLIENT_SECRET|TITLE)$/;
const NAME = /^[A-Z0-9]{1,20}$/;
/** as long as the database keeps one */
const MAX_ISSUER_LENGTH = 255;
const LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]"];

const wrong = (variable: string, fault: string): Error =>
  new Error(`The environment variable ${variable} is wrong: ${fault}.`);

/** @throws Error with one sentence: a provider has all of these or none */
function needed(source: Source, variable: string, because: string): string {
  const value = source[variable] ?? "";
  if (value === "") throw new Error(`${because} is set but ${variable} is not: a provider for sign-in needs both.`);
  return value;
}

/** Without https anybody on the way could sign in as anybody; a server on this machine has no way in between. */
function issuerOf(variable: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && LOCAL_HOSTS.includes(url.hostname));
  if (!isSafe || url.search !== "" || url.hash !== "" || url.username !== "" || text.length > MAX_ISSUER_LENGTH)
    throw wrong(variable, "must be the https address of an issuer, such as https://id.example.com");
  return text;
}

function google(source: Source): OidcProvider[] {
  const [id, secret] = ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"] as const;
  if (!source[id] && !source[secret]) return [];
  return [
    {
      driver: "google",
      title: "Google",
      issuer: GOOGLE_ISSUER,
      clientId: needed(source, id, secret),
      clientSecret: needed(source, secret, id),
    },
  ];
}

function named(source: Source, name: string, given: string): OidcProvider {
  if (!NAME.test(name)) throw wrong(given, "its name has to be 1 to 20 capital letters and digits");
  if (name === "GOOGLE") throw wrong(given, "Google is set up by GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET");
  const issuer = `OIDC_${name}_ISSUER`;
  return {
    driver: name.toLowerCase(),
    title: source[`OIDC_${name}_TITLE`] || name,
    issuer: issuerOf(issuer, needed(source, issuer, given)),
    clientId: needed(source, `OIDC_${name}_CLIENT_ID`, given),
    clientSecret: needed(source, `OIDC_${name}_CLIENT_SECRET`, given),
  };
}

/** Google first, the others by name. @throws Error with one sentence that names the variable at fault */
export function readProviders(source: Source): OidcProvider[] {
  const names = new Map<string, string>();
  for (const variable of Object.keys(source).sort()) {
    const name = VARIABLE.exec(variable)?.[1];
    if (name !== undefined && source[variable] && !names.has(name)) names.set(name, variable);
  }
  const others = [...names].map(([name, given]) => named(source, name, given));
  const twice = others.find(({ issuer }, index) => others.findIndex((one) => one.issuer === issuer) !== index);
  if (twice !== undefined)
    throw wrong(`OIDC_${twice.driver.toUpperCase()}_ISSUER`, "another provider has the same issuer");
  return [...google(source), ...others];
}
