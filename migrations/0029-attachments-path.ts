import { addsIndex } from "./helpers";

/** Pictures are looked up by their file: for miniatures, and by the job that removes files of no row. */
export const { up, down } = addsIndex("routing_visit_attachments", ["path"], "path");
