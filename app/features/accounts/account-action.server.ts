/** What people do before and beside any company: each thing once, for pages and for the API (calls.server.ts). */
import { json, redirect } from "@remix-run/node";
import type { ActionFunctionArgs, TypedResponse } from "@remix-run/node";
import type { z } from "zod";
import { toRefusal } from "~/http/action.server";
import { decodeForm, postedFields } from "~/http/actions/decode-form";
import { parseInput } from "~/http/actions/parse-input";
import { flashHeader } from "~/http/flash.server";
import { readForm } from "~/http/request/read-form.server";
import { formValues } from "~/lib/action-result";
import type { ActionRefusal } from "~/lib/action-result";
import { retryAfterOf } from "~/services/limits/limits.server";

export interface AccountContext {
  request: Request;
  /** of the visitor */
  ip: string;
}

export interface AccountOutcome {
  /** where a page goes then */
  redirectTo: string;
  /** what a call of the API answers; left out: true */
  data?: unknown;
  /** cookies */
  headers?: Headers;
  /** said by the next page */
  message?: string;
}

export interface AccountAction<Input extends z.ZodType = z.ZodType> {
  input: Input;
  run(input: z.output<Input>, context: AccountContext): Promise<AccountOutcome>;
}

export const accountAction = <Input extends z.ZodType>(definition: AccountAction<Input>): AccountAction<Input> =>
  definition;

type Args = Pick<ActionFunctionArgs, "request" | "context">;

/** Those who have to wait are told how long. */
const waitHeaders = (error: unknown): Record<string, string> => {
  const seconds = retryAfterOf(error);
  return seconds === undefined ? {} : { "Retry-After": String(seconds) };
};

/**
 * The answer to a page's form: a redirect, or the refusal with what was typed, passwords left out.
 * @param given fields that the page's address gives
 */
export async function answerAccountForm(
  definition: AccountAction,
  args: Args,
  given: Readonly<Record<string, string>> = {},
): Promise<TypedResponse<ActionRefusal>> {
  let values: Record<string, string> = {};
  try {
    const form = await readForm(args.request);
    for (const [name, value] of Object.entries(given)) form.set(name, value);
    values = formValues(form);
    const { wire, faults } = decodeForm(definition.input, postedFields(form));
    const input = parseInput(definition.input, wire, faults);
    const outcome = await definition.run(input, { request: args.request, ip: args.context.ip });
    const headers = new Headers(outcome.headers);
    if (outcome.message !== undefined) headers.append("Set-Cookie", await flashHeader({ message: outcome.message }));
    return redirect(outcome.redirectTo, { status: 303, headers });
  } catch (error) {
    if (error instanceof Response) throw error;
    const [refusal, status] = toRefusal(error, values);
    return json(refusal, { status, headers: waitHeaders(error) });
  }
}
