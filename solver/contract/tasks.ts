import type { Problem, Task } from "./problem";

/** All tasks in the order of the model: jobs, then pickup and delivery of each shipment. */
export const tasksOf = ({ jobs, shipments }: Problem): Task[] => [
  ...jobs,
  ...shipments.flatMap(({ pickup, delivery }) => [pickup, delivery]),
];

/** What the locked beginnings of all vehicles have, as "kind id". */
export const lockedSteps = ({ vehicles }: Problem): Set<string> =>
  new Set(vehicles.flatMap(({ lockedPrefix = [] }) => lockedPrefix.map(({ type, id }) => `${type} ${id}`)));
