/** Actions of the registry as calls: what no resource says, programs do by the action's own name. */
import { z } from "zod";
import type { CompanySession } from "~/auth/session.server";
import type { ActionDefinition, Actions } from "~/http/actions/define-actions.server";
import { call } from "./api-call.server";
import type { ApiCall, CallOptions, CompanyCall } from "./api-call.server";

const answerOf = ({ tells }: ActionDefinition): z.ZodType => tells ?? z.null();

/** The part of a result that the action tells, since a change of a plan holds the whole plan, and what it adds. */
async function told({ tells, tellsBeside }: ActionDefinition, session: CompanySession, result: unknown) {
  if (tells === undefined) return null;
  if (typeof result === "number") return tells.parse({ id: result });
  return tells.parse(tellsBeside ? { ...(result as object), ...(await tellsBeside(session, result)) } : result);
}

const runAndTell =
  (definition: ActionDefinition) =>
  async (session: CompanySession, input: unknown, options: CallOptions): Promise<unknown> =>
    told(definition, session, await definition.run(session, input, options));

/** An action under the path that the specification gives it; what it tells is the answer. */
export const actionCall = (
  path: string,
  definition: ActionDefinition,
  more: Partial<Pick<CompanyCall, "receive" | "files" | "headers" | "methods" | "changes" | "example">> = {},
): ApiCall =>
  call({
    path,
    methods: ["POST"],
    summary: definition.summary,
    permission: definition.permission,
    input: definition.input,
    answer: answerOf(definition),
    changes: true,
    run: runAndTell(definition),
    ...more,
  });

/** All actions, each as `action/{its name}`. */
export const callsOfActions = (actions: Actions): ApiCall[] =>
  Object.entries(actions).map(([name, definition]) =>
    call({
      path: `action/${name}`,
      methods: ["POST"],
      summary: definition.summary,
      permission: definition.permission,
      input: definition.input,
      answer: answerOf(definition),
      changes: true,
      toAnyCompany: definition.toAnyCompany,
      run: runAndTell(definition),
    }),
  );
