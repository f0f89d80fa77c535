import type { ReactNode } from "react";
import { absolute, paths } from "~/paths";
import { PageFields } from "~/ui/form/page-fields";

interface CommandFormProps {
  routeId: number;
  intent: "start" | "finish" | "done" | "failed" | "on-route" | "remove-photo";
  /** Made here so that a double tap without a script is applied once; the script makes a new id for every tap. */
  commandId: string;
  visitId?: number;
  /** The question is beside the button, so pressing the button answers it. */
  confirmed?: boolean;
  className?: string;
  /** its button stands elsewhere, and names this id */
  id?: string;
  children: ReactNode;
}

/** A plain form that reports something. With the script, a report that could not be sent is kept and sent later. */
export function CommandForm({
  routeId,
  intent,
  commandId,
  visitId,
  confirmed = false,
  className,
  id,
  children,
}: CommandFormProps) {
  return (
    <form
      id={id}
      hidden={id !== undefined}
      method="post"
      action={absolute(paths.driverRoute(routeId))}
      className={className}
      data-command={intent}
    >
      <PageFields />
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="commandId" value={commandId} />
      {visitId === undefined ? null : <input type="hidden" name="visitId" value={visitId} />}
      {confirmed ? <input type="hidden" name="confirmed" value="1" /> : null}
      {children}
    </form>
  );
}

/** A button that opens a question in place, also without a script. */
export function Ask({
  label,
  className = "",
  children,
}: {
  label: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <details className={`ask ${className}`}>
      <summary className="button">
        <span className="when-closed">{label}</span>
        <span className="when-open">Cancel</span>
      </summary>
      <div className="asked">{children}</div>
    </details>
  );
}
