/** What waits for a dispatcher, by where it comes from. */
import type { ProofFile } from "../route/task-pictures";
import type { UtcText } from "../time/utc-text";
import type { WindowRequest } from "./window-request";

export const RoadTaskKind = {
  /** of a driver, that could not be carried out */
  Report: "report",
  /** a visit that was reported far from its stop */
  Far: "far",
  /** of a recipient, for another window */
  Request: "request",
  /** Somebody sees to a thing that needs attention: settled from the start. */
  Seen: "seen",
} as const;
export type RoadTaskKind = (typeof RoadTaskKind)[keyof typeof RoadTaskKind];

/** Who reported something. */
interface Reporter {
  /** their name */
  by: string;
  /** of the account; reports of earlier versions have none */
  byId?: number | null;
}

export interface ReportDetails extends Reporter {
  /** of the registry, e.g. 'visit.done' */
  action: string;
  /** why it was refused */
  code: string;
  message: string;
  pressedAt: UtcText;
  visitName: string;
  /** what it says besides: reason, note, how it was handed over, who signed */
  says: Readonly<Record<string, unknown>>;
  /** those that could not be attached to the visit */
  pictures: readonly ProofFile[];
}

interface FarDetails extends Reporter {
  /** 'visit.done', 'visit.failed' */
  action: string;
  visitName: string;
  /** from the phone to the stop */
  meters: number;
  accuracyM: number | null;
  reportedAt: UtcText;
}

interface SeenDetails {
  /** of what needs attention: 'late:17' */
  key: string;
}

/** What a task of each kind holds. */
export interface RoadTaskDetails {
  report: ReportDetails;
  far: FarDetails;
  request: WindowRequest;
  seen: SeenDetails;
}
