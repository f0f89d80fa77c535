import type { ActionFunctionArgs, TypedResponse } from "@remix-run/node";
import type { CompanySession } from "~/auth/session.server";
import { ZodError } from "zod";
import { faultInUnits, readUnitFields, unitsOfForm } from "~/domain/unit-fields";
import { answerForm } from "~/http/action.server";
import type { ActionContext, ActionOutcome } from "~/http/action.server";
import { closedList } from "~/http/list-request.server";
import { formValues } from "~/lib/action-result";
import type { ActionResult } from "~/lib/action-result";
import { DIALOG_PARAM } from "~/lib/dialog-param";
import { SHOWN_FIELD, shownTexts, unchangedNames } from "~/lib/shown-values";
import { decodeForm, postedFields, withoutFields } from "./decode-form";
import type { DecodedForm } from "./decode-form";
import type { ActionDefinition, ActionOptions, ActionPage, Actions } from "./define-actions.server";
import { findAction, prepareAction } from "./perform-action.server";

type Params = Readonly<Record<string, string | undefined>>;
/** Fields that the page's address gives; the form's own count for less. */
type GivenFields = Readonly<Record<string, number>>;

export interface PageOfActions {
  /** @throws AppError 404 for an address of nothing */
  given?(params: Params, session: CompanySession): GivenFields | Promise<GivenFields>;
  /** Its dialogs and what it shows, with the fields of the address. */
  page?(given: GivenFields, request: Request): Partial<ActionPage>;
  /** The page without its dialog: what was done in one ends there. Undefined: the dialog stays. */
  here?(given: GivenFields, name: string): string | undefined;
}

/** The page of a list: what was done in a dialog ends on the list as it stands. */
export const LIST_PAGE: PageOfActions = {
  page: (_given, request) => ({
    closed: (id) => ({ redirectTo: closedList(request, id) }),
    afterPlanRemoved: closedList(request),
  }),
};

/** What fields that save themselves send along, so that nobody's change is typed over unseen. */
const SEEN_FIELD = "seen";

/** What a form says, with the fields of the page's address in it. */
export function readInput(definition: ActionDefinition, form: FormData, given: GivenFields): DecodedForm {
  const unchanged = unchangedNames(form);
  const posted = withoutFields(postedFields(form), (name) => unchanged.has(name));
  const values = readUnitFields(posted.values);
  // A form with a button says what it showed in another way.
  if (form.has(SHOWN_FIELD)) values[SEEN_FIELD] ??= JSON.stringify(shownTexts(form));
  for (const [name, value] of Object.entries(given)) values[name] = String(value);
  const all = { values, all: (name: string) => (name in given ? [String(given[name])] : posted.all(name)) };
  const decode = (some: typeof all): DecodedForm => decodeForm(definition.input, some);
  return definition.form?.(all, decode) ?? decode(all);
}

/**
 * A form that says what it showed is compared and answered in the units that it shows: their setting may have been
 * changed in another window since its page was made.
 */
const inUnitsOfForm = (session: CompanySession, form: FormData): CompanySession =>
  form.has(SHOWN_FIELD) || form.has(SEEN_FIELD) ? { ...session, units: unitsOfForm(formValues(form)) } : session;

/** What is wrong with the fields, in the form's units. */
function faultsInUnits(error: unknown, form: FormData): unknown {
  if (!(error instanceof ZodError)) return error;
  const units = unitsOfForm(formValues(form));
  return new ZodError(
    error.issues.map((issue) => {
      const limit = issue.code === "too_big" && typeof issue.maximum === "number" ? issue.maximum : undefined;
      return { ...issue, message: faultInUnits(String(issue.path[0]), issue.message, units, limit) };
    }),
  );
}

/** Carries out the action that a page's form names, and answers as the page does. */
export async function answerAction(
  { session: reader, form, intent, tab }: ActionContext,
  { request, params }: Pick<ActionFunctionArgs, "request" | "params">,
  actions: Actions,
  rules: PageOfActions,
  more: Pick<ActionOptions, "files" | "leavesFiles"> = {},
): Promise<ActionOutcome<unknown>> {
  const session = inUnitsOfForm(reader, form);
  const given = (await rules.given?.(params, session)) ?? {};
  const definition = findAction(actions, intent);
  const page: ActionPage = { request, href: null, closed: () => ({}), ...rules.page?.(given, request) };
  const input = await prepareAction(session, definition, () => readInput(definition, form, given)).catch(
    (error: unknown) => {
      throw faultsInUnits(error, form);
    },
  );
  const outcome = await outcomeOf(definition, session, input, page, { tab, ...more });
  const here = rules.here?.(given, intent);
  // A redirect, and not the dialog closing itself: that would be a second navigation, which breaks off the reload of
  // the page's data.
  const inDialog = here !== undefined && new URL(request.url).searchParams.has(DIALOG_PARAM);
  return inDialog && outcome.redirectTo === undefined ? { ...outcome, redirectTo: here } : outcome;
}

async function outcomeOf(
  definition: ActionDefinition,
  session: CompanySession,
  input: unknown,
  page: ActionPage,
  options: Parameters<ActionDefinition["run"]>[2],
): Promise<ActionOutcome<unknown>> {
  try {
    const result = await definition.run(session, input, options);
    return (await definition.answer?.(result, input, page)) ?? {};
  } catch (error) {
    const outcome = (await definition.refused?.(error, input, page, session)) ?? null;
    if (outcome === null) throw error;
    return outcome;
  }
}

/**
 * A page's action: everything that the page's forms can do.
 * @param actions those alone; another one is unknown here
 */
export const pageAction =
  <Data = undefined>(actions: Actions, rules: PageOfActions = {}) =>
  (args: Pick<ActionFunctionArgs, "request" | "params">): Promise<TypedResponse<ActionResult<Data>>> =>
    answerForm<Data>(
      args.request,
      (context) => answerAction(context, args, actions, rules) as Promise<ActionOutcome<Data>>,
    );
