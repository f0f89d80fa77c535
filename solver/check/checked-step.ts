import type { Job, Shipment, SolutionStep, Task } from "../contract";

/** A stop of a route with what the problem says about it. */
export interface CheckedStep {
  readonly step: SolutionStep;
  readonly task?: Task;
  readonly job?: Job;
  readonly shipment?: Shipment;
}
