/** What the link of an invitation offers whoever opens it. */

/** The account with the e-mail that was invited. */
export const INVITED_ACCOUNTS = ["none", "unverified", "no_way_in", "own_way_in", "closed"] as const;
export type InvitedAccount = (typeof INVITED_ACCOUNTS)[number];

interface AccountFacts {
  status: string;
  email_verified_at: string | null;
  /** 1: somebody has worked with it */
  is_completed: number;
  /** its holder can sign in by themselves: with a password, a passkey, or an account elsewhere */
  hasOwnWayIn: boolean;
  deleted_at: string | null;
}

export function invitedAccountOf(account: AccountFacts | undefined): InvitedAccount {
  if (account === undefined) return "none";
  if (account.status !== "active" || account.deleted_at !== null) return "closed";
  // Whoever signed up with this e-mail has never shown that it is theirs: the password may be anybody's. One that was
  // worked with waits for its holder's new e-mail, and keeps its password and second step: without either of its own,
  // its holder chooses a password by a mailed link.
  if (account.email_verified_at === null) return account.is_completed === 0 ? "unverified" : "own_way_in";
  return account.hasOwnWayIn ? "own_way_in" : "no_way_in";
}

/**
 * `answer`: signed in with the invited e-mail. `other`: with another one. `sign_in`: the account has a way in of its
 * own, which a link doesn't replace. `start`: the link opens a session. `register`: with a name and a password.
 */
export type WayIn = "answer" | "other" | "sign_in" | "start" | "register" | "closed";

/** @param signedIn the verified e-mail of whoever has the page open; null for nobody */
export function wayIn(invited: string, signedIn: string | null, account: InvitedAccount, isDriver: boolean): WayIn {
  if (signedIn !== null) return signedIn === invited ? "answer" : "other";
  if (account === "closed") return "closed";
  if (account === "own_way_in") return "sign_in";
  return account === "no_way_in" || isDriver ? "start" : "register";
}
