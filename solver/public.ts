/**
 * What the package offers beside `solve()`, which Node has with threads and browsers with one.
 * A name that stands here is kept: taking it away is a new major version.
 */
export * from "./contract/public";
export { validateProblem } from "./validate/validate-problem";
export { routesOf } from "./schedule/schedule";
export { check, schedule, timeRoutes } from "./plan-mode";
export { effortMs } from "./stop/effort";
export { parseVroom, readVroom } from "./formats/vroom/read";
export type { Locations, ParsedVroom, VroomInput, VroomMode } from "./formats/vroom/read";
export type * from "./formats/vroom/answer";
export { writeError, writeVroom } from "./formats/vroom/write";
export type { VroomExtras } from "./formats/vroom/write";
