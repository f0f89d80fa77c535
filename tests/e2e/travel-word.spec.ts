import { expect, test } from "./fixtures";
import { addExaminer, seriousFaults } from "./pages/serious-faults";
import { SIZES } from "./pages/sizes";
import type { SizeName } from "./pages/sizes";
import { post, prepareDay, stops } from "./prepare";

const WORD = "Times are estimates along straight lines";
const REASON = /^Whoever runs the server can add the roads of your region/;

test("why times are estimates can be read at every width, by finger and keyboard, with and without scripts", async ({
  page,
  signIn,
  openPage,
}) => {
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, {
    title: "Estimated",
    visits: stops(["Ash", "Beech"]),
    vehicles: [{ Plate: "Word 1" }],
    calculate: false,
  });
  await post(page, day.path, {
    intent: "visits.move",
    visitIds: `${await day.visit("Ash")},${await day.visit("Beech")}`,
    toRouteId: await day.route("Word 1"),
  });
  for (const size of Object.keys(SIZES) as SizeName[])
    for (const javaScriptEnabled of [true, false])
      await test.step(`${size}, ${javaScriptEnabled ? "with" : "without"} scripts`, async () => {
        const own = await openPage({ ...SIZES[size], javaScriptEnabled });
        await signIn(own, "dispatcher");
        await own.goto(day.path);
        const word = own.locator("summary", { hasText: WORD });
        const reason = own.getByText(REASON);
        await expect(word).toBeInViewport({ ratio: 1 });
        await expect(reason).toBeHidden();
        if (size === "phone") await word.tap();
        else await word.press("Enter");
        await expect(reason).toBeInViewport({ ratio: 1 });
        if (javaScriptEnabled) {
          await addExaminer(own);
          expect(await seriousFaults(own)).toEqual([]);
          if (size === "phone") {
            // The first click counts: nothing moves away under it.
            await own.getByRole("button", { name: "Map", exact: true }).click();
            await expect(own.getByRole("application", { name: /^Map of/ })).toBeVisible();
            await word.focus();
          }
          await own.keyboard.press("Escape");
          await expect(reason).toBeHidden();
        }
        await own.context().close();
      });
});
