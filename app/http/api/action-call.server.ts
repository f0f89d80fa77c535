/** Actions of the registry as calls: what no resource says, programs do by the action's own name. */
import { z } from "zod";
import type { ActionDefinition, Actions } from "~/http/actions/define-actions.server";
import { call } from "./api-call";
import type { ApiCall, CompanyCall } from "./api-call";

/** What an action's result may tell: a change of a plan holds the whole plan besides. */
const TOLD = [
  ...["id", "planId", "queryId", "version", "status", "confirm", "routeIds", "visitIds", "changeId", "name", "type"],
  ...["createdVisitIds", "createdRouteIds", "recalculate", "done", "leftOut", "visits", "routes", "moved", "removed"],
];
const Told = z.record(z.string(), z.unknown()).nullable();

function told(result: unknown): Record<string, unknown> | null {
  if (typeof result === "number") return { id: result };
  if (typeof result !== "object" || result === null) return null;
  return Object.fromEntries(Object.entries(result).filter(([name]) => TOLD.includes(name)));
}

/** An action under the path that the specification gives it; its result is the answer as it is. */
export const actionCall = (
  path: string,
  definition: ActionDefinition,
  more: Partial<Pick<CompanyCall, "answer" | "receive" | "files" | "methods" | "changes" | "example">> = {},
): ApiCall =>
  call({
    path,
    methods: ["POST"],
    summary: definition.summary,
    permission: definition.permission,
    input: definition.input,
    answer: z.unknown(),
    changes: true,
    run: (session, input, options) => definition.run(session, input, options),
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
      answer: Told,
      changes: true,
      run: async (session, input, options) => told(await definition.run(session, input, options)),
    }),
  );
