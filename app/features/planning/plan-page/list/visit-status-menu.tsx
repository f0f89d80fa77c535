import { refusalMessage } from "~/domain/decision";
import { RouteStatus } from "~/domain/route/route-status";
import { displayedVisitStatus } from "~/domain/visit/visit-display";
import { canSetOnRoute } from "~/domain/visit/visit-permissions";
import { VisitStatus } from "~/domain/visit/visit-status";
import { VisitType } from "~/domain/visit/visit-type";
import { isScheduled } from "~/domain/visit/visit-order";
import { Menu, type MenuItem } from "~/ui/dialog/menu";
import { VisitStatusBadge } from "~/ui/feedback/status-badge";
import { Icon } from "~/ui/icons";
import type { RouteItem, VisitItem } from "../plan-view";

interface VisitStatusItems {
  visit: VisitItem;
  route: RouteItem | null;
  /** hidden values of every form: version, tab */
  values: Record<string, string | number>;
  /** the dialog that asks for the reason */
  failHref: string;
}

/** On route, delivered, failed; the current status is disabled and says so. A break can be taken and doesn't fail. */
export function visitStatusItems({ visit, route, values, failHref }: VisitStatusItems): MenuItem[] {
  const own = { ...values, visitId: visit.id };
  const why = (reason: string | null) => (reason === null ? {} : { disabledReason: reason });
  const onRoute: MenuItem = {
    id: "on-route",
    label: "On route",
    icon: "truck",
    intent: "visit.on_route",
    values: own,
    ...why(refusalMessage(canSetOnRoute(visit, route))),
  };
  if (visit.type === VisitType.Break)
    return [
      onRoute,
      {
        id: "delivered",
        label: "Taken",
        icon: "check",
        intent: "visit.done",
        values: own,
        ...why(visit.status === VisitStatus.Delivered ? "The break is taken already." : null),
      },
    ];
  return [
    onRoute,
    {
      id: "delivered",
      label: "Delivered",
      icon: "check",
      intent: "visit.done",
      values: own,
      ...why(visit.status === VisitStatus.Delivered ? "The visit is delivered already." : null),
    },
    {
      id: "failed",
      label: "Failed",
      icon: "close",
      to: failHref,
      ...why(visit.status === VisitStatus.Failed ? "The visit has failed already." : null),
    },
  ];
}

/** While its route is on route the status of a visit can be set. */
const hasStatusMenu = (visit: VisitItem, route: RouteItem | null): boolean =>
  route?.status === RouteStatus.OnRoute && isScheduled(visit);

/** The status of a visit. While its route is on route the badge opens a menu: on route, delivered, failed. */
export function VisitStatusMenu({ visit, route, values, failHref }: VisitStatusItems) {
  return <StatusMenu visit={visit} route={route} items={visitStatusItems({ visit, route, values, failHref })} />;
}

/** The same with items that are made when it opens; only an icon in narrow lists. */
export function StatusMenu({
  visit,
  name = visit.name,
  route,
  items,
  plain,
  compact = false,
}: {
  visit: VisitItem;
  name?: string | undefined;
  route: RouteItem | null;
  items: readonly MenuItem[] | (() => readonly MenuItem[]);
  /** without JavaScript, where the items are made when it opens */
  plain?: MenuItem | readonly MenuItem[];
  compact?: boolean;
}) {
  const badge = <VisitStatusBadge status={displayedVisitStatus(visit, route)} compact={compact} />;
  if (!hasStatusMenu(visit, route)) return badge;
  return (
    <Menu
      label={`Status of ${name}`}
      align={compact ? "end" : "start"}
      look="bare"
      trigger={
        <>
          {badge}
          <Icon name="chevron-down" size={14} />
        </>
      }
      items={items}
      plain={plain}
    />
  );
}
