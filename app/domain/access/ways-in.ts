/** How the holder of an account can sign in by themselves, without a link that is mailed to them. */
export interface WaysIn {
  hasPassword: boolean;
  /** accounts elsewhere that are linked */
  identities: number;
}

export const hasOwnWayIn = ({ hasPassword, identities }: WaysIn): boolean => hasPassword || identities > 0;

/** One linked account less must leave another way. */
export const mayUnlink = (ways: WaysIn): boolean => hasOwnWayIn({ ...ways, identities: ways.identities - 1 });
