import { whyNot } from "~/domain/decision";
import { RouteStatus } from "~/domain/route/route-status";
import { displayedVisitStatus } from "~/domain/visit/visit-display";
import { canSetOnRoute } from "~/domain/visit/visit-permissions";
import { VisitStatus } from "~/domain/visit/visit-status";
import { Menu } from "~/ui/dialog/menu";
import { VisitStatusBadge } from "~/ui/feedback/status-badge";
import { Icon } from "~/ui/icons";
import type { RouteItem, VisitItem } from "../plan-view";

export interface VisitStatusMenuProps {
  visit: VisitItem;
  route: RouteItem | null;
  /** hidden values of every form: version, tab */
  values: Record<string, string | number>;
  /** the dialog that asks for the reason */
  failHref: string;
}

/** The status of a visit. While its route is on route the badge opens a menu: on route, delivered, failed. */
export function VisitStatusMenu({ visit, route, values, failHref }: VisitStatusMenuProps) {
  const badge = <VisitStatusBadge status={displayedVisitStatus(visit, route)} />;
  if (route?.status !== RouteStatus.OnRoute || visit.status === VisitStatus.Unscheduled) return badge;
  const own = { ...values, visitId: visit.id };
  const why = (reason: string | null) => (reason === null ? {} : { disabledReason: reason });
  return (
    <Menu
      label={`Status of ${visit.name}`}
      align="start"
      look="bare"
      trigger={<>{badge}<Icon name="chevron-down" size={14} /></>}
      items={[
        { id: "on-route", label: "On route", icon: "truck", intent: "set-on-route", values: own, ...why(whyNot(canSetOnRoute(visit))) },
        { id: "delivered", label: "Delivered", icon: "check", intent: "mark-done", values: own, ...why(visit.status === VisitStatus.Delivered ? "The visit is delivered already." : null) },
        { id: "failed", label: "Failed", icon: "close", to: failHref, ...why(visit.status === VisitStatus.Failed ? "The visit has failed already." : null) },
      ]}
    />
  );
}
