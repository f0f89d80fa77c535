/** The hourly chore: figures of plans that nobody has looked at since they changed. */
export { countAllFigures } from "~/planner/fresh-figures.server";
