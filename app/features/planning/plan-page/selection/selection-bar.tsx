import { useState } from "react";
import type { ServiceClock } from "~/domain/time/service-clock";
import { NativeSelect, TextInput } from "@mantine/core";
import { formatNumber } from "~/domain/format-number";
import { SAVED } from "~/lib/action-result";
import { Button } from "~/ui/button";
import { count } from "~/domain/format-number";
import { shortName, type Move } from "../moving/moves";
import type { RouteItem } from "../plan-view";
import { removedMessage } from "../../messages";
import { MoveEffectView } from "../moving/move-effect-view";
import { useMovePreview } from "../moving/use-move-preview";
import { canReceiveVisits } from "~/domain/visit/visit-permissions";
import { VISIT_TYPE_OPTIONS } from "~/domain/visit/visit-type";
import type { SelectionChange } from "./use-selection-change";
import { PageFields } from "~/ui/form/page-fields";
import styles from "./selection-bar.module.css";
import { useUnits } from "~/ui/use-units";

export interface SelectionBarProps {
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
        <WindowTool
          ids={ids}
          values={values}
          change={change}
          onSend={() => change.begin({ message: SAVED, detail: `Window of ${what} changed.` })}
        />
      )}
      {tool === "edit" && (
        <EditTool
          ids={ids}
          values={values}
          change={change}
          onSend={() => change.begin({ message: SAVED, detail: `${what} changed.` })}
        />
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
          data={targets.map((route) => ({ value: String(route.id), label: `${route.vehicle} · ${route.driver}` }))}
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

function WindowTool({ ids, values, change: { fetcher }, onSend }: ToolProps) {
  return (
    <fetcher.Form method="post" className={styles.line} onSubmit={onSend}>
      <PageFields />
      <Hidden ids={ids} values={values} />
      <TextInput
        size="xs"
        name="startTime"
        aria-label="Window from"
        placeholder="08:00"
        defaultValue="08:00"
        maxLength={5}
        w={72}
      />
      <TextInput
        size="xs"
        name="endTime"
        aria-label="Window to"
        placeholder="20:00"
        defaultValue="20:00"
        maxLength={5}
        w={72}
      />
      <Button type="submit" kind="primary" name="intent" value="visits.window" loading={fetcher.state !== "idle"}>
        Save
      </Button>
    </fetcher.Form>
  );
}

/** The same values for all; an empty field stays as each visit has it. */
function EditTool({ ids, values, change: { fetcher }, onSend }: ToolProps) {
  const units = useUnits();
  return (
    <fetcher.Form method="post" className={styles.line} onSubmit={onSend}>
      <PageFields />
      <Hidden ids={ids} values={values} />
      <TextInput
        size="xs"
        name="serviceTime"
        aria-label="Service, minutes"
        placeholder="Service min"
        inputMode="decimal"
        maxLength={5}
        w={96}
        autoFocus
      />
      <TextInput
        size="xs"
        name="packageLoad"
        aria-label={`Load, ${units.weight}`}
        placeholder={`Load ${units.weight}`}
        inputMode="decimal"
        maxLength={12}
        w={84}
      />
      <TextInput
        size="xs"
        name="packageCapacity"
        aria-label="Volume, m³"
        placeholder="Volume m³"
        inputMode="decimal"
        maxLength={12}
        w={92}
      />
      <NativeSelect
        size="xs"
        name="type"
        aria-label="Type"
        data={[{ value: "", label: "Type: as it is" }, ...VISIT_TYPE_OPTIONS]}
      />
      <Button type="submit" kind="primary" name="intent" value="visits.update" loading={fetcher.state !== "idle"}>
        Save
      </Button>
    </fetcher.Form>
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
