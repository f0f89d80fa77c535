/** What people read when a calculation could not be finished, and what they can do. */

/** Its process died each time: too little memory, most often. */
export const givenUpSentence = (attempts: number): string =>
  `The calculation was started ${attempts} times, ` +
  "its process ended each time before it was done, and it was given up. " +
  "Calculate again with fewer visits or routes; " +
  "if that ends the same way, whoever runs the server finds the reason in its log.";

/** An unexpected fault: the log has the reason. */
export const UNKNOWN_FAILURE =
  "The calculation ended with a fault of the program, which the server's log describes. " +
  "Calculate again; if it ends the same way, tell whoever runs the server.";

/** Nothing of it is stored: the database takes only so much at once. */
export const RESULT_TOO_LARGE =
  "The result is too large for the database to take at once. The plan was not changed. " +
  "Calculate with fewer visits, or tell whoever runs the server: its log says which limit to raise.";
