import { paths } from "~/paths";
import { ButtonLink } from "~/ui/button";
import { SubmitButton } from "~/ui/form/submit-button";
import type { ActionResult } from "~/lib/action-result";
import type { FarTaskItem } from "../queries/far-tasks.server";
import { TaskFacts, TaskFrame } from "./task-frame";

/** A visit that was reported far from its stop. */
export function FarTask({ task, result }: { task: FarTaskItem; result: ActionResult<unknown> | null }) {
  return (
    <TaskFrame
      task={task}
      result={result}
      facts={
        <TaskFacts>
          <span className="num">{task.when}</span> <span>{task.where}</span>
        </TaskFacts>
      }
    >
      <SubmitButton kind="plain" intent="road_task.dismiss">
        Dismiss
      </SubmitButton>
      {task.planId !== null && task.visitId !== null && (
        <ButtonLink kind="quiet" to={paths.plan(task.planId, { visit: task.visitId })}>
          Open the visit
        </ButtonLink>
      )}
    </TaskFrame>
  );
}
