import { json } from "@remix-run/node";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { takeFlash } from "~/http/flash.server";
import { clientUrl } from "~/services/clients.server";
import type { FrameData } from "../components/recipient-frame";

/** What every page behind a link has: its scripts, and what was done before. */
export async function loadRecipientFrame({ request }: LoaderFunctionArgs) {
  const { flash, headers } = await takeFlash(request);
  const frame: FrameData = {
    scriptUrl: clientUrl("tracking"),
    mapScript: clientUrl("map"),
    message: flash && { text: flash.message, tone: flash.tone },
  };
  return json(frame, { headers });
}
