import { expect, it } from "vitest";
import { saidHeaders, takeFlash } from "~/http/flash.server";
import { FLASH_HEADER, flashFromHeader } from "~/lib/flash";

const asked = (headers: Record<string, string>) => new Request("http://localhost/platform/planning", { method: "POST", headers });

it("tells a plain form by the next page, which says it once", async () => {
  const headers = await saidHeaders(asked({ Accept: "text/html,*/*" }), "Successfully saved");
  const cookie = headers["Set-Cookie"]!.split(";")[0]!;
  const next = await takeFlash(asked({ Cookie: cookie }));
  expect(next.flash).toMatchObject({ tone: "success", message: "Successfully saved" });
  expect(new Headers(next.headers).get("Set-Cookie")).toContain("Max-Age=0");
});

it("tells a script with the answer itself, so that no other tab takes the message", async () => {
  const headers = await saidHeaders(asked({ Accept: "*/*" }), "Žofie has been deleted!");
  expect(headers["Set-Cookie"]).toBeUndefined();
  expect(flashFromHeader(headers[FLASH_HEADER]!)).toMatchObject({ tone: "success", message: "Žofie has been deleted!" });
  expect(headers["X-Remix-Revalidate"]).toBe("yes");
});
