import { makeFile } from "./make-file";

/** The thread's task. */
export default makeFile;
