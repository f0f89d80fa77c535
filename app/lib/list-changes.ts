/**
 * A list of choices whose form has a field for each of them, so that two people who tick different boxes both get what
 * they have ticked.
 */

/** All of the list, single choices, or both: what is not named stays. */
interface ListChanges<T> {
  all?: readonly T[] | undefined;
  add?: readonly T[] | undefined;
  remove?: readonly T[] | undefined;
}

/** 'reason_3': the field that says whether the choice is on. */
export const choiceName = (list: string, choice: string | number): string => `${list}_${choice}`;

/** What a form says of the choices whose fields it posted. */
export function listChangesOf<T extends string | number>(
  values: Readonly<Record<string, string>>,
  list: string,
  choices: readonly T[],
): { add: T[]; remove: T[] } {
  const posted = choices.filter((choice) => choiceName(list, choice) in values);
  const isOn = (choice: T) => values[choiceName(list, choice)] === "1";
  return { add: posted.filter(isOn), remove: posted.filter((choice) => !isOn(choice)) };
}

/** The list once it is changed, in the order of the choices. */
export function withListChanges<T>(
  choices: readonly T[],
  stored: readonly T[],
  { all = stored, add = [], remove = [] }: ListChanges<T>,
): T[] {
  return choices.filter((choice) => add.includes(choice) || (all.includes(choice) && !remove.includes(choice)));
}
