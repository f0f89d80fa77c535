import { useCallback } from "react";
import { DIALOG_PARAM } from "~/lib/dialog-param";
import { useLocation, useNavigate } from "@remix-run/react";

interface Here {
  pathname: string;
  search: string;
}

/** Remix marks posts to index routes with `?index`; that is no part of the page's address. */
function paramsOf({ search }: Here): URLSearchParams {
  const params = new URLSearchParams(search);
  params.delete("index");
  return params;
}

/** The address of this page with the dialog open; `extra` are further parameters (`{ visit: "12" }`). */
export function dialogHref(here: Here, name: string, extra: Record<string, string> = {}): string {
  const next = paramsOf(here);
  next.set(DIALOG_PARAM, name);
  for (const [key, value] of Object.entries(extra)) next.set(key, value);
  return `${here.pathname}?${next}`;
}

/** The address of this page without the dialog and its parameters. */
export function closedHref(here: Here, extra: readonly string[] = []): string {
  const next = paramsOf(here);
  for (const key of [DIALOG_PARAM, ...extra]) next.delete(key);
  const text = next.toString();
  return text === "" ? here.pathname : `${here.pathname}?${text}`;
}

/** Which dialog the address names, how to link to one, and how to close it. */
export function useDialogUrl(extra: readonly string[] = []) {
  const here = useLocation();
  const navigate = useNavigate();
  const closeTo = closedHref(here, extra);
  const close = useCallback(() => navigate(closeTo, { preventScrollReset: true, replace: true }), [navigate, closeTo]);
  return {
    name: new URLSearchParams(here.search).get(DIALOG_PARAM),
    href: (name: string, more?: Record<string, string>) => dialogHref(here, name, more),
    closeTo,
    close,
  };
}
