/** Sign-in with an account that somebody has elsewhere. */
export interface ShownProvider {
  /** its name in addresses */
  driver: string;
  title: string;
}

/** What a browser takes along to the provider, and what its answer is held against. */
interface SocialStart {
  state: string;
  nonce: string;
  /** of PKCE */
  verifier: string;
}

/** Whom the provider has signed in. */
export interface SocialPerson {
  issuer: string;
  /** their id there, which stays when their e-mail changes */
  subject: string;
  /** in lower case; null: not told */
  email: string | null;
  /** the provider says that it has seen the e-mail work */
  isEmailVerified: boolean;
  /** The mailbox is run by the provider, or by whoever set the provider up: nobody else hands it on. */
  runsMailbox: boolean;
  name: string;
  surname: string;
}

export interface SocialSignIn {
  /** in the order of their buttons */
  readonly providers: readonly ShownProvider[];
  /** Whose identities these are; null for an issuer that was set up once and is not any more. */
  titleOf(issuer: string): string | null;
  /**
   * Where the browser goes.
   * @param callback the address that the provider sends it back to
   * @throws AppError 404 for an unknown driver, 502 'social.unreachable'
   */
  begin(driver: string, callback: string, start: SocialStart): Promise<URL>;
  /**
   * Takes the browser's return for a person, after all checks.
   * @param returned the callback's address with what the provider added
   * @throws AppError 404, 'social.denied', 502 'social.unreachable' or 'social.bad_answer'
   */
  finish(driver: string, returned: URL, start: SocialStart): Promise<SocialPerson>;
}
