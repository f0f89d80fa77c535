/** The messages between a process and the one in which Valhalla runs for it. */
import type { TableAlgorithm } from "./valhalla-config";

export type ValhallaService = "matrix" | "route" | "locate";

export interface ValhallaSetup {
  type: "setup";
  /** of the npm package */
  packageFolder: string;
  tileDir: string;
  /** questions that may be answered at the same time */
  actors: number;
}

export interface ValhallaQuestion {
  type: "ask";
  id: number;
  service: ValhallaService;
  algorithm: TableAlgorithm;
  /** JSON */
  question: string;
}

export type ToValhalla = ValhallaSetup | ValhallaQuestion;

/** An answer as JSON text, the words of a refusal, or why nothing can be asked at all. */
export type FromValhalla = { id: number } & ({ text: string } | { refused: string } | { failed: string });
