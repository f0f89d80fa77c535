import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MantineProvider } from "@mantine/core";
import { expect, it } from "vitest";
import { ProfileHead } from "~/features/profile/components/person-panels";
import type { Person } from "~/features/profile/components/person-panels";

const DREW: Person = {
  id: 3,
  name: "Drew",
  surname: "Driver",
  title: "Drew Driver",
  email: "drew@test.example",
  isVerified: true,
  isBanned: false,
  isOnline: false,
  hasImage: false,
  imageTag: "",
  country: null,
  countryId: null,
  phone: null,
  phoneFields: { national: "", country: "" },
  registeredAt: "2026-11-01 08:00:00",
  lastSessionAt: null,
  timeZone: "UTC",
  countries: [],
  phoneCountries: [],
  accesses: [],
};

/** The words beside the name. */
function chips(user: Person): string[] {
  const html = renderToStaticMarkup(createElement(MantineProvider, null, createElement(ProfileHead, { user })));
  const words = html.replace(/<style[^]*?<\/style>/g, "").replace(/<[^>]+>/g, "|");
  return words.split("|").filter((word) => ["Active", "Inactive", "Banned", "Online now"].includes(word));
}

it("a profile calls an account active as the list of users does, whether or not it is used right now", () => {
  expect(chips(DREW)).toEqual(["Active"]);
  expect(chips({ ...DREW, isOnline: true })).toEqual(["Active", "Online now"]);
  expect(chips({ ...DREW, isBanned: true })).toEqual(["Inactive", "Banned"]);
});
