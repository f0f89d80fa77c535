/** What happens when somebody comes back from a provider with an identity that is not linked yet. */
import type { UtcText } from "../time/utc-text";

interface ProviderWord {
  email: string | null;
  /** the provider has seen the e-mail work */
  isEmailVerified: boolean;
  /** nobody but the provider hands the mailbox on */
  runsMailbox: boolean;
}

/** The account with that e-mail. */
export interface FoundAccount {
  status: string;
  email_verified_at: UtcText | null;
  deleted_at: UtcText | null;
  is_completed: number;
  /** a password, a passkey, or another linked account */
  hasOwnWayIn: boolean;
}

/**
 * `unconfirmed`: the provider says nothing about the e-mail, so that we say nothing about accounts. `create`: a new
 * account. `claim`: nobody has confirmed the account's e-mail nor worked with it; its password may be anybody's, and
 * goes. `join`: its holder has no way in but links to the mailbox. `sign_in_first`: its holder signs in their own way,
 * and links then. Those about an account name it.
 */
type SocialWay<Account> =
  { way: "unconfirmed" | "create" } | { way: "closed" | "claim" | "join" | "sign_in_first"; account: Account };

export function socialWay<Account extends FoundAccount>(
  word: ProviderWord,
  account: Account | undefined,
): SocialWay<Account> {
  if (word.email === null || !word.isEmailVerified) return { way: "unconfirmed" };
  if (account === undefined) return { way: "create" };
  return { way: wayOfAccount(word, account), account };
}

function wayOfAccount({ runsMailbox }: ProviderWord, account: FoundAccount) {
  if (account.status !== "active" || account.deleted_at !== null) return "closed";
  if (account.email_verified_at === null) return account.is_completed === 0 ? "claim" : "sign_in_first";
  return account.hasOwnWayIn || !runsMailbox ? "sign_in_first" : "join";
}
