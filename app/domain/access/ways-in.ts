/** How the holder of an account can sign in by themselves, without a link that is mailed to them. */
export interface WaysIn {
  hasPassword: boolean;
  /** accounts elsewhere that are linked */
  identities: number;
  passkeys: number;
}

export const hasOwnWayIn = ({ hasPassword, identities, passkeys }: WaysIn): boolean =>
  hasPassword || identities > 0 || passkeys > 0;

/** One linked account less must leave another way. */
export const mayUnlink = (ways: WaysIn): boolean => hasOwnWayIn({ ...ways, identities: ways.identities - 1 });

/** The same for one passkey less. */
export const mayRemovePasskey = (ways: WaysIn): boolean => hasOwnWayIn({ ...ways, passkeys: ways.passkeys - 1 });
