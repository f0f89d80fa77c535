/** What a row of the specification is about. */
export type SpecificationRowKind = "path" | "screen" | "call" | "rule" | "message" | "constant" | "field" | "right";

/**
 * One statement of a specification that a test can hold on its own: a path, a screen, a call, a rule, a message, a
 * constant, a field or a right.
 */
export interface SpecificationRow {
  /** Prefix of the document (PC planning core, AA accounts and administration), section, dot, number in text order. */
  readonly id: string;
  readonly kind: SpecificationRowKind;
  /** The statement in a short sentence; messages, names and values are word for word, messages in single quotes. */
  readonly text: string;
  /** Other places that state the same, each as prefix and section, such as "AA 5"; they have no row of their own. */
  readonly also?: readonly string[];
  /** What the product does instead, on purpose, with the decision that says why; the row's tests hold that. */
  readonly differs?: string;
}
