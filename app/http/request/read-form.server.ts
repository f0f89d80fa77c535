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

/** The same for JSON; its size was limited when it arrived. @throws AppError 400 for anything but an object */
export async function readJson(request: Request): Promise<Record<string, unknown>> {
  const given: unknown = await request.json().catch(() => null);
  if (typeof given === "object" && given !== null && !Array.isArray(given)) return given as Record<string, unknown>;
  throw new AppError("json.unreadable", "What was sent is no JSON object that can be read.", { status: 400 });
}
