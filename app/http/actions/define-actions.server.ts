/** What an action is: named once, for pages and programs alike. */
import type { z } from "zod";
import type { CompanySession, Session } from "~/auth/session.server";
import type { Action as Permission } from "~/domain/access/permissions";
import { logAction } from "~/audit/log-action.server";
import { scopeOf } from "~/domain/access/scopes";
import type { ActionOutcome } from "~/http/action.server";
import type { OwnForm } from "./decode-form";

/** A file that came along and is in the storage. What the action doesn't keep it takes out again. */
export interface ActionFile {
  /** the form's field */
  field: string;
  name: string;
  key: string;
}

export interface ActionOptions {
  /** of the answer to a program: what its fixed body has no room for */
  headers?: Headers | undefined;
  /** the room of the sender's socket, left out of the news */
  tab?: string | undefined;
  files?: readonly ActionFile[] | undefined;
  /** What isn't kept stays in the storage, for the caller to see to. */
  leavesFiles?: boolean | undefined;
}

/** The page that an action answers to. */
export interface ActionPage {
  request: Request;
  /** its address with a dialog and what belongs to it; null: a page that asks nothing in dialogs */
  href: ((query: Record<string, string | number | undefined>) => string) | null;
  /** of a list: the list without its dialog, and with the record shown that was just saved; nothing elsewhere */
  closed(id?: number): { redirectTo?: string };
  /** where to go when the plan that the page shows is gone, */
  afterPlanRemoved?: string;
  /** or the route; a page that shows others too stays */
  afterRouteRemoved?: string;
}

export interface ActionDefinition<Input extends z.ZodType = z.ZodType, Result = unknown> {
  /** given by `defineActions` */
  name?: string;
  /** one short sentence */
  summary: string;
  /** looked at before the input is; whose object it is, the command asks */
  permission: Permission;
  /** true: it changes nothing, although the right is one to change something; false: the other way round */
  readsOnly?: boolean;
  /** The same input a second time changes nothing more. */
  idempotent: boolean;
  /** the change in a plan's log (`domain/plan/change-kinds`) that it may write */
  logs?: string;
  /** Its `company_id` is the company that it is done to; of other actions it is the caller's own. */
  toAnyCompany?: true;
  /** Done to the account of whoever asks, who may be in no company: given by `personAction`. */
  ofPerson?: true;
  /** JSON types alone: a strict object */
  input: Input;
  /** Of the few forms that aren't field by field what the schema takes. */
  form?: OwnForm;
  /** what a program is told of the result; left out: nothing */
  tells?: z.ZodType;
  run(session: CompanySession, input: z.output<Input>, options: ActionOptions): Promise<Result>;
  /** what a program is told beside the result; a page doesn't need it, so it isn't read for one */
  tellsBeside?(session: CompanySession, result: Result): Promise<object>;
  /** what a page says and does then */
  answer?(
    result: Result,
    input: z.output<Input>,
    page: ActionPage,
  ): ActionOutcome<unknown> | Promise<ActionOutcome<unknown>>;
  /** what a page does about a refusal that isn't the last word; null: it is shown */
  refused?(
    error: unknown,
    input: z.output<Input>,
    page: ActionPage,
    session: CompanySession,
  ): ActionOutcome | null | Promise<ActionOutcome | null>;
}

export type Actions = Readonly<Record<string, ActionDefinition>>;

/** A number is told as a new record's id. */
type Told<Result> = Result extends number ? { id: number } : Result;

/**
 * One action, with the types of its input and its result. One that tells what is not in its result is no action, so
 * that `defineActions` does not take it.
 */
export const action = <Input extends z.ZodType, Result, Tells extends z.ZodType, Beside>(
  definition: ActionDefinition<Input, Result> & {
    tells?: Tells;
    tellsBeside?(session: CompanySession, result: Result): Promise<Beside>;
  },
) =>
  definition as [Told<Result> & Beside] extends [z.input<Tells>]
    ? ActionDefinition<Input, Result>
    : "tells what is not in its result";

type PersonAction<Input extends z.ZodType, Result> = Omit<ActionDefinition<Input, Result>, "run" | "ofPerson"> & {
  run: (session: Session, input: z.output<Input>, options: ActionOptions) => Promise<Result>;
};

/** One that people do to their own accounts, also in no company: it reads no company. */
export const personAction = <Input extends z.ZodType, Result>(
  definition: PersonAction<Input, Result>,
): ActionDefinition<Input, Result> => ({ ...definition, ofPerson: true });

/** The actions of an area, with the types of each: named, and written to the audit log by whoever carries them out. */
export const defineActions = <All extends Actions>(actions: All): All =>
  Object.fromEntries(
    Object.entries(actions).map(([name, definition]) => {
      const isRead = definition.readsOnly ?? scopeOf(definition.permission) === "read";
      const run: ActionDefinition["run"] = (session, input, options) =>
        logAction({ name, session, input, isRead }, () => definition.run(session, input, options));
      return [name, { ...definition, name, run }];
    }),
  ) as All;

/** Some of them. */
export const pickActions = <All extends Actions, Name extends keyof All>(
  actions: All,
  ...names: readonly Name[]
): Pick<All, Name> => Object.fromEntries(names.map((name) => [name, actions[name]])) as Pick<All, Name>;
