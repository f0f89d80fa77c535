/**
 * What a problem, its options and a solution are, without anything that solves: enough for programs that build
 * problems or show plans.
 */
export { isBreakDue } from "./break-due";
export { ErrorCode, SolverError } from "./errors";
export type { SolverErrorCode } from "./errors";
export type * from "./options";
export type * from "./problem";
export type { RouteLimit } from "./route-limits";
export type * from "./solution";
export { entryOf } from "./travel";
export { NO_WAY } from "./travel-models";
export type { Matrix, PointsModel, SparseMatrix, TravelModel } from "./travel-models";
