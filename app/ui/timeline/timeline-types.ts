type SegmentKind = "driving" | "waiting" | "service" | "break";

/** One stretch of a route's day. Times are seconds since the service date's midnight at the warehouse. */
export interface TimelineSegment {
  kind: SegmentKind;
  startSec: number;
  endSec: number;
  /** For waiting and service: the stop they belong to. */
  stopId?: number;
}

/** A stop's window, drawn as brackets, with its tip. */
export interface TimelineStop {
  id: number;
  label: string;
  name: string;
  /** the time that all views show, and what it is: "ETA", "ATA" */
  timeLabel: string;
  shownSec: number;
  /** of the service: where the stop is drawn */
  beginSec: number;
  endSec: number;
  /** null: any time */
  windowStartSec: number | null;
  windowEndSec: number | null;
  late?: boolean;
}

export interface TimelineRow {
  id: number;
  name: string;
  /** Under the name: the driver. */
  detail?: string;
  colour: string;
  square?: boolean | undefined;
  segments: readonly TimelineSegment[];
  stops: readonly TimelineStop[];
  /** The shift, shown as a paler ground. */
  shiftStartSec?: number | null;
  /** with overtime */
  shiftEndSec?: number | null;
  /** how much of the shift, at its end, is overtime */
  overtimeSec?: number;
}
