/**
 * What somebody has to show before a change that nobody else may make in their place: a password or a code in the same
 * form, or, where the account has neither, that it is them on the page of their security.
 */
export type ProofAsked = "nothing" | "text" | "elsewhere";
