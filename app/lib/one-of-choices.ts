/** The choice that a text names; undefined for any other text. */
export const oneOfChoices = <Choice extends string>(
  choices: readonly Choice[],
  text: string | null,
): Choice | undefined => choices.find((choice) => choice === text);
