import { useState } from "react";

/**
 * The value of a field that React holds: what is stored, and what somebody has chosen here. Another one that is stored
 * meanwhile is shown, unless somebody has chosen.
 * @param first what was chosen in a form that was refused
 */
export function useStored<T>(stored: T, first: T = stored): [value: T, choose: (next: T) => void] {
  const [held, setHeld] = useState({ of: stored, value: first });
  let { value } = held;
  if (held.of !== stored) {
    if (value === held.of) value = stored;
    setHeld({ of: stored, value });
  }
  return [value, (next) => setHeld({ of: stored, value: next })];
}
