import { addsIndex } from "./helpers";

/** The platform's activity of some days: without it the log of all companies was read, from the newest entry on. */
export const { up, down } = addsIndex("audit_log", ["created_at", "id"], "any_created_at");
