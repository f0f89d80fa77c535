import { absolute, paths } from "~/paths";
import { ButtonLink } from "~/ui/button";
import { AppForm } from "~/ui/form/app-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { useTabId } from "~/realtime/use-live";
import type { ActionResult } from "~/lib/action-result";
import type { ReportTaskItem } from "../queries/report-tasks.server";
import { refusalOfTask } from "./task-refusal";
import styles from "./report-tasks.module.css";

/**
 * What a driver reported and the product could not take, with its answers: a row of the list of what needs attention.
 */
export function ReportTask({ task, result }: { task: ReportTaskItem; result: ActionResult<unknown> | null }) {
  const tab = useTabId();
  return (
    <>
      <b>{task.title}</b>
      <span className={styles.soft}>
        <span className="num">{task.when}</span> · {task.reason}
      </span>
      {task.pictures > 0 && (
        <span className={styles.soft}>
          {Array.from({ length: task.pictures }, (_, index) => (
            <a key={index} href={absolute(paths.taskPicture(task.id, index))} target="_blank" rel="noreferrer">
              Picture {index + 1}
            </a>
          ))}
        </span>
      )}
      <AppForm
        layout="inline"
        hidden={{ tab, taskId: task.id }}
        result={refusalOfTask(result, task.id)}
        id={`task-${task.id}`}
        aria-label={task.title}
        keepPlace
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
      </AppForm>
    </>
  );
}
