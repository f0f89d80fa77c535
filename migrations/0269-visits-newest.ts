import { addsIndex } from "./helpers";

/**
 * The page of all visits counts a company's visits and shows the newest, those of a status too: from this index alone,
 * down to the rows of the page. Without it, each view read and sorted all visits that the company ever had.
 */
export const { up, down } = addsIndex("routing_visits", ["company_id", "deleted_at", "id", "type", "status"], "newest");
