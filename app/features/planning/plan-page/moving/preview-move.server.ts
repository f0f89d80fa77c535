import type { CompanySession } from "~/auth/session.server";
import { toRefusal } from "~/http/action.server";
import { previewChange } from "~/planner/change-plan.server";
import { moveCommand } from "../../commands/selection-commands.server";
import type { MoveVisitsInput } from "../../commands/selection-commands.server";
import { moveEffect } from "~/domain/visit/move-effect";
import type { MoveEffect } from "~/domain/visit/move-effect";

/**
 * The exact effect of moving visits, without saving anything: the same decision and the same new times as the move
 * itself. The reason for a refusal is an answer here and not an error.
 */
export async function previewMove(session: CompanySession, input: MoveVisitsInput): Promise<MoveEffect> {
  try {
    const { state, unchanged, changes } = await previewChange(session, await moveCommand(session, input));
    return moveEffect({ ...state, unchanged }, changes, session.units);
  } catch (error) {
    return { routes: [], refused: toRefusal(error)[0].message };
  }
}
