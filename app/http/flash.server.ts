import { createCookie } from "@remix-run/node";
import { randomUUID } from "node:crypto";
import type { Flash, FlashTone } from "~/lib/flash";
import { BASE_PATH } from "~/paths";

/** Carries one message over a redirect to the next page; that page's loader reads and clears it. */
const cookie = createCookie("platform_flash", { path: BASE_PATH, httpOnly: true, sameSite: "lax", maxAge: 60 });

export const flashHeader = (message: string, tone: FlashTone = "success"): Promise<string> =>
  cookie.serialize({ id: randomUUID(), tone, message } satisfies Flash);

/** The message, and the header that clears it; both empty when there is none. */
export async function takeFlash(request: Request): Promise<{ flash: Flash | null; headers: HeadersInit }> {
  const flash: Flash | null = await cookie.parse(request.headers.get("Cookie"));
  return flash ? { flash, headers: { "Set-Cookie": await cookie.serialize("", { maxAge: 0 }) } } : { flash: null, headers: {} };
}
