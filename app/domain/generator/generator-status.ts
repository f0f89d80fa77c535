/** How far a run of the generator is. */
export const GeneratorStatus = { Making: "making", Done: "done", Failed: "failed", Removing: "removing" } as const;
export type GeneratorStatus = (typeof GeneratorStatus)[keyof typeof GeneratorStatus];

export const GENERATOR_LABELS: Readonly<Record<GeneratorStatus, string>> = {
  making: "Being made",
  done: "Ready",
  failed: "Failed",
  removing: "Being removed",
};

/** Something is still to be done. */
export const isGenerating = (status: GeneratorStatus): boolean =>
  status === GeneratorStatus.Making || status === GeneratorStatus.Removing;
