import { expect, it } from "vitest";
import { withoutContacts } from "~/lib/without-contacts";

it.each([
  ["550 5.1.1 <wanda.log@mail.example>: Recipient address rejected", "550 5.1.1 <…>: Recipient address rejected"],
  ["550-5.7.26 mail from wanda+x@mail.example, refused", "550-5.7.26 mail from …, refused"],
  ["No route to +423 777 66 55.", "No route to …."],
  ["Invalid number 0041791234567, code 21211", "Invalid number …, code 21211"],
  ["to: (044) 668-18 00/12", "to: (…"],
  ["connect ECONNREFUSED 192.168.100.20:4899", "connect ECONNREFUSED 192.168.100.20:4899"],
  ["The mail server answered nothing for 30000 ms", "The mail server answered nothing for 30000 ms"],
])("%s", (sentence, logged) => {
  expect(withoutContacts(sentence)).toBe(logged);
});
