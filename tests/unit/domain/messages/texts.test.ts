import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { languageOfCountry, MESSAGE_LANGUAGES, textsIn } from "~/domain/messages/languages";
import { MESSAGE_KINDS, MessageKind } from "~/domain/messages/message-kind";
import {
  MAX_SMS_LENGTH,
  MAX_SUBJECT_LENGTH,
  placeholdersOf,
  PLACEHOLDERS,
  renderMail,
  renderText,
  smsFault,
  textFault,
} from "~/domain/messages/placeholders";
import type { Placeholder } from "~/domain/messages/placeholders";
import { ownWordsFor, smsSize } from "~/domain/messages/sms-segments";
import { FAIL_REASONS, OTHER_REASON } from "~/domain/visit/fail-reasons";

const inSms = ownWordsFor("sms");
const NAMES = Object.keys(PLACEHOLDERS) as Placeholder[];
const LINK = "https://app.example.com/platform/tracking/public/visit/123456/sample-link-not-real-000";
const STOP = "https://app.example.com/platform/stop/sample-not-real0";
const VALUES = {
  recipient: "Ann Bell",
  company: "Bakery",
  order: "A-17",
  address: "Lane 1",
  driver: "Robin",
  link: LINK,
  day: "tomorrow",
  window: "14:10-14:40",
  from: "14:10",
  until: "14:40",
  eta: "14:20",
  stops: "3",
  time: "14:24",
  reason: "closed",
  stop: STOP,
};

describe("the built-in texts", () => {
  const all = MESSAGE_LANGUAGES.flatMap((language) => MESSAGE_KINDS.map((kind) => [language, kind] as const));
  it.each(all)("in %s of %s keep to the rules for a company's own, with all values and with none", (language, kind) => {
    const { subject, mail, sms } = textsIn(language).kinds[kind];
    for (const [label, text] of [
      ["Subject", subject],
      ["E-mail", mail],
      ["SMS", sms],
    ] as const)
      expect(textFault(text, kind, label)).toBeNull();
    expect(smsFault(sms)).toBeNull();
    expect(subject.length).toBeLessThanOrEqual(MAX_SUBJECT_LENGTH);
    expect(sms.length).toBeLessThanOrEqual(MAX_SMS_LENGTH);
    for (const values of [VALUES, { company: "Bakery", link: LINK, stop: STOP }])
      for (const text of [subject, mail, sms]) {
        const shown = renderText(text, values);
        expect(shown).not.toMatch(/[{}[\]]| {2}| [.,]|\(\)/);
        expect(shown.length).toBeGreaterThan(10);
      }
    expect(renderText(sms, VALUES)).toContain(STOP);
    expect(smsSize(renderText(sms, VALUES)).segments).toBeLessThanOrEqual(language === "uk" ? 5 : 2);
  });

  it.each(all.filter(([language]) => language !== "uk"))(
    "in %s of %s are SMS in the basic letters, with the product's own words in them",
    (language, kind) => {
      const { days, reasons, kinds } = textsIn(language);
      for (const reason of Object.values(reasons))
        for (const day of Object.values(days)) {
          const values = { ...VALUES, day: inSms(day), reason: inSms(reason) };
          expect(smsSize(renderText(kinds[kind].sms, values)).encoding).toBe("GSM-7");
        }
    },
  );

  it.each(MESSAGE_LANGUAGES)(
    "in %s name every reason but the driver's own words, and the company on the page",
    (language) => {
      const { reasons, page } = textsIn(language);
      for (const { id } of FAIL_REASONS) expect(reasons[id] === undefined).toBe(id === OTHER_REASON);
      for (const text of [page.title, page.askMail, page.askSms, page.stopped, page.resumed])
        expect(text).toContain("{company}");
    },
  );

  it.each(MESSAGE_LANGUAGES)("in %s say the day of the arrival, and none of their own", (language) => {
    const { kinds, days } = textsIn(language);
    for (const text of [kinds.out_for_delivery.subject, kinds.out_for_delivery.sms]) {
      expect(renderText(text, { ...VALUES, day: days.tomorrow })).toContain(` ${days.tomorrow}`);
      expect(renderText(text, { ...VALUES, day: "" }).toLowerCase()).not.toContain(days.today);
    }
    for (const { subject, mail, sms } of Object.values(kinds))
      expect(`${subject} ${mail} ${sms}`.toLowerCase()).not.toContain(days.today);
  });

  it.each([
    ["en", "between 14:10 and 14:40"],
    ["de", "zwischen 14:10 und 14:40 Uhr"],
    ["fr", "entre 14:10 et 14:40"],
    ["it", "tra le 14:10 e le 14:40"],
    ["es", "entre las 14:10 y las 14:40"],
    ["nl", "tussen 14:10 en 14:40 uur"],
    ["pt", "entre as 14:10 e as 14:40"],
    ["pl", ": 14:10-14:40."],
    ["uk", ": 14:10-14:40."],
  ] as const)("in %s say the window as it is said there: %s", (language, words) => {
    for (const kind of [MessageKind.OutForDelivery, MessageKind.Next])
      expect(renderText(textsIn(language).kinds[kind].mail, VALUES)).toContain(words);
  });

  it.each([
    ["LI", "de"],
    ["ch", "de"],
    ["FR", "fr"],
    ["UA", "uk"],
    ["BR", "pt"],
    ["MX", "es"],
    ["US", "en"],
    ["JP", "en"],
    [null, "en"],
  ])("of country %s are in %s", (country, language) => expect(languageOfCountry(country)).toBe(language));
});

describe("a text of the company's own", () => {
  it.each([
    ["{recipint} is near", MessageKind.Next, "SMS: {recipint} is no placeholder"],
    ["{toString}", MessageKind.Next, "SMS: {toString} is no placeholder"],
    ["Because {reason}", MessageKind.Next, "SMS: {reason} has no value in this message"],
    ["At {eta}", MessageKind.Delivered, "SMS: {eta} has no value in this message"],
    ["{company", MessageKind.Next, "SMS: a brace is not closed"],
    ["[at {eta}", MessageKind.Next, "SMS: a square bracket is not closed, or stands inside another one"],
    ["[a [b {eta}]]", MessageKind.Next, "SMS: a square bracket is not closed, or stands inside another one"],
    ["{company}[ at {eta}]", MessageKind.Next, null],
  ])("%j is checked", (text, kind, fault) => expect(textFault(text, kind, "SMS")).toBe(fault));

  it("is told that an SMS needs the link that ends them", () => {
    expect(smsFault("{company} comes")).toMatch(/^SMS: \{stop\} is missing/);
    expect(smsFault("{company} {stop}")).toBeNull();
  });

  it("leaves parts out whose placeholders have no value, and only those", () => {
    expect(renderText("Hello[ {recipient}], we come[ at {eta}][ or {window}].", { eta: "14:20" })).toBe(
      "Hello, we come at 14:20.",
    );
  });

  it("keeps names from right to left apart from the times beside them, where all programs can", () => {
    const [text, values] = ["{recipient} 10:30, {company}", { recipient: "مخبز النور", company: "Acme" }];
    expect(renderMail(text, values)).toBe("\u2068مخبز النور\u2069 10:30, Acme");
    expect(renderText(text, values)).toBe("مخبز النور 10:30, Acme");
  });

  const value = fc.oneof(
    fc.string({ maxLength: 200 }),
    fc.constantFrom("a\n\nb", "{stop}", "[x", "a]b", "{{eta}}", "$&", "<b>"),
  );
  const part = fc.oneof(
    fc.constantFrom(...NAMES.map((name) => `{${name}}`)),
    fc.stringMatching(/^[\w .,!?<>&"'$-]{0,20}$/),
  );
  const text = fc
    .array(
      fc.oneof(
        part,
        fc.array(part, { maxLength: 3 }).map((parts) => `[${parts.join("")}]`),
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join(""));

  it("shows its values as they are: no placeholder is left, none is read out of a value, nothing begins a line", () => {
    fc.assert(
      fc.property(text, fc.dictionary(fc.constantFrom(...NAMES), value), (written, values) => {
        const shown = renderText(written, values);
        expect(shown).not.toContain("\n");
        // What a value brings in counts for nothing: with harmless values of the same emptiness no mark is left.
        const harmless = Object.fromEntries(
          Object.entries(values).map(([name, one]) => [name, one.trim() === "" ? "" : "x"]),
        );
        expect(renderText(written, harmless)).not.toMatch(/[{}[\]]/);
        for (const [name, one] of Object.entries(values)) {
          const whole = [...one.replace(/\s+/g, " ").trim()].slice(0, 120).join("").trim();
          if (
            whole !== "" &&
            name !== "link" &&
            name !== "stop" &&
            written.includes(`{${name}}`) &&
            !written.includes("[")
          )
            expect(shown).toContain(whole.trim());
        }
      }),
    );
  });

  it("has values for each kind that its placeholders name", () => {
    for (const kind of MESSAGE_KINDS)
      for (const name of placeholdersOf(kind)) expect(textFault(`{${name}}`, kind, "E-mail")).toBeNull();
  });
});

describe("SMS", () => {
  it.each([
    ["dziś", "dzis"],
    ["odmowa przyjęcia, Łódź", "odmowa przyjecia, Lodz"],
    ["amanhã", "amanha"],
    ["nächste à Ñ é", "nächste à Ñ é"],
    ["сьогодні й завтра", "сьогодні й завтра"],
  ])("say %j of the product's own as %j, and a mail as it is", (word, written) => {
    expect([inSms(word), ownWordsFor("mail")(word)]).toEqual([written, word]);
  });

  it.each([
    ["", "GSM-7", 0, 0],
    ["a".repeat(160), "GSM-7", 160, 1],
    ["a".repeat(161), "GSM-7", 161, 2],
    ["a".repeat(306), "GSM-7", 306, 2],
    ["a".repeat(307), "GSM-7", 307, 3],
    ["Grüße, à bientôt".replace("ô", "o"), "GSM-7", 16, 1],
    ["€".repeat(80), "GSM-7", 160, 1],
    ["€".repeat(81), "GSM-7", 162, 2],
    // An escaped character is not split: 76 of two units fit into the first of several.
    [`${"€".repeat(76)}${"€".repeat(76)}a`, "GSM-7", 305, 2],
    [`${"€".repeat(76)}${"€".repeat(76)}aaa`, "GSM-7", 307, 3],
    ["ї".repeat(70), "UCS-2", 70, 1],
    ["ї".repeat(71), "UCS-2", 71, 2],
    ["😀".repeat(35), "UCS-2", 70, 1],
    // A pair of surrogates isn't split either: 33 of them fit into 67 units.
    ["😀".repeat(66), "UCS-2", 132, 2],
    ["😀".repeat(67), "UCS-2", 134, 3],
  ])("%j is counted", (text, encoding, units, segments) =>
    expect(smsSize(text)).toMatchObject({ encoding, units, segments }),
  );
});
