import { action, defineActions } from "~/http/actions/define-actions.server";
import { paths } from "~/paths";
import { markSeen } from "./commands/mark-seen.server";
import { moveStop } from "./commands/move-stop.server";
import { MoveStop, SeenThing } from "./schemas";

export const TRACKING_ACTIONS = defineActions({
  "attention.seen": action({
    summary: "Says that somebody sees to a stop that will be late, or to a vehicle that is not heard of.",
    permission: "task.settle",
    idempotent: false,
    input: SeenThing,
    run: (session, { key }, { tab }) => markSeen(session, { key, tab }),
    answer: () => ({ message: "Marked as seen" }),
  }),
  "visit.move_on_road": action({
    summary: "Moves a stop to another route while both are on the road; locked routes stay locked.",
    permission: "visit.move",
    idempotent: true,
    logs: "visit.move",
    input: MoveStop,
    run: (session, { version, ...input }, { tab }) => moveStop(session, input, { version, tab }),
    answer: () => ({ message: "The stop is moved", redirectTo: paths.tracking() }),
  }),
});
