import type { ReactNode } from "react";
import { useRevalidator } from "@remix-run/react";
import { ButtonLink, Button } from "~/ui/button";
import { Icon, type IconName } from "~/ui/icons";
import styles from "./page.module.css";

interface StateProps {
  icon: IconName;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  role?: "alert" | "status";
  tone?: "calm" | "error";
  /** Inside a panel instead of the whole page. */
  compact?: boolean;
  headingLevel?: 1 | 2;
}

function State({ icon, title, children, action, role, tone = "calm", compact = false, headingLevel = 2 }: StateProps) {
  const Heading = headingLevel === 1 ? "h1" : "h2";
  return (
    <div className={styles.state} data-compact={compact || undefined} data-tone={tone} role={role}>
      <span className={styles.stateIcon}>
        <Icon name={icon} size={24} />
      </span>
      <Heading className={styles.stateTitle}>{title}</Heading>
      {children !== undefined && <div className={styles.stateText}>{children}</div>}
      {action !== undefined && <div className={styles.stateAction}>{action}</div>}
    </div>
  );
}

interface EmptyStateProps {
  title: string;
  /** What to do next, in one sentence. */
  children?: ReactNode;
  icon?: IconName;
  /** One button. */
  action?: ReactNode;
  compact?: boolean;
}

/** Nothing here yet: what to do next, one button. */
export function EmptyState({ icon = "box", ...rest }: EmptyStateProps) {
  return <State icon={icon} {...rest} />;
}

interface ErrorStateProps {
  /** What failed, in words of the user: "The plan could not be loaded". */
  title: string;
  /** Why, and what was not lost. */
  children?: ReactNode;
  /** In place of "Try again". */
  action?: ReactNode;
  compact?: boolean;
}

/** "Try again" loads the page's data again. */
export function ErrorState(props: ErrorStateProps) {
  return <State icon="alert" tone="error" role="alert" action={<RetryButton />} {...props} />;
}

function RetryButton() {
  const revalidator = useRevalidator();
  return (
    <Button icon="refresh" loading={revalidator.state === "loading"} onClick={() => revalidator.revalidate()}>
      Try again
    </Button>
  );
}

export const NO_ACCESS = "You have no access";

/** For pages that the user's role doesn't allow. */
export function NoAccess({ children }: { children?: ReactNode }) {
  return (
    <State icon="lock" title={NO_ACCESS} headingLevel={1} action={<ButtonLink to="/">Go to my start page</ButtonLink>}>
      {children ?? "Ask an administrator of your company if you need this page."}
    </State>
  );
}

export function NotFound({
  title = "This page does not exist",
  children,
  home: { label, ...way } = { to: "/planning/main", label: "Go to planning" },
}: {
  title?: string;
  children?: ReactNode;
  home?: { to: string; label: string; reloadDocument?: boolean };
}) {
  return (
    <State icon="search" title={title} headingLevel={1} action={<ButtonLink {...way}>{label}</ButtonLink>}>
      {children ?? "The link may be old, or what it led to was removed."}
    </State>
  );
}
