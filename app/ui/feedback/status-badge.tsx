import { PlanStatus, PLAN_STATUS_LABELS } from "~/domain/plan/plan-status";
import { RouteStatus, routeStatusLabel } from "~/domain/route/route-status";
import { VisitStatus, visitStatusLabel } from "~/domain/visit/visit-status";
import { Icon, type IconName } from "~/ui/icons";
import styles from "./feedback.module.css";

export type Tone = "grey" | "blue" | "amber" | "green" | "red";

interface StatusBadgeProps {
  tone: Tone;
  label: string;
  icon?: IconName;
  /** Icon only, with the word as its tooltip and spoken name: for narrow lists. */
  compact?: boolean;
}

const TONE_ICONS: Record<Tone, IconName> = {
  grey: "circle-dashed",
  blue: "circle",
  amber: "truck",
  green: "check-circle",
  red: "close-circle",
};

/** A status: colour, icon and word. Never colour alone. */
export function StatusBadge({ tone, label, icon, compact = false }: StatusBadgeProps) {
  return (
    <span
      className={styles.badge}
      data-tone={tone}
      data-compact={compact || undefined}
      title={compact ? label : undefined}
    >
      <Icon name={icon ?? TONE_ICONS[tone]} size={14} label={compact ? label : undefined} />
      {!compact && <span>{label}</span>}
    </span>
  );
}

const VISIT_TONES: Record<VisitStatus, Tone> = {
  [VisitStatus.Unscheduled]: "grey",
  [VisitStatus.Scheduled]: "blue",
  [VisitStatus.OnRoute]: "amber",
  [VisitStatus.Delivered]: "green",
  [VisitStatus.Failed]: "red",
};

export const visitTone = (status: VisitStatus): Tone => VISIT_TONES[status] ?? "grey";

/** Takes the result of `displayedVisitStatus`, not the stored status. */
export function VisitStatusBadge({ status, compact }: { status: VisitStatus; compact?: boolean }) {
  return <StatusBadge tone={visitTone(status)} label={visitStatusLabel(status)} compact={compact} />;
}

const ROUTE_TONES: Record<RouteStatus, Tone> = {
  [RouteStatus.Empty]: "grey",
  [RouteStatus.Planning]: "grey",
  [RouteStatus.Scheduled]: "blue",
  [RouteStatus.OnRoute]: "amber",
  [RouteStatus.Completed]: "green",
};

export function RouteStatusBadge({ status, compact }: { status: RouteStatus; compact?: boolean }) {
  const icon = status === RouteStatus.Planning ? "edit" : undefined;
  return (
    <StatusBadge tone={ROUTE_TONES[status] ?? "grey"} label={routeStatusLabel(status)} icon={icon} compact={compact} />
  );
}

const PLAN_TONES: Record<PlanStatus, Tone> = {
  [PlanStatus.Created]: "grey",
  [PlanStatus.Planning]: "grey",
  [PlanStatus.Scheduled]: "blue",
  [PlanStatus.Dispatching]: "amber",
  [PlanStatus.Completed]: "green",
};

export function PlanStatusBadge({ status, compact }: { status: PlanStatus; compact?: boolean }) {
  const icon = status === PlanStatus.Planning ? "edit" : undefined;
  return (
    <StatusBadge
      tone={PLAN_TONES[status] ?? "grey"}
      label={PLAN_STATUS_LABELS[status] ?? "Unknown"}
      icon={icon}
      compact={compact}
    />
  );
}
