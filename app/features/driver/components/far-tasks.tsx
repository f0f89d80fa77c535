import { paths } from "~/paths";
import { ButtonLink } from "~/ui/button";
import { AppForm } from "~/ui/form/app-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { useTabId } from "~/realtime/use-live";
import type { ActionResult } from "~/lib/action-result";
import type { FarTaskItem } from "../queries/far-tasks.server";
import { refusalOfTask } from "./task-refusal";
import styles from "./report-tasks.module.css";

/** A visit that was reported far from its stop: a row of the list of what needs attention. */
export function FarTask({ task, result }: { task: FarTaskItem; result: ActionResult<unknown> | null }) {
  const tab = useTabId();
  return (
    <>
      <b>{task.title}</b>
      <span className={styles.soft}>
        <span className="num">{task.when}</span>
        <span>{task.where}</span>
      </span>
      <AppForm
        layout="inline"
        hidden={{ tab, taskId: task.id }}
        result={refusalOfTask(result, task.id)}
        id={`task-${task.id}`}
        aria-label={task.title}
        keepPlace
      >
        <SubmitButton kind="plain" intent="road_task.dismiss">
          Dismiss
        </SubmitButton>
        {task.planId !== null && task.visitId !== null && (
          <ButtonLink kind="quiet" to={paths.plan(task.planId, { visit: task.visitId })}>
            Open the visit
          </ButtonLink>
        )}
      </AppForm>
    </>
  );
}
