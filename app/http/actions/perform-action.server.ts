/** The one door to what users and programs do. */
import type { z } from "zod";
import { logAuthorOf } from "~/audit/note-in-log.server";
import { noteRefusal } from "~/audit/note-refusal.server";
import { refusalError } from "~/domain/decision";
import { inCompany } from "~/auth/session.server";
import type { CompanySession, Session } from "~/auth/session.server";
import { mayEver } from "~/domain/access/permissions";
import { AppError } from "~/lib/errors";
import type { DecodedForm } from "./decode-form";
import type { ActionDefinition, ActionOptions, Actions } from "./define-actions.server";
import { parseInput } from "./parse-input";

/** For an unknown name: a fault of the page, or a forged form. */
export const unknownAction = (name: string): AppError =>
  new AppError("action.unknown", `This page cannot do "${name}".`);

export function findAction(actions: Actions, name: string): ActionDefinition {
  const found = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (found === undefined) throw unknownAction(name);
  return found;
}

/**
 * What the action is to do, once the user may do it at all.
 * @param read called only with the permission: others don't learn what is wrong with the input
 * @throws AppError 401, 403, 404 by the permission; ZodError naming the fields
 */
export async function prepareAction<Input extends z.ZodType, Result>(
  session: Session,
  definition: ActionDefinition<Input, Result>,
  read: () => DecodedForm | Promise<DecodedForm>,
): Promise<z.output<Input>> {
  const permission = mayEver(session.actor, definition.permission);
  if (!permission.ok) throw await notedRefusal(session, definition, refusalError(permission.error));
  const { wire, faults } = await read();
  return parseInput(definition.input, wire, faults);
}

async function notedRefusal(session: Session, { name = "" }: Pick<ActionDefinition, "name">, error: AppError) {
  await noteRefusal(error, { by: logAuthorOf(session), companyId: session.company?.id ?? null, action: name });
  return error;
}

interface Asked {
  definition: ActionDefinition;
  wire: unknown;
  options: ActionOptions;
}

async function carryOut(session: Session, { definition, wire, options }: Asked): Promise<unknown> {
  const input = await prepareAction(session, definition, () => ({
    wire: wire as Record<string, unknown>,
    faults: new Map(),
  }));
  // Without a company only what `personAction` has made comes this far: it reads none.
  return definition.run(session as CompanySession, input, options);
}

/** @throws AppError for an unknown name, ZodError, and what the action refuses */
export const performAction = async (
  actions: Actions,
  session: CompanySession,
  name: string,
  wire: unknown,
  options: ActionOptions = {},
): Promise<unknown> => carryOut(session, { definition: findAction(actions, name), wire, options });

/**
 * The same for somebody who may be in no company: what they do to their own account.
 * @throws AppError 403 for everything else
 */
export async function performForPerson(
  actions: Actions,
  session: Session,
  name: string,
  wire: unknown,
  options: ActionOptions = {},
): Promise<unknown> {
  const definition = findAction(actions, name);
  return carryOut(definition.ofPerson === true ? session : await inCompany(session), { definition, wire, options });
}
