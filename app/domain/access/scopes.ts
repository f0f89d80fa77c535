/** What a company's API key may be used for: chosen when the key is made. */
export const SCOPES = ["read", "plan", "drive"] as const;
export type Scope = (typeof SCOPES)[number];

export const SCOPE_WORDS: Readonly<Record<Scope, string>> = {
  read: "Read: lists, single records, files",
  plan: "Plan: add, change and remove, calculate, approve",
  drive: "Drive: start and finish routes, report visits",
};

/** What the driver on the road does. */
const DRIVE: readonly string[] = ["route.start", "route.finish", "visit.report", "visit.attach"];
const READ_VERBS: readonly string[] = ["list", "listOwn", "view", "export", "search"];

/** The scope that a key needs for an action of the permission matrix. */
export function scopeOf(action: string): Scope {
  if (DRIVE.includes(action)) return "drive";
  return READ_VERBS.includes(action.slice(action.lastIndexOf(".") + 1)) ? "read" : "plan";
}

/** The scopes in a column's text; words that are none are left out. */
export const readScopes = (text: string): Scope[] => SCOPES.filter((scope) => text.split(",").includes(scope));
