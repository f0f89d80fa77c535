import { cleanText } from "~/domain/validation/text";
import { AppError } from "~/lib/errors";

/** The largest of our forms has a field for each vehicle of a company. */
const MAX_FIELDS = 5_000;
const MAX_NAME_LENGTH = 200;
/** The ids of all visits of a large plan, with commas between them. */
const MAX_VALUE_LENGTH = 240_000;

/**
 * The one way to read an ordinary form, once; its size was limited when it arrived. Invisible characters are removed
 * from texts. Forms with files: `receiveForm`.
 * @throws AppError 400 for what is no form, 413 or 422 for more fields or longer ones than any of our forms has
 */
export async function readForm(request: Request): Promise<FormData> {
  const given = await request.formData().catch((cause: unknown) => {
    throw new AppError(
      "form.unreadable",
      "What was sent is no form that can be read. Load the page again and repeat it.",
      { status: 400, cause },
    );
  });
  const form = new FormData();
  let count = 0;
  for (const [name, value] of given) {
    count += 1;
    if (count > MAX_FIELDS)
      throw new AppError("form.fields", `A form may have ${MAX_FIELDS} fields at most.`, { status: 413 });
    if (name.length > MAX_NAME_LENGTH)
      throw new AppError("form.name", `A field's name may have ${MAX_NAME_LENGTH} characters at most.`, {
        status: 422,
      });
    if (typeof value === "string" && value.length > MAX_VALUE_LENGTH)
      throw new AppError("form.value", `The field "${name}" is too long.`, { status: 422 });
    if (typeof value === "string") form.append(name, cleanText(value));
  }
  return form;
}

/** Lists and objects within each other; the deepest payload has a dozen. */
const MAX_DEPTH = 100;

const isNested = (value: unknown): value is object => typeof value === "object" && value !== null;

/**
 * Without a call within a call: what this refuses would end those. Numbers and texts are passed over: a table has a
 * million of them.
 */
function isDeeperThan(value: unknown, most: number): boolean {
  let level = isNested(value) ? [value] : [];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > most) return true;
    const next: object[] = [];
    for (const one of level)
      for (const inner of Array.isArray(one) ? (one as unknown[]) : (Object.values(one) as unknown[]))
        if (isNested(inner)) next.push(inner);
    level = next;
  }
  return false;
}

/** Or null; there is nothing to clean in them, and they are what is long. */
const isOfNumbers = (values: readonly unknown[]): boolean =>
  values.every((one) => typeof one === "number" || one === null);

function cleaned(value: unknown): unknown {
  if (typeof value === "string") return cleanText(value);
  if (Array.isArray(value)) return isOfNumbers(value) ? value : value.map(cleaned);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [usable(name), cleaned(one)]));
}

/** Schemas leave this one out without a word: what was sent under it would be gone. @throws AppError 400 */
function usable(name: string): string {
  if (name !== "__proto__") return name;
  throw new AppError("json.name", `${name} can't be a name in JSON here.`, { status: 400, field: name });
}

/**
 * JSON that somebody sent, as a payload or in one of its texts; like those of a form, its texts lose invisible
 * characters.
 * @throws AppError 400 for one that is nested too deep or has a name that can't be used, SyntaxError
 */
export function parseSentJson(text: string): unknown {
  const given = JSON.parse(text) as unknown;
  if (!isDeeperThan(given, MAX_DEPTH)) return cleaned(given);
  throw new AppError("json.depth", `JSON may be nested ${MAX_DEPTH} levels deep at most.`, { status: 400 });
}

/** A character that cannot be read would be stored as a question mark. */
const UTF8 = new TextDecoder("utf-8", { fatal: true });

/** What was sent, as it came: its size was limited when it arrived. @throws AppError 400 for what is not UTF-8 */
export async function readText(request: Request): Promise<string> {
  const bytes = await request.arrayBuffer().catch(() => new ArrayBuffer(0));
  try {
    return UTF8.decode(bytes);
  } catch {
    throw new AppError("json.encoding", "What was sent is not UTF-8.", { status: 400 });
  }
}

/** The same for JSON; its size was limited when it arrived. @throws AppError 400 for anything but an object in UTF-8 */
export async function readJson(request: Request): Promise<Record<string, unknown>> {
  const text = await readText(request);
  let given: unknown = null;
  try {
    given = parseSentJson(text);
  } catch (error) {
    if (error instanceof AppError) throw error;
  }
  if (typeof given === "object" && given !== null && !Array.isArray(given)) return given as Record<string, unknown>;
  throw new AppError("json.unreadable", "What was sent is no JSON object that can be read.", { status: 400 });
}
