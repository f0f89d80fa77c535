import type { ShouldRevalidateFunction } from "@remix-run/react";

/**
 * A reload of the page's data that was asked for and whose answer is not shown yet. A navigation that begins meanwhile
 * takes the reload's place in the router: its answer is thrown away when it arrives, or its request is cut off. So a
 * navigation that could do without data (a dialog opens or closes) has to bring them while one is owed; else the page
 * goes on showing what was before: before the form that was just sent, or before a colleague's change.
 *
 * The state lives in the browser's tab; nothing here runs on the server.
 */
let pending: { shown: unknown } | null = null;
let shown: unknown;

/** Something was changed, here or by a colleague: what the page shows now is old. */
export function requestReload(): void {
  pending = { shown };
}

/**
 * Tells what the page shows.
 * @param isQuiet nothing is being sent or loaded. Until then other data on the page may be those of an earlier reload.
 */
export function recordShown(data: unknown, isQuiet: boolean): void {
  shown = data;
  if (isQuiet && pending !== null && pending.shown !== data) pending = null;
}

/**
 * For pages with their dialogs in the address: which dialog it names changes nothing about the data, and 1,000 visits
 * need not come again. With `PendingReload` on the same page.
 */
export const reloadUnlessDialog: ShouldRevalidateFunction = (asking) => {
  const { defaultShouldRevalidate } = asking;
  if (isSamePage(asking)) return pending !== null && defaultShouldRevalidate;
  if (defaultShouldRevalidate) requestReload();
  return defaultShouldRevalidate;
};

/** The same for the frame around the pages, which follows no address at all; what is owed is owed by the page. */
export const frameUnlessDialog: ShouldRevalidateFunction = (asking) =>
  asking.defaultShouldRevalidate && (pending !== null || !isSamePage(asking));

/** Only the parameters of the address change, and nothing was sent. */
const isSamePage = ({ currentUrl, nextUrl, formMethod }: Parameters<ShouldRevalidateFunction>[0]): boolean =>
  formMethod === undefined && currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search;
