/** Whose page it is that a driver's script sends from: another driver may have signed in on the phone since. */
export const OWNER_HEADER = "X-Page-Owner";

/** What the server answers to a report that the driver's script sends. */
export type ReportAnswer =
  /** `at`: when, milliseconds of the server's clock: a page that was made later shows it */
  | { kind: "accepted"; at: number }
  /** nothing was changed: the page was out of date, and the driver has to say yes first */
  | { kind: "question"; question: ReportQuestion }
  | { kind: "refused"; message: string }
  /** the session has ended, or is another user's */
  | { kind: "signed-out" }
  /** the session works for another company than the page was made for */
  | { kind: "switched" };

export interface ReportQuestion {
  title: string;
  text: string;
  danger: boolean;
}
