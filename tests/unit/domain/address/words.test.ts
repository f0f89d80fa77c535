import { describe, expect, it } from "vitest";
import { parseAddressQuery } from "~/domain/address/address-query";
import { addressLine, addressText } from "~/domain/address/candidate";
import { countryAtEnd, countryCodeOf, countryNamedAtEnd } from "~/domain/address/countries";
import { likeness, slipsBetween, spellingKeys } from "~/domain/address/spelling";
import { foldPostcode, postcodeWord, searchWords, wordsOf } from "~/domain/address/words";
import { withSlip, randomOf } from "../../../bench/own-addresses";

describe("words in their common form", () => {
  it.each([
    ["Bahnhofstraße", "Bahnhofstr."],
    ["Bahnhofstrasse", "BAHNHOFSTRASSE"],
    ["Große Käferstraße", "grosse kaeferstr."],
    ["Käfer", "Kafer"],
    ["Neubaugasse", "Neubaug."],
    ["Rathausplatz", "Rathauspl."],
    ["Storgatan", "Storgata"],
    ["Kerkstraat", "kerkstr."],
    ["Åbenrå", "Aabenraa"],
    ["Łódź", "Lodz"],
    ["Avenue de la Gare", "av. de la gare"],
    ["Boulevard", "Bld"],
    ["Place", "Pl."],
    ["Saint Gallen", "St. Gallen"],
    ["Sankt Gallen", "St.Gallen"],
    ["Calle Mayor", "C/ Mayor"],
    ["Piazza della Libertà", "P.zza della Liberta"],
    ["Viale Roma", "V.le Roma"],
    ["ulica Polna", "ul. Polna"],
    ["náměstí Míru", "nam. Miru"],
    ["Bahnhof-Straße", "Bahnhof Strasse"],
  ])("%s and %s are the same", (one, other) => expect(wordsOf(one)).toEqual(wordsOf(other)));

  it("two words are found as one too", () => {
    expect(searchWords(["Bahnhof Straße"])).toEqual(expect.arrayContaining(wordsOf("Bahnhofstraße")));
  });

  it("postcodes lose spaces, dashes and the country, and are no house numbers", () => {
    expect(["CH-9490", "SW1A 1AA", "110 00", "00-950", "1234 ab"].map(foldPostcode)).toEqual([
      "9490",
      "sw1a1a",
      "11000",
      "00950",
      "1234ab",
    ]);
    expect(wordsOf("9490")).not.toContain(postcodeWord("9490"));
  });
});

describe("slips of the hand", () => {
  it("any one slip leaves a key in common, and a likeness", () => {
    const random = randomOf(3);
    for (const word of ["landstr", "bahnhof", "triesenberg", "montefinto", "gasse"])
      for (let nth = 0; nth < 200; nth += 1) {
        const typed = withSlip(word, random);
        const keys = new Set(spellingKeys(word));
        expect(
          spellingKeys(typed).some((key) => keys.has(key)),
          `${word} ${typed}`,
        ).toBe(true);
        expect(likeness(word, typed), `${word} ${typed}`).toBeGreaterThan(0.7);
      }
  });

  it.each([
    ["abcd", "abcd", 0],
    ["abcd", "abdc", 1],
    ["abcd", "acd", 1],
    ["abcd", "xbcdy", 2],
    ["abcd", "wxyz", 3],
  ])("%s, %s: %d of 2 at most", (a, b, slips) => expect(slipsBetween(a, b, 2)).toBe(slips));

  it("short words and those with digits have none", () => {
    expect([likeness("via", "vie"), likeness("b191", "b192"), likeness("maus", "hund")]).toEqual([0, 0, 0]);
  });
});

describe("a text taken apart", () => {
  const numbers = (text: string) =>
    parseAddressQuery(text).numbers.map(({ number: { from, to, suffix } }) => `${from}-${to}${suffix}`);
  it.each([
    ["Landstrasse 12, Schaan", ["12-12"]],
    ["Landstrasse 12 a", ["12-12a", "12-12"]],
    ["Landstrasse 12 - 14", ["12-14"]],
    ["Landstrasse 12 - 9490 Vaduz", ["12-12", "9490-9490"]],
    ["Flat 2, 12 High Street", ["12-12"]],
    ["Landstrasse 12 Top 4", ["12-12"]],
    ["Landstrasse 12, 2. Stock", ["12-12"]],
    ["al. Jana 3 m. 5", ["3-3"]],
  ])("%s has the numbers %j", (text, expected) => expect(numbers(text)).toEqual(expected));

  it.each([
    ["47.14, 9.52", 47.14, 9.52],
    ["pasted 47.14, 9.52", 47.14, 9.52],
    ["here: -33.8688,151.2093", -33.8688, 151.2093],
    ["(47,14; 9,52)", 47.14, 9.52],
  ])("%s is a place", (text, lat, lng) => expect(parseAddressQuery(text).place).toEqual({ lat, lng }));
  it.each(["Landstrasse 12, 14", "1.5, 2.5 kg", "95.12, 9.52"])("%s is none", (text) =>
    expect(parseAddressQuery(text).place).toBeNull(),
  );

  it("the country is the last part", () => {
    expect(countryAtEnd("Landstrasse 12, Schaan, Liechtenstein")?.code).toBe("LI");
    expect(countryAtEnd("Rue 1, Paris, Frankreich")?.code).toBe("FR");
    expect(countryAtEnd("Weg 1, Berlin, Germany")?.code).toBe("DE");
    expect([countryAtEnd("Luxembourg"), countryAtEnd("Weg 1, Schaan"), countryCodeOf("XX")]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it("the country is named where its name is written out, and not by two letters of a canton or a state", () => {
    const ends = ["Switzerland", "Schweiz", "USA", "FR", "FR.", "ca", "U.S.", ""];
    expect(ends.map((end) => countryNamedAtEnd(`Rue 1, 1630 Bulle, ${end}`))).toEqual([
      ...["CH", "CH", "US"],
      ...ends.slice(3).map(() => null),
    ]);
  });

  it("columns become one text, and the number comes once", () => {
    const parts = { street: "Landstrasse", number: "12", postcode: "9494", city: "Schaan", country: "LI" };
    expect(addressText(parts)).toBe("Landstrasse 12, 9494 Schaan, LI");
    expect(addressText({ ...parts, street: "Landstrasse 12" })).toBe("Landstrasse 12, 9494 Schaan, LI");
    expect(addressText({ city: " Schaan " })).toBe("Schaan");
  });

  it("a line is written as in its country", () => {
    const line = { street: "High Street", number: "12", postcode: "MK1", city: "Hampling" };
    expect(addressLine({ ...line, countryCode: "GB" })).toBe("12 High Street, Hampling MK1");
    expect(addressLine({ ...line, countryCode: "FR" })).toBe("12 High Street, MK1 Hampling");
    expect(addressLine({ ...line, countryCode: "DE" })).toBe("High Street 12, MK1 Hampling");
  });
});
