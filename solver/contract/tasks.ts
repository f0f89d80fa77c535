import type { Problem, Task, Vehicle } from "./problem";

/** All tasks in the order of the model: jobs, then pickup and delivery of each shipment. */
export const tasksOf = ({ jobs, shipments }: Problem): Task[] => [
  ...jobs,
  ...shipments.flatMap(({ pickup, delivery }) => [pickup, delivery]),
];

/** Where setup is not due for a further task. */
export const siteOf = ({ siteIndex, locationIndex }: Task): number => siteIndex ?? locationIndex;

/** Where a vehicle starts, as far as setup goes; null: its start is open. */
export const startSiteOf = ({ startIndex, startSiteIndex }: Vehicle): number | null =>
  startIndex === null ? null : (startSiteIndex ?? startIndex);

/** What the locked beginnings of all vehicles have, as "kind id". */
export const lockedSteps = ({ vehicles }: Problem): Set<string> =>
  new Set(vehicles.flatMap(({ lockedPrefix = [] }) => lockedPrefix.map(({ type, id }) => `${type} ${id}`)));
