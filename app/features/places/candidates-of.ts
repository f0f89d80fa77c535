import type { Candidate } from "~/domain/address/candidate";

/** As they are stored with the visit; null where nothing was looked up. */
export const candidatesOf = (json: string | null): Candidate[] =>
  json === null ? [] : (JSON.parse(json) as Candidate[]);
