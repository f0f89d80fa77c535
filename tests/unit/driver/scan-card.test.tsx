import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ScanCard } from "~/features/driver/components/scan-card";

it("a page comes without the camera's picture: Chromium never frees a document with a media element", () => {
  const page = renderToStaticMarkup(<ScanCard />);
  expect(page).toContain("Code on the parcel");
  expect(page).not.toMatch(/<(?:video|audio)\b/);
});
