/** Numbered refusals: the number never changes its meaning. 2xx is bad input, 3xx missing routing. */
export const ErrorCode = {
  NotJson: 201,
  UnknownField: 202,
  MissingField: 203,
  WrongType: 204,
  OutOfRange: 205,
  DuplicateId: 206,
  MatrixSize: 207,
  UnknownIndex: 208,
  WindowOrder: 209,
  UnknownProfile: 210,
  AmountDimensions: 211,
  UnknownStep: 212,
  CyclicPairing: 213,
  MissingDistances: 214,
  NoVehicles: 215,
  UnreadableFile: 216,
  Usage: 217,
  Conflict: 218,
  RowOrder: 219,
  UnwritableFile: 220,
  UnknownVehicle: 221,
  RoutingUnavailable: 301,
} as const;

export type SolverErrorCode = (typeof ErrorCode)[keyof typeof ErrorCode];

/** A refusal: `field` is the path to what is wrong, e.g. `vehicles[3].capacity[0]`. */
export class SolverError extends Error {
  override readonly name = "SolverError";
  readonly code: SolverErrorCode;
  readonly field: string;
  override readonly cause: string;
  readonly action: string;

  constructor(code: SolverErrorCode, field: string, cause: string, action: string) {
    super(`${field === "" ? "" : `${field}: `}${cause} ${action}`);
    this.code = code;
    this.field = field;
    this.cause = cause;
    this.action = action;
  }
}
