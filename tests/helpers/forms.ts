import { ZodError } from "zod";
import type { z } from "zod";
import type { CompanySession } from "~/auth/session.server";
import { decodeForm, postedFields } from "~/http/actions/decode-form";
import type { ActionDefinition, ActionOptions } from "~/http/actions/define-actions.server";
import { readInput } from "~/http/actions/page-action.server";
import { parseInput } from "~/http/actions/parse-input";
import { prepareAction } from "~/http/actions/perform-action.server";

/** A signed-in browser that posts forms to an action, as a script sends them or as the browser does by itself. */
export interface Forms {
  cookie: string;
  companyId: number;
}

/** @returns what the action answers, a redirect too */
export function postForm(
  action: (request: Request) => Promise<unknown>,
  path: string,
  { cookie, companyId }: Forms,
  fields: Readonly<Record<string, string>>,
  { plain = false } = {},
): Promise<Response> {
  const body = new URLSearchParams({ pageCompany: String(companyId), ...fields });
  const request = new Request(`http://localhost/platform/${path}`, {
    method: "POST",
    body,
    headers: { Cookie: cookie, ...(plain ? { Accept: "text/html" } : {}) },
  });
  return action(request).catch((thrown: unknown) => {
    if (thrown instanceof Response) return thrown;
    throw thrown;
  }) as Promise<Response>;
}

/** What a form posts: a list stands for a name that comes several times, null and undefined for no field. */
export type Posted = Readonly<Record<string, string | number | readonly (string | number)[] | null | undefined>>;

export function formOf(fields: Posted): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value === null || value === undefined) continue;
    for (const text of typeof value === "object" ? value : [value]) form.append(name, String(text));
  }
  return form;
}

/** What a schema makes of a form. @throws ZodError */
export function fromForm<Schema extends z.ZodType>(schema: Schema, fields: Posted): z.output<Schema> {
  const { wire, faults } = decodeForm(schema, postedFields(formOf(fields)));
  return parseInput(schema, wire, faults);
}

/** What is wrong with a form. */
export function formFaults(schema: z.ZodType, fields: Posted): readonly z.core.$ZodIssue[] {
  try {
    fromForm(schema, fields);
    return [];
  } catch (error) {
    if (error instanceof ZodError) return error.issues;
    throw error;
  }
}

/** What an action's form says. @throws ZodError */
export function formInput<Input extends z.ZodType, Result>(
  definition: ActionDefinition<Input, Result>,
  fields: Posted,
): z.output<Input> {
  const { wire, faults } = readInput(definition, formOf(fields), {});
  return parseInput(definition.input, wire, faults);
}

/** Carries out an action as its form does, without the page around it. */
export async function submit<Input extends z.ZodType, Result>(
  definition: ActionDefinition<Input, Result>,
  session: CompanySession,
  fields: Posted,
  options: ActionOptions = {},
): Promise<Result> {
  const input = await prepareAction(session, definition, () => readInput(definition, formOf(fields), {}));
  return definition.run(session, input, options);
}
