/** Some fields of an object, and no others. */
export const pick = <T extends object, K extends keyof T>(from: T, keys: readonly K[]): Pick<T, K> =>
  Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>;

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The fields that are there. */
export const pickDefined = <T extends object>(from: T): Defined<T> =>
  Object.fromEntries(Object.entries(from).filter(([, value]) => value !== undefined)) as Defined<T>;
