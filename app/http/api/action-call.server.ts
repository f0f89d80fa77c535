/** Actions of the registry as calls: what no resource says, programs do by the action's own name. */
import { z } from "zod";
import type { ActionDefinition, Actions } from "~/http/actions/define-actions.server";
import { call } from "./api-call";
import type { ApiCall, CompanyCall } from "./api-call";

const answerOf = ({ tells }: ActionDefinition): z.ZodType => tells ?? z.null();

/** The part of a result that the action tells: a change of a plan holds the whole plan besides. */
const told = ({ tells }: ActionDefinition, result: unknown): unknown =>
  tells === undefined ? null : tells.parse(typeof result === "number" ? { id: result } : result);

/** An action under the path that the specification gives it; what it tells is the answer. */
export const actionCall = (
  path: string,
  definition: ActionDefinition,
  more: Partial<Pick<CompanyCall, "receive" | "files" | "methods" | "changes" | "example">> = {},
): ApiCall =>
  call({
    path,
    methods: ["POST"],
    summary: definition.summary,
    permission: definition.permission,
    input: definition.input,
    answer: answerOf(definition),
    changes: true,
    run: async (session, input, options) => told(definition, await definition.run(session, input, options)),
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
      run: async (session, input, options) => told(definition, await definition.run(session, input, options)),
    }),
  );
