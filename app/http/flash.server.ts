import { createCookie } from "@remix-run/node";
import { randomUUID } from "node:crypto";
import { FLASH_HEADER, flashToHeader } from "~/lib/flash";
import type { Flash, FlashTone } from "~/lib/flash";
import { BASE_PATH } from "~/paths";

/** Carries one message over a redirect to the next page; that page's loader reads and clears it. */
const cookie = createCookie("platform_flash", { path: BASE_PATH, httpOnly: true, sameSite: "lax", maxAge: 60 });

export const flashHeader = (message: string, tone: FlashTone = "success"): Promise<string> =>
  cookie.serialize({ id: randomUUID(), tone, message } satisfies Flash);

/** Browsers ask for a page with `Accept: text/html…`; a script's fetch asks for anything. */
export const isPlainForm = (request: Request): boolean => (request.headers.get("Accept") ?? "").includes("text/html");

/** Headers of a redirect that says what was done: to a plain form by the next page, to a script at once. */
export async function saidHeaders(request: Request, message: string): Promise<Record<string, string>> {
  if (isPlainForm(request)) return { "Set-Cookie": await flashHeader(message) };
  // Remix reloads everything after a cookie; here it has to be told.
  return { [FLASH_HEADER]: flashToHeader({ id: randomUUID(), tone: "success", message }), "X-Remix-Revalidate": "yes" };
}

/** The message, and the header that clears it; both empty when there is none. */
export async function takeFlash(request: Request): Promise<{ flash: Flash | null; headers: HeadersInit }> {
  const flash: Flash | null = await cookie.parse(request.headers.get("Cookie"));
  return flash ? { flash, headers: { "Set-Cookie": await cookie.serialize("", { maxAge: 0 }) } } : { flash: null, headers: {} };
}
