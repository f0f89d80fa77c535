/**
 * Decisions: what a rule answers to a request. A command loads, takes a decision, saves the changes in one transaction,
 * then publishes.
 */
import { AppError } from "~/lib/errors";
import type { ErrorLink, StaleFields } from "~/lib/errors";

/** Why not: a stable code for programs, a sentence for the user, the HTTP status, the fields at fault. */
export interface Refusal {
  code: string;
  message: string;
  status?: number;
  fields?: Readonly<Record<string, string>>;
  /** of those: what somebody else has changed since the form showed it */
  stale?: StaleFields;
  /** where something can be done about it */
  link?: ErrorLink;
}

/** A question on screen before the change is made. */
export interface Confirmation {
  code: string;
  title: string;
  text: string;
  danger: boolean;
}

/** A refusal as the error that ends a command; the first field at fault is the one that the form marks. */
export const refusalError = ({ code, message, status, fields, stale, link }: Refusal): AppError =>
  new AppError(code, message, {
    ...(status === undefined ? {} : { status }),
    ...(link === undefined ? {} : { link }),
    ...(stale === undefined ? {} : { stale }),
    ...(fields === undefined ? {} : { field: Object.keys(fields)[0], details: fields }),
  });

export type Decision<C> = { ok: true; changes: C; confirm?: Confirmation } | { ok: false; error: Refusal };

/** Whether a button may be pressed, and if not, why. */
export type Permission = { ok: true } | { ok: false; error: Refusal };

export const ALLOWED: Permission = { ok: true };

export function accept<C>(changes: C, confirm?: Confirmation): Decision<C> {
  return confirm === undefined ? { ok: true, changes } : { ok: true, changes, confirm };
}

/** A refusal fits both a decision and a permission. */
export function refuse(
  code: string,
  message: string,
  status = 400,
  fields?: Readonly<Record<string, string>>,
): { ok: false; error: Refusal } {
  return { ok: false, error: fields === undefined ? { code, message, status } : { code, message, status, fields } };
}

/** A refusal shown at a field of a form. */
export const atField = ({ error }: { ok: false; error: Refusal }, field: string): { ok: false; error: Refusal } => ({
  ok: false,
  error: { ...error, fields: { [field]: error.message } },
});

export function confirmation(
  code: string,
  text: string,
  options: { title?: string; danger?: boolean } = {},
): Confirmation {
  return { code, text, title: options.title ?? "Please Confirm", danger: options.danger ?? false };
}

/** The sentence why a button is disabled, or null when it may be pressed. */
export const refusalMessage = (permission: Permission): string | null =>
  permission.ok ? null : permission.error.message;
