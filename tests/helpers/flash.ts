import { takeFlash } from "~/http/flash.server";
import type { Flash } from "~/lib/flash";
import { cookiesOf } from "./accounts";

/** What an answer says by the next page. */
export const flashOf = async (answer: Response): Promise<Flash | null> =>
  (await takeFlash(new Request("http://localhost/", { headers: { Cookie: cookiesOf(answer) } }))).flash;
