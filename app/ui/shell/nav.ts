/** Whether an address lies in one of the areas: "/planning" holds "/planning/plan/3", not "/planningx". */
export function isCurrent(path: string, areas: readonly string[]): boolean {
  return areas.some((area) => path === area || path.startsWith(area.endsWith("/") ? area : `${area}/`));
}

/** Two letters for the round mark: first and last name, or the beginning of an address. */
export function initials(name: string): string {
  const words = name
    .trim()
    .split(/[\s.@_-]+/)
    .filter(Boolean);
  const first = [...(words[0] ?? "?")][0] ?? "?";
  const last = words.length > 1 ? ([...(words[words.length - 1] ?? "")][0] ?? "") : "";
  return (first + last).toUpperCase();
}
