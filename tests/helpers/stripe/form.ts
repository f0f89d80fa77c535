/** Stripe's forms: `items[0][price]=…` for objects and lists. */

export type FormValue = string | FormValue[] | { [name: string]: FormValue };
export type FormFields = Record<string, FormValue>;

function asLists(value: FormValue): FormValue {
  if (typeof value === "string" || Array.isArray(value)) return value;
  const names = Object.keys(value);
  const inner = Object.fromEntries(names.map((name) => [name, asLists(value[name]!)]));
  return names.length > 0 && names.every((name, index) => name === String(index))
    ? names.map((name) => inner[name]!)
    : inner;
}

export function readStripeForm(text: string): FormFields {
  const root: Record<string, FormValue> = {};
  for (const [key, value] of new URLSearchParams(text)) {
    const path = key.split(/[[\]]+/).filter((part) => part !== "");
    let at = root;
    for (const part of path.slice(0, -1)) at = (at[part] ??= {}) as Record<string, FormValue>;
    at[path.at(-1)!] = value;
  }
  return asLists(root) as FormFields;
}
