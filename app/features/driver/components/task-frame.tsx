import type { ReactNode } from "react";
import { AppForm } from "~/ui/form/app-form";
import { useTabId } from "~/realtime/use-live";
import type { ActionResult } from "~/lib/action-result";
import styles from "./task-frame.module.css";

interface TaskFrameProps {
  task: { id: number; title: string };
  result: ActionResult<unknown> | null;
  /** what there is to know about it */
  facts: ReactNode;
  /** its answers */
  children: ReactNode;
}

/** Something from the road that needs a dispatcher's answer: a row of the list of what needs attention. */
export function TaskFrame({ task, result, facts, children }: TaskFrameProps) {
  const tab = useTabId();
  return (
    <>
      <b>{task.title}</b>
      {facts}
      <AppForm
        layout="inline"
        hidden={{ tab, taskId: task.id }}
        result={refusalOfTask(result, task.id)}
        id={`task-${task.id}`}
        aria-label={task.title}
        keepPlace
      >
        {children}
      </AppForm>
    </>
  );
}

export const TaskFacts = ({ children }: { children: ReactNode }) => <span className={styles.soft}>{children}</span>;

/** The page has one answer for the forms of all tasks. */
const refusalOfTask = (result: ActionResult<unknown> | null, id: number): ActionResult<unknown> | null =>
  result?.ok === false && result.values?.taskId === String(id) ? result : null;
