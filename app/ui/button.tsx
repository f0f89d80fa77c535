import type { ReactNode } from "react";
import { ActionIcon, Button as MantineButton, type ButtonProps as MantineButtonProps } from "@mantine/core";
import { Link } from "@remix-run/react";
import { Icon, type IconName } from "./icons";

type Kind = "primary" | "plain" | "quiet" | "danger";

interface Shared {
  children?: ReactNode;
  /** Primary: one per screen. Plain: outlined. Quiet: text only. Danger: what can't be undone. */
  kind?: Kind;
  icon?: IconName;
  loading?: boolean;
  disabled?: boolean;
  /** Why it may not be pressed now: shown as its tooltip, and read out. Implies disabled. */
  disabledReason?: string;
  fullWidth?: boolean;
}

const looks: Record<Kind, Pick<MantineButtonProps, "variant" | "color">> = {
  primary: { variant: "filled" },
  plain: { variant: "default" },
  quiet: { variant: "subtle", color: "gray" },
  danger: { variant: "filled", color: "red" },
};

export interface ButtonProps extends Shared {
  type?: "button" | "submit";
  name?: string;
  value?: string;
  form?: string;
  formAction?: string;
  formTarget?: "_blank";
  formMethod?: "get";
  formNoValidate?: boolean;
  onClick?: () => void;
  /** more than its label says, on hover */
  title?: string;
  "aria-label"?: string;
  "aria-pressed"?: boolean;
  "aria-expanded"?: boolean;
  /** It answers the dialog's question: it has the focus when nothing else asks for it. */
  answers?: boolean;
}

/** The one button. With a reason it stays focusable, so that the reason can be read by keyboard too. */
export function Button({
  kind = "plain",
  icon,
  type = "button",
  disabledReason,
  disabled,
  onClick,
  answers,
  title,
  children,
  ...rest
}: ButtonProps) {
  const refused = disabledReason !== undefined;
  return (
    <MantineButton
      {...looks[kind]}
      type={refused ? "button" : type}
      leftSection={icon === undefined ? undefined : <Icon name={icon} size={16} />}
      disabled={disabled}
      data-disabled={refused || undefined}
      data-answers={answers || undefined}
      aria-disabled={refused || undefined}
      title={disabledReason ?? title}
      onClick={refused ? undefined : onClick}
      {...rest}
    >
      {children}
      {refused && <span className="visually-hidden">, not possible now: {disabledReason}</span>}
    </MantineButton>
  );
}

interface ButtonLinkProps extends Shared {
  to: string;
  reloadDocument?: boolean;
  preventScrollReset?: boolean;
  /** Back leads to what was before this page's address changed. */
  replace?: boolean;
  /** Saves what the link answers, for exports. */
  download?: boolean | string;
}

/** A link that looks like a button: it leads somewhere, the button does something. */
export function ButtonLink({
  kind = "plain",
  icon,
  children,
  to,
  disabledReason,
  disabled,
  loading,
  fullWidth,
  ...rest
}: ButtonLinkProps) {
  if (disabled || disabledReason !== undefined) {
    return (
      <Button kind={kind} icon={icon} disabled={disabled} disabledReason={disabledReason} fullWidth={fullWidth}>
        {children}
      </Button>
    );
  }
  return (
    <MantineButton
      component={Link}
      to={to}
      {...looks[kind]}
      loading={loading}
      fullWidth={fullWidth}
      leftSection={icon === undefined ? undefined : <Icon name={icon} size={16} />}
      {...rest}
    >
      {children}
    </MantineButton>
  );
}

interface IconButtonProps {
  icon: IconName;
  /** What it does: spoken, and shown on hover. */
  label: string;
  disabledReason?: string;
  type?: "button" | "submit";
  name?: string;
  value?: string;
  onClick?: () => void;
}

/** A 32-px square button with an icon only. */
export function IconButton({ icon, label, disabledReason, type = "button", onClick, ...rest }: IconButtonProps) {
  const refused = disabledReason !== undefined;
  return (
    <ActionIcon
      type={refused ? "button" : type}
      aria-label={refused ? `${label}, not possible now: ${disabledReason}` : label}
      title={disabledReason ?? label}
      data-disabled={refused || undefined}
      aria-disabled={refused || undefined}
      variant="subtle"
      color="gray"
      onClick={refused ? undefined : onClick}
      {...rest}
    >
      <Icon name={icon} size={18} />
    </ActionIcon>
  );
}
