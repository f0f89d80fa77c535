import { useCallback } from "react";
import { DIALOG_PARAM } from "~/lib/dialog-param";
import { useNavigate, useSearchParams } from "@remix-run/react";


/** The address of this page with the dialog open; `extra` are further parameters (`{ visit: "12" }`). */
export function dialogHref(params: URLSearchParams, name: string, extra: Record<string, string> = {}): string {
  const next = new URLSearchParams(params);
  next.set(DIALOG_PARAM, name);
  for (const [key, value] of Object.entries(extra)) next.set(key, value);
  return `?${next}`;
}

/** The address of this page without the dialog and its parameters. */
export function closedHref(params: URLSearchParams, extra: readonly string[] = []): string {
  const next = new URLSearchParams(params);
  for (const key of [DIALOG_PARAM, ...extra]) next.delete(key);
  const text = next.toString();
  return text === "" ? "." : `?${text}`;
}

/** Which dialog the address asks for, how to lead to one, and how to close it. */
export function useDialogUrl(extra: readonly string[] = []) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const closeTo = closedHref(params, extra);
  const close = useCallback(() => navigate(closeTo, { preventScrollReset: true, replace: true }), [navigate, closeTo]);
  return {
    name: params.get(DIALOG_PARAM),
    href: (name: string, more?: Record<string, string>) => dialogHref(params, name, more),
    closeTo,
    close,
  };
}
