import { expect, it } from "vitest";
import { messageHeaders, takeFlash } from "~/http/flash.server";
import { FLASH_HEADER, flashFromHeader } from "~/lib/flash";

const asked = (headers: Record<string, string>) =>
  new Request("http://localhost/platform/planning", { method: "POST", headers });

it("tells a plain form by the next page, which says it once", async () => {
  const headers = await messageHeaders(asked({ Accept: "text/html,*/*" }), {
    message: "Successfully saved",
    detail: "2 visits",
  });
  const cookie = headers["Set-Cookie"]!.split(";")[0]!;
  const next = await takeFlash(asked({ Cookie: cookie }));
  expect(next.flash).toMatchObject({ tone: "success", message: "Successfully saved", detail: "2 visits" });
  expect(new Headers(next.headers).get("Set-Cookie")).toContain("Max-Age=0");
});

it("tells a script with the answer itself, so that no other tab takes the message", async () => {
  const headers = await messageHeaders(asked({ Accept: "*/*" }), {
    message: "Žofie has been deleted!",
    detail: "Undo takes it back.",
  });
  expect(headers["Set-Cookie"]).toBeUndefined();
  expect(flashFromHeader(headers[FLASH_HEADER]!)).toMatchObject({
    tone: "success",
    message: "Žofie has been deleted!",
    detail: "Undo takes it back.",
  });
  expect(headers["X-Remix-Revalidate"]).toBe("yes");
});

it.each([
  "{",
  btoa("null"),
  btoa("5"),
  btoa("[]"),
  btoa('{"id":"1","tone":"success"}'),
  btoa('{"id":"1","tone":"success","message":{"a":1}}'),
  btoa('{"id":"1","tone":"loud","message":"x"}'),
  "%E0%A4%A",
])("takes the cookie %s for no message, and clears it", async (value) => {
  const { flash, headers } = await takeFlash(asked({ Cookie: `platform_flash=${value}` }));
  expect(flash).toBeNull();
  if (value !== btoa("null")) expect(new Headers(headers).get("Set-Cookie")).toContain("Max-Age=0");
});
