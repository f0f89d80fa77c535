/** A text as a pattern; names of roles are compared with case. */
export const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The name as a whole word: "Van 1" is not "Van 10". */
export const named = (name: string): RegExp => new RegExp(`(?<!\\w)${escaped(name)}(?!\\w)`);
export const startsWith = (text: string): RegExp => new RegExp(`^${escaped(text)}`);
