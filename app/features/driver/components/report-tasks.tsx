import { absolute, paths } from "~/paths";
import { ButtonLink } from "~/ui/button";
import { AppForm } from "~/ui/form/app-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { useTabId } from "~/realtime/use-live";
import type { ActionResult } from "~/lib/action-result";
import type { ReportTaskItem } from "../queries/report-tasks.server";
import styles from "./report-tasks.module.css";

/** The page has one answer for the forms of all tasks. */
const refusalOf = (result: ActionResult<unknown> | null, { id }: ReportTaskItem): ActionResult<unknown> | null =>
  result?.ok === false && result.values?.taskId === String(id) ? result : null;

/** What drivers reported and the product could not take: each with its answer. */
export function ReportTasks({ tasks, result }: { tasks: ReportTaskItem[]; result: ActionResult<unknown> | null }) {
  const tab = useTabId();
  if (tasks.length === 0) return null;
  return (
    <section className={styles.tasks} aria-labelledby="report-tasks">
      <h2 id="report-tasks" className={styles.heading}>
        Needs attention <span className="num">{tasks.length}</span>
      </h2>
      <ul className={styles.list}>
        {tasks.map((task) => (
          <li key={task.id} className={styles.task}>
            <div className={styles.words}>
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
            </div>
            <AppForm
              layout="inline"
              hidden={{ tab, taskId: task.id }}
              result={refusalOf(result, task)}
              id={`task-${task.id}`}
              aria-label={task.title}
              keepPlace
            >
              {task.routeId !== null && <ButtonLink to={paths.route(task.routeId)}>Open the route</ButtonLink>}
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
            </AppForm>
          </li>
        ))}
      </ul>
    </section>
  );
}
