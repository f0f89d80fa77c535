/**
 * What the fields of a form showed when its page was made. A field that still has this value was not changed. It is
 * left out, so that nobody takes back what a colleague has stored meanwhile: for actions that let such fields stay.
 */

/** Fields that are changed together: a number and its country. */
export type ShownGroup = Readonly<Record<string, string>>;

type FieldValue = string | number | boolean | null | undefined;
const textOf = (value: FieldValue): string => (typeof value === "boolean" ? (value ? "1" : "0") : String(value ?? ""));

/** What fields show: a switch is true or false, null is an empty field. */
export const fieldTexts = <Name extends string>(values: Readonly<Record<Name, FieldValue>>): Record<Name, string> =>
  Object.fromEntries(Object.entries<FieldValue>(values).map(([name, value]) => [name, textOf(value)])) as Record<
    Name,
    string
  >;

/**
 * Each field by itself, but for those that are changed together.
 * @param values what the fields show, by name
 */
export function shownGroups<Name extends string>(
  values: Readonly<Record<Name, FieldValue>>,
  together: readonly (readonly NoInfer<Name>[])[] = [],
): ShownGroup[] {
  const texts = fieldTexts(values);
  const alone = (Object.keys(values) as Name[]).filter((name) => !together.some((group) => group.includes(name)));
  return [...alone.map((name) => [name]), ...together].map((names) =>
    Object.fromEntries(names.map((name) => [name, texts[name]])),
  );
}

export const SHOWN_FIELD = "shown";

const isGroup = (value: unknown): value is ShownGroup =>
  typeof value === "object" && value !== null && Object.values(value).every((one) => typeof one === "string");

/** All of them, as a form has one for each route of a plan: how long a form may be is limited where it arrives. */
function groupsIn(text: string): readonly ShownGroup[] {
  try {
    const given = JSON.parse(text) as unknown;
    return Array.isArray(given) ? given.filter(isGroup) : [];
  } catch {
    return [];
  }
}

/**
 * What a form says that it shows, when `now` is stored: groups in which something is held say what they said before,
 * because their fields go on showing it.
 * @param before what it said so far; of a form that was refused, what it sent
 * @param told what a refusal has said of fields that somebody else changed: their user knows of it
 */
export function withHeld(
  before: readonly ShownGroup[] | string | undefined,
  now: readonly ShownGroup[],
  isHeld: (name: string) => boolean,
  told: ShownGroup = {},
): readonly ShownGroup[] {
  const said = typeof before === "string" ? groupsIn(before) : (before ?? []);
  const namesOf = (group: ShownGroup) => Object.keys(group).sort().join();
  const saidByNames = new Map(said.map((group) => [namesOf(group), group]));
  return now.map((group) => {
    if (!Object.keys(group).some(isHeld)) return group;
    const held = saidByNames.get(namesOf(group)) ?? group;
    return Object.fromEntries(Object.entries(held).map(([name, text]) => [name, told[name] ?? text]));
  });
}

/** Forms post line ends of their own. */
const text = (value: unknown): string => String(value ?? "").replaceAll("\r\n", "\n");

const groupsOf = (form: FormData): readonly ShownGroup[] => {
  const shown = form.get(SHOWN_FIELD);
  return typeof shown === "string" ? groupsIn(shown) : [];
};

/** @returns by name what the fields of a form showed; nothing of a form that doesn't say */
export const shownTexts = (form: FormData): ShownGroup => Object.fromEntries(groupsOf(form).flatMap(Object.entries));

/** @returns names of fields that a form posted as they were shown */
export function unchangedNames(form: FormData): ReadonlySet<string> {
  const isUnchanged = (group: ShownGroup) =>
    Object.entries(group).every(([name, value]) => form.has(name) && text(form.getAll(name).at(-1)) === text(value));
  return new Set(groupsOf(form).filter(isUnchanged).flatMap(Object.keys));
}
