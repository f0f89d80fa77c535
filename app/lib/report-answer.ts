/** What the server answers to a report that the driver's script sends. */
export type ReportAnswer =
  /** `at`: when, milliseconds of the server's clock: a page that was made later shows it */
  | { kind: "accepted"; at: number }
  /** nothing was changed: the page was out of date, and the driver has to say yes first */
  | { kind: "question"; question: ReportQuestion }
  | { kind: "refused"; message: string }
  /** the session has ended */
  | { kind: "signed-out" }
  /** the session works for another company than the page was made for */
  | { kind: "switched" };

export interface ReportQuestion {
  title: string;
  text: string;
  danger: boolean;
}
