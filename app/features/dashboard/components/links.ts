import type { FigureGroup, GroupedFigures } from "~/db/repositories/figures.server";
import type { ChosenDays } from "~/domain/figures/day-range";
import { paths } from "~/paths";

/** The list of exactly the visits behind a figure: of all routes in the days, or of one group of them. */
export function visitsBehind(
  behind: string,
  days: Pick<ChosenDays, "from" | "to">,
  of?: { by: FigureGroup; key: GroupedFigures["key"]; to?: string | undefined },
): string {
  if (of?.by === "day") return paths.visits({ behind, from: String(of.key), to: of.to ?? String(of.key) });
  const { from, to } = days;
  return paths.visits({ behind, from, to, ...(of === undefined ? {} : { [of.by]: of.key ?? 0 }) });
}
