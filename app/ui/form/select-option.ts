import { searchKey } from "~/lib/search-key";

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

/** Those whose label holds what was typed; all of them for nothing typed. */
export function optionsFound<T extends Pick<SelectOption, "label">>(
  options: readonly T[],
  query: string,
): readonly T[] {
  const words = searchKey(query.trim());
  return words === "" ? options : options.filter(({ label }) => searchKey(label).includes(words));
}
