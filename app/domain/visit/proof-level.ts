import type { ValueOf } from "../labels";

/** How much proof a way of handing over requires. */
export const ProofLevel = { None: 0, Optional: 1, Required: 2 } as const;
export type ProofLevel = ValueOf<typeof ProofLevel>;
