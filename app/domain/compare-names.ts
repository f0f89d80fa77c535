const names = new Intl.Collator("en", { numeric: true, sensitivity: "accent" });

/** "Van 2" before "Van 10": the same order on the server and in every browser, whatever their languages. */
export const compareNames = (a: string, b: string): number => names.compare(a, b);
