import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { HomePage } from "~/features/driver/components/home-page";
import { ClosedPage } from "~/features/recipients/components/closed-page";
import { NoLinkPage } from "~/features/recipients/components/no-link-page";
import { RecipientFrame } from "~/features/recipients/components/recipient-frame";

const FRAME = { scriptUrl: "/script.js", mapScript: "/map.js", message: null };

it.each([
  ["visit and route", <RecipientFrame key="1" frame={FRAME} company="Bakery" children={null} />],
  ["a link that opens nothing", <ClosedPage key="2" frame={FRAME} link={{ kind: "expired", status: 410 }} />],
  ["no link", <NoLinkPage key="3" from={null} />],
  [
    "a driver's list",
    <HomePage
      key="4"
      page={{ home: { days: [] }, name: "Drew Driver", ownName: null, version: "1", madeAt: 1 }}
      refusal={null}
    />,
  ],
])("%s leads to what is said about privacy, in a tab of its own", (_page, page) => {
  expect(renderToStaticMarkup(page)).toMatch(
    /<a class="link" href="\/platform\/privacy" target="_blank"[^>]*>Privacy<\/a>/,
  );
});
