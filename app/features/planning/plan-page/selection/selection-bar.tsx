import { useEffect, useState, type ReactNode } from "react";
import type { ServiceClock } from "~/domain/time/service-clock";
import { NativeSelect } from "@mantine/core";
import { DEFAULT_VISIT_END_TIME, DEFAULT_VISIT_START_TIME } from "~/domain/constants";
import { count, formatNumber } from "~/domain/format-number";
import { refusalOf, SAVED } from "~/lib/action-result";
import { Button } from "~/ui/button";
import { shortName, type Move } from "../moving/moves";
import type { RouteItem } from "../plan-view";
import { routeInText } from "../stop-look";
import { removedMessage } from "../../messages";
import { MoveEffectView } from "../moving/move-effect-view";
import { useMovePreview } from "../moving/use-move-preview";
import { canReceiveVisits } from "~/domain/visit/visit-permissions";
import type { SelectionChange } from "./use-selection-change";
import { SharedVisitFields, SharedWindow } from "../../shared-visit-fields";
import { AppForm, FormActions } from "~/ui/form/app-form";
import { PageFields } from "~/ui/form/page-fields";
import { SubmitButton } from "~/ui/form/submit-button";
import styles from "./selection-bar.module.css";

interface SelectionBarProps {
  /** in the order of the plan */
  ids: readonly number[];
  /** opens with the choice of a route, which gets the focus */
  assignFirst?: boolean;
  routes: readonly RouteItem[];
  version: number;
  clock: ServiceClock;
  values: Record<string, string | number>;
  move: (move: Move, said: string) => void;
  change: SelectionChange;
  onClear: () => void;
}

type Tool = "assign" | "window" | "edit" | "remove" | null;

/** The actions of the selected visits; each is one change of the plan, for all of them or none. */
export function SelectionBar({
  ids,
  assignFirst = false,
  routes,
  version,
  clock,
  values,
  move,
  change,
  onClear,
}: SelectionBarProps) {
  const [opened, setOpened] = useState<{ tool: Tool; at: number }>({
    tool: assignFirst ? "assign" : null,
    at: change.done,
  });
  // A change that succeeded closes its tool.
  const tool = opened.at === change.done ? opened.tool : null;
  const setTool = (next: Tool) => setOpened({ tool: next, at: change.done });
  const what = count(ids.length, "visit");
  const toggleTool = (name: Tool) => () => setTool(tool === name ? null : name);
  return (
    <section className={styles.bar} data-bar="selection" data-tool={tool ?? undefined} aria-label="Selected visits">
      <div className={styles.line}>
        <b className={`${styles.count} num`}>{formatNumber(ids.length)} selected</b>
        <Button kind="quiet" aria-expanded={tool === "assign"} onClick={toggleTool("assign")}>
          Assign to…
        </Button>
        <Button kind="quiet" onClick={() => move({ visitIds: ids, toRouteId: null }, `${what} unscheduled`)}>
          Unschedule
        </Button>
        <Button kind="quiet" aria-expanded={tool === "window"} onClick={toggleTool("window")}>
          <span className={styles.verb}>Change </span>
          <span>window</span>
        </Button>
        <Button kind="quiet" aria-expanded={tool === "edit"} onClick={toggleTool("edit")}>
          Edit
        </Button>
        <Button kind="quiet" aria-expanded={tool === "remove"} onClick={toggleTool("remove")}>
          Remove
        </Button>
        <span className={styles.clear}>
          <Button kind="quiet" onClick={onClear}>
            Clear
          </Button>
        </span>
      </div>
      {tool === "assign" && (
        <Assign
          focus={assignFirst}
          ids={ids}
          routes={routes}
          version={version}
          clock={clock}
          onMove={(wanted, where) => {
            move(wanted, `${what} moved to ${where}`);
            setTool(null);
          }}
        />
      )}
      {tool === "window" && (
        <FieldsTool
          intent="visits.window"
          label={`Window of ${what}`}
          ids={ids}
          values={values}
          change={change}
          onSend={() => change.begin({ message: SAVED, detail: `Window of ${what} changed.` })}
        >
          <SharedWindow from={DEFAULT_VISIT_START_TIME} to={DEFAULT_VISIT_END_TIME} />
        </FieldsTool>
      )}
      {tool === "edit" && (
        <FieldsTool
          intent="visits.update"
          label={`Edit ${what}`}
          ids={ids}
          values={values}
          change={change}
          onSend={() => change.begin({ message: SAVED, detail: `${what} changed.` })}
        >
          <SharedVisitFields autoFocus />
        </FieldsTool>
      )}
      {tool === "remove" && (
        <RemoveTool
          what={what}
          ids={ids}
          values={values}
          change={change}
          onSend={(choice) => change.begin(removedMessage(ids.length, choice), onClear)}
          onCancel={() => setTool(null)}
        />
      )}
    </section>
  );
}

function Assign({
  ids,
  focus,
  routes,
  version,
  clock,
  onMove,
}: Pick<SelectionBarProps, "ids" | "routes" | "version" | "clock"> & {
  focus: boolean;
  onMove: (move: Move, where: string) => void;
}) {
  const targets = routes.filter((route) => canReceiveVisits(route).ok);
  const [chosen, setChosen] = useState(String(targets[0]?.id ?? ""));
  const target = targets.find((route) => String(route.id) === chosen);
  const wanted = target === undefined ? null : { visitIds: ids, toRouteId: target.id };
  const effect = useMovePreview(version, wanted);
  if (targets.length === 0) return <p className={styles.note}>There is no open route.</p>;
  return (
    <div className={styles.tool}>
      <div className={styles.line}>
        <NativeSelect
          size="xs"
          aria-label="Route"
          autoFocus={focus}
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={targets.map((route) => ({
            value: String(route.id),
            label: routeInText(route),
          }))}
        />
        <Button
          kind="primary"
          onClick={() => {
            if (wanted !== null && target !== undefined) onMove(wanted, shortName(target.vehicle));
          }}
        >
          Assign
        </Button>
      </div>
      <div className={styles.effect} role="region" aria-label="Effect" tabIndex={0}>
        <MoveEffectView effect={effect} target={target?.id ?? null} routes={routes} clock={clock} />
      </div>
    </div>
  );
}

interface ToolProps {
  ids: readonly number[];
  values: Record<string, string | number>;
  change: SelectionChange;
  onSend: () => void;
}

function Hidden({ ids, values }: Pick<ToolProps, "ids" | "values">) {
  return (
    <>
      {Object.entries({ ...values, visitIds: ids.join(",") }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={String(value)} />
      ))}
    </>
  );
}

/** What the chosen visits are given. A fault is said at its field; what has none is a message, as of other changes. */
function FieldsTool({
  intent,
  label,
  ids,
  values,
  change: { fetcher, fieldRefusal, shows },
  onSend,
  children,
}: ToolProps & { intent: string; label: string; children: ReactNode }) {
  useEffect(() => shows(intent), [shows, intent]);
  return (
    <div className={styles.fields}>
      <AppForm
        fetcher={fetcher}
        intent={intent}
        hidden={{ ...values, visitIds: ids.join(",") }}
        result={refusalOf(fieldRefusal, intent)}
        onSubmit={onSend}
        aria-label={label}
      >
        {children}
        <FormActions>
          <SubmitButton>Save</SubmitButton>
        </FormActions>
      </AppForm>
    </div>
  );
}

/** The same question as for one visit. */
function RemoveTool({
  what,
  ids,
  values,
  change: { fetcher },
  onSend,
  onCancel,
}: Omit<ToolProps, "onSend"> & { what: string; onSend: (choice: "delete" | "detach") => void; onCancel: () => void }) {
  const busy = fetcher.state !== "idle";
  return (
    <fetcher.Form method="post" className={styles.line} aria-label={`Remove ${what}`}>
      <PageFields />
      <Hidden ids={ids} values={{ ...values, intent: "visits.remove" }} />
      <span>Do you want to remove {what}?</span>
      <Button type="submit" kind="danger" name="choice" value="delete" disabled={busy} onClick={() => onSend("delete")}>
        Remove {what}
      </Button>
      <Button type="submit" name="choice" value="detach" disabled={busy} onClick={() => onSend("detach")}>
        No, keep them without a plan
      </Button>
      <Button kind="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </fetcher.Form>
  );
}
