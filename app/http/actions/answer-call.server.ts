import { json } from "@remix-run/node";
import { requireCompany } from "~/auth/session.server";
import { toRefusal } from "~/http/action.server";
import { readForm, readJson } from "~/http/request/read-form.server";
import { decodeForm, postedFields } from "./decode-form";
import type { DecodedForm } from "./decode-form";
import type { ActionDefinition } from "./define-actions.server";
import { prepareAction } from "./perform-action.server";

async function readBody(request: Request, { input }: ActionDefinition): Promise<DecodedForm> {
  if (request.method === "GET") return decodeForm(input, postedFields(new URL(request.url).searchParams));
  if (!/^application\/json\b/i.test(request.headers.get("content-type") ?? ""))
    return decodeForm(input, postedFields(await readForm(request)));
  return { wire: await readJson(request), faults: new Map() };
}

/**
 * One action behind an address of its own, for scripts and programs: fields of a query, of a form or of JSON in, and
 * the specification's envelope out. `{ status: "success", data }`, or `{ status: "fail", data: sentence }`.
 */
export async function answerCall(request: Request, definition: ActionDefinition): Promise<Response> {
  try {
    const session = await requireCompany(request);
    const input = await prepareAction(session, definition, () => readBody(request, definition));
    return json({ status: "success", data: await definition.run(session, input, {}) });
  } catch (error) {
    if (error instanceof Response) {
      // A page leads to the sign-in; a program can do nothing with that.
      if (error.status < 300 || error.status >= 400) throw error;
      return json({ status: "not_authorized", data: "You are not authorized" }, { status: 401 });
    }
    const [{ message }, status] = toRefusal(error);
    return json({ status: "fail", data: message }, { status });
  }
}

/** For addresses with an action and no page: somebody opened one, or a program asks it the wrong way. */
export const onlyPost = (): Response =>
  json({ status: "fail", data: "Send this as a POST request." }, { status: 405, headers: { Allow: "POST" } });
