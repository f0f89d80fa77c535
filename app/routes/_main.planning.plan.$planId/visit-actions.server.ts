import type { CompanySession } from "~/auth/session.server";
import { markVisitDone } from "~/features/driver/commands/mark-visit-done.server";
import { markVisitFailed } from "~/features/driver/commands/mark-visit-failed.server";
import { setVisitOnRoute } from "~/features/driver/commands/set-visit-on-route.server";
import {
  moveVisit,
  removeVisit,
  updateVisit,
  updateVisitFields,
} from "~/features/planning/commands/visit-commands.server";
import {
  changeVisits,
  changeVisitsWindow,
  moveVisits,
  removeVisits,
} from "~/features/planning/commands/selection-commands.server";
import { debugVisit } from "~/features/planning/commands/debug-visit.server";
import {
  bulkFieldsOf,
  ChangeWindow,
  DebugVisit,
  MoveVisit,
  MoveVisits,
  RemoveVisit,
  RemoveVisits,
  parseVisitFields,
  ReportVisit,
  UpdateVisit,
  VisitId,
  VisitIds,
} from "~/features/planning/schemas";
import type { ActionContext, ActionOutcome } from "~/http/action.server";
import { detachedMessage, removedMessage } from "~/features/planning/messages";
import { deletedMessage, SAVED } from "~/lib/action-result";
import { lastValues } from "~/domain/validation/form-fields";
import { count } from "~/domain/format-number";
import { AppError } from "~/lib/errors";

/** The page that an action answers to. */
export interface PageOfPlan {
  /** its address with a dialog and what belongs to it */
  href: (query: Record<string, string | number | undefined>) => string;
  /** where to go when the page's own route is gone */
  afterRouteRemoved?: string;
}

/** Intents about one visit or several. Null: not one of them. */
export async function visitAction(
  { session, form, intent, tab }: ActionContext,
  page: PageOfPlan,
): Promise<ActionOutcome | null> {
  const fields = lastValues(form);
  switch (intent) {
    case "update-visit": {
      // On a locked route the form posts phone and notes alone.
      if (!("name" in fields)) {
        await updateVisitFields(
          session,
          { ...VisitId.parse(fields), fields: parseVisitFields(fields), seen: {} },
          { tab },
        );
        return { message: SAVED };
      }
      const { version, ...input } = UpdateVisit.parse(fields);
      await updateVisit(session, input, { version, tab });
      return { message: SAVED };
    }
    case "move-visit": {
      const { version, ...input } = MoveVisit.parse(fields);
      await moveVisit(session, input, { version, tab });
      return {};
    }
    case "unassign-visit": {
      const { version, visitId } = MoveVisit.parse({ ...fields, toRouteId: "" });
      await moveVisit(session, { visitId, toRouteId: null }, { version, tab });
      return {};
    }
    case "move-visits": {
      const { version, ...input } = MoveVisits.parse(many(form));
      await moveVisits(session, input, { version, tab });
      return {};
    }
    case "unschedule-visits": {
      const { version, visitIds } = MoveVisits.parse({ ...many(form), toRouteId: "" });
      await moveVisits(session, { visitIds, toRouteId: null }, { version, tab });
      return {};
    }
    case "change-window": {
      const { version, ...input } = ChangeWindow.parse(many(form));
      await changeVisitsWindow(session, input, { version, tab });
      return {};
    }
    case "change-visits": {
      const { version, visitIds } = VisitIds.parse(many(form));
      const changed = bulkFieldsOf(fields);
      await changeVisits(session, { visitIds, fields: changed }, { version, tab });
      return { message: SAVED, detail: `${count(visitIds.length, "visit")} changed.` };
    }
    case "remove-visits": {
      const { version, ...input } = RemoveVisits.parse(many(form));
      await removeVisits(session, input, { version, tab });
      return removedMessage(input.visitIds.length, input.choice);
    }
    case "remove-visit": {
      const { version, ...input } = RemoveVisit.parse(fields);
      const { name } = await removeVisit(session, input, { version, tab });
      return input.choice === "detach" ? detachedMessage(name) : { message: deletedMessage(name) };
    }
    case "mark-done":
    case "mark-failed": {
      const { visitId, confirmed, failReasonId, failNote } = ReportVisit.parse(fields);
      const report = { visitId, confirmed, ...(tab === undefined ? {} : { tab }) };
      const answer =
        intent === "mark-done"
          ? await doneOrProof(session, report)
          : await markVisitFailed(session, { ...report, failReasonId, failNote });
      if (answer.status === "applied") return {};
      if (answer.status === "proof") return { redirectTo: page.href({ dialog: "mark-done", visit: visitId }) };
      const query = {
        dialog: "confirm-report",
        visit: visitId,
        report: intent === "mark-done" ? "done" : "failed",
        question: answer.confirm.code,
        reason: failReasonId ?? undefined,
        note: failNote,
      };
      return { redirectTo: page.href(query) };
    }
    case "debug-visit":
      await debugVisit(session, DebugVisit.parse(fields), tab);
      return { message: SAVED };
    case "set-on-route": {
      const { visitId, confirmed } = ReportVisit.parse(fields);
      await setVisitOnRoute(session, { visitId, confirmed, ...(tab === undefined ? {} : { tab }) });
      return {};
    }
    default:
      return null;
  }
}

/** What the visit's confirmation asks for is given in a dialog of its own. */
async function doneOrProof(session: CompanySession, report: { visitId: number; confirmed: boolean; tab?: string }) {
  try {
    return await markVisitDone(session, report);
  } catch (error) {
    if (error instanceof AppError && error.code === "visit.confirmation_required") return { status: "proof" as const };
    throw error;
  }
}

/** The fields of a form about several visits: a box for each of them, or one field with commas. */
function many(form: FormData): Record<string, unknown> {
  return {
    ...lastValues(form),
    visitIds: form
      .getAll("visitIds")
      .flatMap((value) => (typeof value === "string" ? value.split(",") : []))
      .filter(Boolean),
  };
}
