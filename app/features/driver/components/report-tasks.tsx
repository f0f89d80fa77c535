import { absolute, paths } from "~/paths";
import { ButtonLink } from "~/ui/button";
import { SubmitButton } from "~/ui/form/submit-button";
import type { ActionResult } from "~/lib/action-result";
import type { ReportTaskItem } from "../queries/report-tasks.server";
import { TaskFacts, TaskFrame } from "./task-frame";

/** What a driver reported and the product could not take, with its answers. */
export function ReportTask({ task, result }: { task: ReportTaskItem; result: ActionResult<unknown> | null }) {
  return (
    <TaskFrame
      task={task}
      result={result}
      facts={
        <>
          <TaskFacts>
            <span className="num">{task.when}</span> · {task.reason}
          </TaskFacts>
          {task.pictures > 0 && (
            <TaskFacts>
              {Array.from({ length: task.pictures }, (_, index) => (
                <a key={index} href={absolute(paths.taskPicture(task.id, index))} target="_blank" rel="noreferrer">
                  Picture {index + 1}
                </a>
              ))}
            </TaskFacts>
          )}
        </>
      }
    >
      <SubmitButton
        kind="plain"
        intent="road_task.apply"
        {...(task.cannotApply === null ? {} : { disabledReason: task.cannotApply })}
      >
        Accept the report
      </SubmitButton>
      <SubmitButton kind="plain" intent="road_task.dismiss">
        Dismiss
      </SubmitButton>
      {task.routeId !== null && (
        <ButtonLink kind="quiet" to={paths.route(task.routeId)}>
          Open the route
        </ButtonLink>
      )}
    </TaskFrame>
  );
}
