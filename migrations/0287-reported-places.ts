import { addsIndex } from "./helpers";

/**
 * The hourly chores ask for the visits that still have the place where they were reported, and were reported long ago:
 * few of all there are.
 */
export const { up, down } = addsIndex(
  "routing_visits",
  ["reported_lat", "completed_at", "company_id"],
  "reported_place",
);
