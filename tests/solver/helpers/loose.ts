/** A deep copy that may be damaged. */
export type Loose<T> = T extends readonly (infer E)[]
  ? Loose<E>[]
  : T extends object
    ? { -readonly [K in keyof T]: Loose<T[K]> }
    : T;
