import { useState } from "react";

/**
 * The value of a field that React holds: what is stored, and what somebody has chosen here. Another one that is stored
 * meanwhile is shown, unless somebody has chosen.
 */
export function useStored<T>(stored: T): [value: T, choose: (next: T) => void] {
  const [held, setHeld] = useState({ of: stored, value: stored });
  let { value } = held;
  if (held.of !== stored) {
    if (value === held.of) value = stored;
    setHeld({ of: stored, value });
  }
  return [value, (next) => setHeld({ of: stored, value: next })];
}
