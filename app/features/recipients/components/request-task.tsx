import { DayTimes } from "~/ui/day-times";
import { paths } from "~/paths";
import { useTabId } from "~/realtime/use-live";
import { ButtonLink } from "~/ui/button";
import { AppForm } from "~/ui/form/app-form";
import { SubmitButton } from "~/ui/form/submit-button";
import type { ActionResult } from "~/lib/action-result";
import type { RequestTaskItem } from "../queries/request-tasks.server";
import styles from "./request-task.module.css";

const MOST_BROKEN = 4;

/** A recipient's wish for another window, with what accepting it does: a row of the list of what needs attention. */
export function RequestTask({ task, result }: { task: RequestTaskItem; result: ActionResult<unknown> | null }) {
  const tab = useTabId();
  const { effect } = task;
  return (
    <>
      <b>{task.title}</b>
      <span className={styles.soft}>
        <span className="num">{task.when}</span>
        {task.before === "" ? " · any time until now" : ` · ${task.before} until now`}
      </span>
      {effect !== null && (
        <>
          <span className="num">
            If accepted: <DayTimes text={[effect.headline, ...effect.facts].join(" · ")} />
          </span>
          {effect.broken.slice(0, MOST_BROKEN).map((sentence) => (
            <span key={sentence} className={styles.broken}>
              {sentence}
            </span>
          ))}
          {effect.broken.length > MOST_BROKEN && (
            <span className={styles.broken}>and {effect.broken.length - MOST_BROKEN} more</span>
          )}
        </>
      )}
      <AppForm
        layout="inline"
        hidden={{ tab, taskId: task.id, place: effect?.place ?? 0, version: effect?.version ?? 0 }}
        result={result?.ok === false && result.values?.taskId === String(task.id) ? result : null}
        id={`task-${task.id}`}
        aria-label={task.title}
        keepPlace
      >
        <SubmitButton
          kind="plain"
          intent="recipient_request.accept"
          {...(task.cannotAccept === null ? {} : { disabledReason: task.cannotAccept })}
        >
          Accept
        </SubmitButton>
        <SubmitButton kind="plain" intent="recipient_request.decline">
          Decline
        </SubmitButton>
        {task.routeId !== null && (
          <ButtonLink kind="quiet" to={paths.route(task.routeId, { visit: task.visitId ?? undefined })}>
            Open the route
          </ButtonLink>
        )}
      </AppForm>
    </>
  );
}
