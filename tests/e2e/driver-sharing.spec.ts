import { expect, test } from "./fixtures";
import { untilKept } from "./pages/kept-day";
import { SIZES } from "./pages/sizes";
import { onTheRoad, SCHAAN } from "./prepare";

test("what throws once does not end a driver's sharing until the page is loaded again", async ({
  page,
  openPage,
  signIn,
  browserErrors,
}) => {
  browserErrors.allow(/Geolocation is switched off|is not a function/);
  await signIn(page, "dispatcher");
  const { routeId } = await onTheRoad(page, "Thrown", ["Alder"]);
  const phone = await openPage(SIZES.phone);
  // why: Chromium refuses by an answer; browsers inside other apps throw.
  await phone.addInitScript(() => {
    const { geolocation } = navigator;
    const find = geolocation.getCurrentPosition.bind(geolocation);
    geolocation.getCurrentPosition = (...asked) => {
      // So fresh a place is asked for by sharing alone.
      if (sessionStorage.getItem("place") === "refused" && asked[2]?.maximumAge === 1000)
        throw new Error("Geolocation is switched off");
      find(...asked);
    };
  });
  const standAt = (latitude: number) =>
    phone.context().setGeolocation({ latitude, longitude: SCHAAN.lng, accuracy: 12 });
  const comeBack = () => phone.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  const sent: string[] = [];
  phone.context().on("request", (request) => {
    if (request.url().endsWith(`/driver/position/${routeId}`)) sent.push(request.postData() ?? "");
  });
  await phone.context().grantPermissions(["geolocation"]);
  await standAt(47.161);
  await signIn(phone, "driver");
  await phone.goto(`driver/route/${routeId}`);
  await untilKept(phone, routeId);

  await phone.evaluate(() => sessionStorage.setItem("place", "refused"));
  const refused = phone.waitForEvent("pageerror");
  await phone.locator("#share").tap();
  await refused;
  await phone.evaluate(() => sessionStorage.removeItem("place"));
  await comeBack();
  await expect.poll(() => sent.join()).toContain("47.161");

  // As another build may have kept them.
  const unreadable = phone.waitForEvent("pageerror");
  await phone.evaluate((id) => {
    const { owner } = document.querySelector<HTMLElement>(".road-frame")!.dataset;
    localStorage.setItem("driver.positions", JSON.stringify({ [`${owner}/${id}`]: 5 }));
    window.dispatchEvent(new Event("online"));
  }, routeId);
  await unreadable;
  await phone.evaluate(() => localStorage.removeItem("driver.positions"));
  // A place is good for a second.
  await phone.waitForTimeout(1100);
  await standAt(47.173);
  await comeBack();
  await expect.poll(() => sent.join()).toContain("47.173");
});
