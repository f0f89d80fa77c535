import type { Flag, JsonText, Stamps, UtcText } from "./basics";

/** What is known of a route on the road between two reports. */
export interface LiveRouteRow {
  id: number;
  company_id: number;
  route_id: number;
  /** what was looked at last: the route's version, its plan's, and when */
  seen_version: number;
  seen_plan_version: number;
  seen_at: UtcText;
  /** where it is heading to */
  visit_id: number | null;
  visit_lat: number | null;
  visit_lng: number | null;
  /** when pages were told last that it arrives there */
  told_arrival: UtcText | null;
  /** the last report */
  reported_at: UtcText | null;
  /** when and where the vehicle was; null: nothing is known since the last report */
  since: UtcText | null;
  lat: number | null;
  lng: number | null;
  /** seconds from there */
  duration: number;
  /** along the straight line */
  is_estimate: Flag;
  /** when it was first seen at the stop */
  arrived_at: UtcText | null;
}

/** What was predicted about a visit while its vehicle came closer, and when it was served. */
export interface VisitPredictionRow extends Stamps {
  id: number;
  company_id: number;
  route_id: number;
  visit_id: number;
  /** JSON: predicted begins in epoch seconds, by the stops that were left before it */
  begins: JsonText;
  /** the window that its recipient saw when the route left */
  promised_from: UtcText;
  promised_to: UtcText;
  /** seconds between the two */
  promised_width: number;
  /** when the service really began */
  began_at: UtcText | null;
  /** how that is known; none: nothing tells; null: it is not over */
  began_by: "position" | "report" | "none" | null;
}

/** How wide a company's windows are, learnt from its own visits. */
export interface EtaWidthsRow {
  id: number;
  company_id: number;
  /** JSON: domain/visit/eta-window, Widths */
  widths: JsonText;
  visits: number;
  made_at: UtcText;
}
