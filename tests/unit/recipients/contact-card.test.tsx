import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ContactCard } from "~/features/recipients/components/contact-card";

const cardOf = (phone: string, isNeeded: boolean): string =>
  renderToStaticMarkup(<ContactCard contact={{ company: "Bakery", phone, email: "" }} isNeeded={isNeeded} />);

it("says whom to ask after a failed delivery, also where the company gives no number", () => {
  expect(cardOf("+423 100 20 30", true)).toContain('href="tel:+4231002030"');
  expect(cardOf("", true)).toContain("Contact Bakery to arrange what happens next.");
  expect(cardOf("", true)).not.toContain("href");
  expect(cardOf("", false)).toBe("");
});
