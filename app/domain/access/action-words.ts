/** Subjects whose name in calls is not the one on screens. */
const SUBJECTS: Readonly<Record<string, string>> = {
  api: "API",
  "routing-query": "calculation",
  "routing-route": "route",
  "routing-sheet": "import",
};

const OWN_WORDS: Readonly<Record<string, string>> = {
  "user.start_app": "User: ask for an authenticator app",
  "user.add_app": "User: add authenticator app",
  "user.remove_app": "User: remove authenticator app",
};

const plain = (name: string): string => name.replace(/[-_]/g, " ");

/** The name of an action for people: 'visit.update_fields' is "Visit: update fields". */
export function actionWords(action: string): string {
  const own = OWN_WORDS[action];
  if (own !== undefined) return own;
  const [subject = "", what] = action.split(".");
  const named = SUBJECTS[subject] ?? plain(subject).replace(/^api\b/, "API");
  const words = what === undefined ? named : `${named}: ${plain(what)}`;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const REFUSALS: Readonly<Record<string, string>> = {
  "auth.banned": "the account is blocked",
  "auth.wrong": "wrong e-mail or password",
  "auth.wrong_code": "wrong code",
  "chat.none": "there is no help chat",
  "company.inactive": "the company is not active",
  "company.none": "the account belongs to no company",
  "email.unverified": "the e-mail is not verified",
  forbidden: "no right to do it",
  "member.inactive": "not an active member of the company",
  not_authorized: "not signed in, or no valid key",
  not_found: "not there, or another company's",
  "passkey.refused": "wrong passkey",
  "password.due": "a password of one's own has to be chosen first",
  "password.wrong": "wrong password",
  "person.only": "needs a person, and was a program",
  "proof.needed": "password or code needed first",
  "proof.wrong": "wrong password or code",
  "recipient.off": "not offered to recipients",
  "request.elsewhere": "sent by another site",
  "social.denied": "cancelled at the other site",
  "social.stale": "signed in too long ago",
  "social.unconfirmed": "e-mail not confirmed at the other site",
  "tracking.unknown": "no link of this company",
};

/** Why an action was refused, for people. @param code of the error */
export const refusalWords = (code: string): string => REFUSALS[code] ?? plain(code).replaceAll(".", ", ");
