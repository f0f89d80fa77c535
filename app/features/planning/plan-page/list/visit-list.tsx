import { useCallback, useMemo, useRef, useState, type ReactNode } from "react";
import type { Aim } from "~/domain/calculation/aim";
import { isLocationVisit } from "~/domain/visit/visit-order";
import { paths } from "~/paths";
import type { Message } from "~/lib/action-result";
import type { ChangeMade } from "../../tells";
import type { Move } from "../moving/moves";
import { EMPTY_ROUTES, UNSERVED, type PlanRow } from "./plan-rows";
import type { RouteItem } from "../plan-view";
import { DragCard } from "../moving/drag-card";
import { GroupLine, RouteLine, VisitLine, type RowTools } from "./plan-list-rows";
import { PlanTree, type Activation } from "./plan-tree";
import { routeMenuItems } from "./route-menu-items";
import { SelectionBar } from "../selection/selection-bar";
import { useListDrag } from "../moving/use-list-drag";
import { pickedInOrder } from "../selection/use-picked-visits";
import type { PlanView } from "../use-plan-view";
import { useSelectionChange } from "../selection/use-selection-change";
import { visitMenuItems } from "./visit-menu-items";
import type { ServiceClock } from "~/domain/time/service-clock";
import { visitStatusItems } from "./visit-status-menu";
import { warningItems } from "./warning-items";

interface VisitListProps {
  label: string;
  planId: number;
  version: number;
  /** of the plan; always the same object */
  clock: ServiceClock;
  aim: Aim;
  view: PlanView;
  /** the rows of the view that are listed */
  rows: readonly PlanRow[];
  /** all routes of the plan: where visits can go */
  routes: readonly RouteItem[];
  mayUpdate: boolean;
  /** hidden values of every form: version, tab */
  values: Record<string, string | number>;
  href: (dialog: string, params: Record<string, string>) => string;
  move: (move: Move, said: string) => void;
  announce: (text: string) => void;
  /** after a change of the selected visits other than a move */
  onChanged: (said: Message, made?: ChangeMade) => void;
  /** PlanTree */
  whole?: boolean;
  empty: ReactNode;
}

/**
 * Routes and visits with everything that the list can do: select, drag, move by key, menus. Plan and route page share
 * it.
 */
export function VisitList(props: VisitListProps) {
  const { view, rows, routes, clock, planId, values, mayUpdate, aim, version } = props;
  const dragging = useListDrag({ view, rows, routes, allowed: mayUpdate, move: props.move, announce: props.announce });
  /** counts how often a menu asked for a route to move to */
  const [assigning, setAssigning] = useState(0);

  const now = useRef(props);
  now.current = props;
  const tools = useMemo<RowTools>(
    () => ({
      fold: (key) => now.current.view.fold(key),
      routeItems: (route) => {
        const {
          view: { groups },
          values: own,
          href,
        } = now.current;
        return routeMenuItems({ route, visits: groups.get(route.id) ?? [], values: own, href });
      },
      warningItems: (route) =>
        warningItems(route, now.current.view.groups.get(route.id) ?? [], now.current.view.selectVisit),
      statusItems: (visit, route) =>
        visitStatusItems({
          visit,
          route,
          values: now.current.values,
          failHref: now.current.href("fail-visit", { visit: String(visit.id) }),
        }),
      visitItems: (visit, route) => {
        const { view: shown, values: own, href, move, mayUpdate: mayMove } = now.current;
        return visitMenuItems({
          visit,
          route,
          groups: shown.groups,
          values: own,
          href,
          mayMove,
          move,
          selected: shown.picked.has(visit.id),
          select: () => shown.pick([visit.id], true),
          open: () => shown.selectVisit(visit.id),
          assign: () => {
            shown.clearPicked();
            shown.pick([visit.id], false);
            setAssigning((count) => count + 1);
          },
        });
      },
    }),
    [],
  );
  const renderRow = useCallback(
    (row: PlanRow) => {
      if (row.kind === "unserved")
        return (
          <GroupLine
            group={UNSERVED}
            count={row.count}
            open={row.open}
            label="Unscheduled"
            href={paths.unserved(planId)}
            tools={tools}
          />
        );
      if (row.kind === "empty")
        return (
          <GroupLine
            group={EMPTY_ROUTES}
            count={row.count}
            open={row.open}
            label="Routes without visits"
            tools={tools}
          />
        );
      if (row.kind === "visit")
        return (
          <VisitLine visit={row.visit} route={row.route} clock={clock} href={`?visit=${row.visit.id}`} tools={tools} />
        );
      return <RouteLine route={row.route} aim={aim} open={row.open} clock={clock} tools={tools} />;
    },
    [planId, aim, clock, tools],
  );

  const selectionChange = useSelectionChange(props.onChanged);
  const activate = (row: PlanRow, how: Activation) => {
    const addsByFinger = how.byFinger && view.addsByFinger;
    if ((how.extend || addsByFinger) && row.kind === "visit" && isLocationVisit(row.visit)) {
      if (how.range)
        view.pickRange(
          row.visit.id,
          how.from?.kind === "visit" && isLocationVisit(how.from.visit) ? how.from.visit.id : null,
        );
      else view.pick([row.visit.id], true);
      return;
    }
    // Shift with an arrow skips what can't be selected.
    if (how.from !== undefined) return;
    if (addsByFinger) return view.foldRow(row);
    view.clearPicked();
    setAssigning(0);
    if (row.kind === "visit") view.selectVisit(isLocationVisit(row.visit) ? row.visit.id : null);
    else if (row.kind === "route") view.chooseRoute(row.route.id);
    else view.fold(row.kind === "empty" ? EMPTY_ROUTES : UNSERVED);
  };

  return (
    <>
      <PlanTree
        label={props.label}
        rows={rows}
        renderRow={renderRow}
        selectedKeys={view.selectedKeys}
        hover={view.hover}
        onActivate={activate}
        onFold={view.foldRow}
        {...dragging.tree}
        scrollToKey={view.scrollTo}
        focusOn={view.focusOn}
        whole={props.whole}
        empty={props.empty}
      />
      {view.picked.size > 0 && (
        <SelectionBar
          key={assigning}
          assignFirst={assigning > 0}
          ids={pickedInOrder(view, routes)}
          routes={routes}
          version={version}
          clock={clock}
          values={values}
          move={props.move}
          change={selectionChange}
          onClear={() => {
            view.clearPicked();
            setAssigning(0);
          }}
        />
      )}
      {dragging.drag !== null && (
        <DragCard drag={dragging.drag} card={dragging.card} version={version} routes={routes} clock={clock} />
      )}
    </>
  );
}
