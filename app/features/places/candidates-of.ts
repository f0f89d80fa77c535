import type { Candidate } from "~/domain/address/candidate";

/** As they are stored with the visit. */
export const candidatesOf = (json: string): Candidate[] => JSON.parse(json) as Candidate[];
