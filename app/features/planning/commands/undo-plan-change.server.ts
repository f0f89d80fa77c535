import type { CompanySession } from "~/auth/session.server";
import {
  findPlanChange,
  lastRedoable,
  lastUndoable,
  markRedone,
  markUndone,
} from "~/db/repositories/plan-changes.server";
import { discardUnkept, updateCalculation } from "~/db/repositories/calculations.server";
import { refuse } from "~/domain/decision";
import { changeName, REDO_KIND, UNDO_KIND, whyNotUndo } from "~/domain/plan/change-kinds";
import { reversedFields } from "~/domain/plan/changed-fields";
import type { ChangedPlan, EditOptions } from "~/planner/change-plan.server";
import { AppError } from "~/lib/errors";
import { isAbout } from "~/domain/plan/plan-log";
import type { About } from "~/domain/plan/plan-log";
import { authorOf, isMadeBy } from "~/planner/author.server";
import { revertChange } from "./revert-change.server";

interface UndoInput extends Pick<EditOptions, "tab"> {
  planId: number;
  /** a change of the list, anybody's; left out: the user's own newest */
  changeId?: number | undefined;
  /** of a calculation's result: only as long as nobody has decided to keep it */
  isDiscard?: boolean;
}

const reversed = ({ fields }: Pick<About, "fields">): Pick<About, "fields"> =>
  fields === undefined ? {} : { fields: reversedFields(fields) };

const keptMeanwhile = (): AppError =>
  new AppError("calculation.kept", "Somebody has kept the calculation in the meantime.", { status: 409 });

/**
 * Takes one change of the plan back, with the times of its routes: the user's own newest, or the one that is named.
 * Everything else that was changed stays: where somebody has changed the same thing since, nothing happens.
 * A vehicle that a suggestion changed is set back with it, and its routes in other plans get their times. A calculation
 * that was started by a suggestion goes back together with it.
 * @returns with the words for what was undone: 'the move of the visit'
 * @throws AppError 404 for a change that is not in the plan's log; 409 'undo.nothing', 'undo.not_possible', and
 * 'undo.changed' with a sentence that names what changed since, and by whom; 'calculation.kept'
 */
export async function undoPlanChange(
  session: CompanySession,
  { planId, changeId, isDiscard = false, tab }: UndoInput,
): Promise<ChangedPlan & { undone: string; withSuggestion: boolean }> {
  const author = authorOf(session);
  const { companyId } = author;
  const { done, change, first } = await revertChange(
    session,
    { planId, tab },
    {
      kind: UNDO_KIND,
      find: (trx) =>
        changeId === undefined
          ? lastUndoable(trx, companyId, planId, author)
          : findPlanChange(trx, companyId, planId, changeId),
      isNamed: changeId !== undefined,
      nothing: refuse("undo.nothing", "There is nothing of yours to undo.", 409),
      refused: "Not undone",
      whyNot: (change) =>
        whyNotUndo({ kind: change.kind, undone: change.undone_at !== null }, isMadeBy(change, author)),
      about: ({ kind, about }) => (isAbout(about) ? { ...about, ...reversed(about), undone: kind } : undefined),
      saved: async (trx, now, undoId, changes) => {
        for (const one of changes) {
          await markUndone(trx, companyId, one.id, undoId, now);
          if (one.query_id === null) continue;
          if (!isDiscard) await updateCalculation(trx, companyId, one.query_id, { status: "discarded" }, now);
          else if (!(await discardUnkept(trx, companyId, one.query_id, now))) throw keptMeanwhile();
        }
      },
    },
  );
  return { ...done, undone: changeName(change.kind, routesOf(change.about)), withSuggestion: first !== null };
}

/**
 * Makes the change again that the user undid last, by the same rules among others' changes.
 * @returns with the words for it: 'the move of the visit'
 * @throws AppError 409 'redo.nothing' when the user has made another change since, and 'undo.changed' as undo does
 */
export async function redoPlanChange(
  session: CompanySession,
  { planId, tab }: Omit<UndoInput, "changeId">,
): Promise<ChangedPlan & { redone: string }> {
  const author = authorOf(session);
  const { companyId } = author;
  const { done, change } = await revertChange(
    session,
    { planId, tab },
    {
      kind: REDO_KIND,
      find: (trx) => lastRedoable(trx, companyId, planId, author),
      isNamed: false,
      nothing: refuse("redo.nothing", "There is nothing of yours to redo.", 409),
      refused: "Not redone",
      whyNot: () => null,
      about: ({ about }) => {
        if (!isAbout(about)) return undefined;
        const { undone, ...what } = about;
        return { ...what, ...reversed(what), ...(undone === undefined ? {} : { redone: undone }) };
      },
      saved: async (trx, now, _redoId, [undo]) => {
        if (undo === undefined) return;
        for (const queryId of await markRedone(trx, companyId, planId, undo.id))
          await updateCalculation(trx, companyId, queryId, { status: "done" }, now);
      },
    },
  );
  const undone = isAbout(change.about) ? (change.about.undone ?? "") : "";
  return { ...done, redone: changeName(undone, routesOf(change.about)) };
}

const routesOf = (about: unknown): number => (isAbout(about) ? about.routeIds.length : 1);
