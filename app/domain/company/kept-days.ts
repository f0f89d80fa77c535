/** For how many days a company keeps things; null: for good. */
type KeptDays = number | null;

/** Things that were kept until now may be removed by it. */
export const isShorterKept = (next: KeptDays, stored: KeptDays): boolean =>
  next !== null && (stored === null || next < stored);
