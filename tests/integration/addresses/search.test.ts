import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseAddressIndex } from "~/boot/address-index.server";
import { storeAddresses } from "~/boot/roads/addresses.server";
import { embeddedGeocoder } from "~/services/geocoding/embedded.server";
import type { Geocoder } from "~/services/geocoding/geocoder";
import { databases, migratedDatabase } from "../../helpers/databases";
import type { TestDatabase } from "../../helpers/databases";
import { madeUpExtract } from "../../helpers/made-up-towns";

/** What people write, and what is found first. */
const SURE: readonly [text: string, displayName: string][] = [
  // Germany
  ["Bahnhofstraße 12, 86990 Übelstetten", "Bahnhofstraße 12, 86990 Übelstetten"],
  ["Bahnhofstrasse 12 86990 Uebelstetten", "Bahnhofstraße 12, 86990 Übelstetten"],
  ["bahnhofstr. 12, ubelstetten", "Bahnhofstraße 12, 86990 Übelstetten"],
  ["BAHNHOF STR 12 ÜBELSTETTEN", "Bahnhofstraße 12, 86990 Übelstetten"],
  ["86990 Übelstetten, Bahnhofstraße 12", "Bahnhofstraße 12, 86990 Übelstetten"],
  ["Übelstetten Bahnhofstraße 12", "Bahnhofstraße 12, 86990 Übelstetten"],
  ["12 Bahnhofstraße, Übelstetten", "Bahnhofstraße 12, 86990 Übelstetten"],
  ["Bahnhofstraße12, Übelstetten", "Bahnhofstraße 12, 86990 Übelstetten"],
  ["Bahnhofstrsse 12, 86990 Übelstetten", "Bahnhofstraße 12, 86990 Übelstetten"],
  ["Bahnofstraße 12, 86990 Übelstetten", "Bahnhofstraße 12, 86990 Übelstetten"],
  ["Bahnhofstraße 12, 86990 Übelsteten", "Bahnhofstraße 12, 86990 Übelstetten"],
  ["Bahnhofstraße 12a, Übelstetten", "Bahnhofstraße 12a, 86990 Übelstetten"],
  ["Bahnhofstraße 12 A, Übelstetten", "Bahnhofstraße 12a, 86990 Übelstetten"],
  ["Bahnhofstraße 12/3, Übelstetten", "Bahnhofstraße 12, 86990 Übelstetten"],
  ["Bahnhofstraße 42, Übelstetten", "Bahnhofstraße 40-44, 86990 Übelstetten"],
  ["Bahnhofstraße 40 - 44, Übelstetten", "Bahnhofstraße 40-44, 86990 Übelstetten"],
  ["Bahnhofstraße 12, 2. Stock, Übelstetten", "Bahnhofstraße 12, 86990 Übelstetten"],
  ["Bahnhofstraße 12 Top 4, 86990 Übelstetten", "Bahnhofstraße 12, 86990 Übelstetten"],
  ["Bahnhofstraße Nr. 12, Übelstetten", "Bahnhofstraße 12, 86990 Übelstetten"],
  ["D-86990 Übelstetten, Bahnhofstr. 12, Deutschland", "Bahnhofstraße 12, 86990 Übelstetten"],
  ["Straße des 17. Juni 5, Übelstetten", "Straße des 17. Juni 5, 86990 Übelstetten"],
  ["Dr. Kaefer Weg 7, Übelstetten", "Dr.-Käfer-Weg 7, 86991 Übelstetten"],
  ["Mühlbach 3, Übelstetten", "Am Mühlbach 3, 86990 Übelstetten"],
  ["Grosse Strasse 3 Übelstetten", "Große Straße 3, 86991 Übelstetten"],
  // A village whose addresses say nothing of it
  ["Hauptstraße 9, Niederdorf", "Hauptstraße 9, Niederdorf"],
  ["Hinterholz 12", "Hinterholz 12, Niederdorf"],
  ["Hinterholz 12, Niederdorf", "Hinterholz 12, Niederdorf"],
  // A village beside the town, with a street of the same name
  ["Hauptstraße 3, Unterau", "Hauptstraße 3, 86995 Unterau"],
  ["Hauptstr. 3, 86995 Unterau", "Hauptstraße 3, 86995 Unterau"],
  ["Hauptstraße 3, 86990 Übelstetten", "Hauptstraße 3, 86991 Übelstetten"],
  // France
  ["5 rue de la gare, 18990 Saint-Évroult", "5 Rue de la Gare, 18990 Saint-Évroult"],
  ["5 rue gare st evroult", "5 Rue de la Gare, 18990 Saint-Évroult"],
  ["5bis rue de la Gare, 18990 St Evroult", "5 bis Rue de la Gare, 18990 Saint-Évroult"],
  ["12 av. du Gal Leclair, 18990 Saint-Evroult", "12 Avenue du Général Leclair, 18990 Saint-Évroult"],
  ["3, pl. de l'Eglise - 18990 Saint Evroult", "3 Place de l’Église, 18990 Saint-Évroult"],
  ["7 rue du 8 mai 1945, Saint-Evroult", "7 Rue du 8 Mai 1945, 18990 Saint-Évroult"],
  ["4 bd Hugo, Saint-Evroult, France", "4 Boulevard Hugo, 18990 Saint-Évroult"],
  // Italy
  ["Via G. Gialli 7, Montefinto", "Via Giuseppe Gialli 7, 53990 Montefinto"],
  ["via giuseppe gialli, 7/b - 53990 Montefinto", "Via Giuseppe Gialli 7/B, 53990 Montefinto"],
  ["P.zza della Liberta 2, 53990 Montefinto", "Piazza della Libertà 2, 53990 Montefinto"],
  ["V.le dei Pini 8 Montefinto", "Viale dei Pini 8, 53990 Montefinto"],
  ["C.so Umberto 1, Montefinto, Italia", "Corso Umberto 1, 53990 Montefinto"],
  // Great Britain
  ["12 High St, Little Hampling", "12 High Street, Little Hampling MK99 1AB"],
  ["Flat 2, 12 High Street, Little Hampling, MK99 1AB", "12 High Street, Little Hampling MK99 1AB"],
  ["9 Saint James Rd, MK991AB", "9 St James Road, Little Hampling MK99 1AB"],
  // Spain
  ["C/ Mayor, 5, 45990 Villaverde del Río", "Calle Mayor 5, 45990 Villaverde del Río"],
  ["Avda. Constitucion 11, Villaverde del Rio", "Avenida de la Constitución 11, 45990 Villaverde del Río"],
  // Netherlands
  ["Kerkstr. 8, 3999XY Nieuwekerk", "Kerkstraat 8, 3999 XY Nieuwekerk"],
  ["Burg. van Dijklaan 4 Nieuwekerk", "Burgemeester van Dijklaan 4, 3999 XY Nieuwekerk"],
  ["'t Zand 5, Nieuwekerk", "’t Zand 5, 3999 XY Nieuwekerk"],
  // Poland
  ["ul. Polna 8, 62-999 Lakowo", "Polna 8, 62-999 Łąkowo"],
  ["ul. Swietego Marcina 12/14, Łąkowo", "Świętego Marcina 12/14, 62-999 Łąkowo"],
  ["al. Niepodleglosci 3 m. 5, 62-999 Łąkowo", "aleja Niepodległości 3, 62-999 Łąkowo"],
  // Czechia
  ["nám. Míru 5, 399 90 Nová Lhota", "Náměstí Míru 1205/5, 399 90 Nová Lhota"],
  ["Dlouhá 1210/10, 39990 Nova Lhota", "Dlouhá 1210/10, 399 90 Nová Lhota"],
  ["Zadní Ves č.p. 12, Nová Lhota", "Zadní Ves 12, 399 90 Nová Lhota"],
  // Sweden
  ["Storg. 5, 199 90 Östervik", "Storgatan 5, 199 90 Östervik"],
  ["Kungsvagen 14 Ostervik", "Kungsvägen 14, 199 90 Östervik"],
  // A point with a name
  ["Bäckerei Krümel, Übelstetten", "Bäckerei Krümel, Bahnhofstraße 3, 86990 Übelstetten"],
];

/** What has to be asked, and the first candidate. */
const QUESTIONS: readonly [text: string, displayName: string][] = [
  // The town beside has them, the village doesn't
  ["Bahnhofstraße 3, Unterau", "Bahnhofstraße 3, 86990 Übelstetten"],
  ["Hauptstraße 20, Unterau", "Hauptstraße, 86995 Unterau"],
  ["Hauptstraße 20, 86995", "Hauptstraße, 86995 Unterau"],
  ["Bahnhofstraße, Übelstetten", "Bahnhofstraße, 86990 Übelstetten"],
  ["Bahnhofstraße 99, Übelstetten", "Bahnhofstraße, 86990 Übelstetten"],
  ["Bahnhofstraße 14c, Übelstetten", "Bahnhofstraße 14, 86990 Übelstetten"],
  ["Bahnhofstraße 12", "Bahnhofstraße 12, 86990 Übelstetten"],
  ["Kerkstraat 8, 86990 Übelstetten", "Übelstetten"],
  ["Kerkstraat 8, 86990", "Kerkstraat 8, 3999 XY Nieuwekerk"],
  ["Kerkstraat 8, Deutschland", "Kerkstraat 8, 3999 XY Nieuwekerk"],
  ["Kerkstraat 8, Atlantis", "Kerkstraat 8, 3999 XY Nieuwekerk"],
  ["Kerkstraat 8, 11111 Nieuwekerk", "Kerkstraat 8, 3999 XY Nieuwekerk"],
  ["Gartenstraße 8, 86990 Übelstetten", "Übelstetten"],
  ["Übelstetten", "Übelstetten"],
];

describe.each(databases())("search on %s", (kind) => {
  let database: TestDatabase;
  let geocoder: Geocoder;
  beforeAll(async () => {
    database = await migratedDatabase(kind);
    const { db } = database;
    await storeAddresses(db, { region: "made-up", version: "1" }, madeUpExtract());
    geocoder = embeddedGeocoder(() => databaseAddressIndex(db));
  });
  afterAll(() => database.remove());

  it.each(SURE)("%s", async (text, displayName) => {
    const { verdict, candidates } = await geocoder.geocode(text);
    expect([candidates[0]?.displayName, verdict]).toEqual([displayName, "sure"]);
  });

  it.each(QUESTIONS)("asks about %s", async (text, displayName) => {
    const { verdict, candidates } = await geocoder.geocode(text);
    expect([candidates[0]?.displayName, verdict]).toEqual([displayName, "ambiguous"]);
  });

  it.each([
    ["rue", /^Rue /, 2],
    ["Rue de", /^Rue de /, 1],
    ["strasse", /^Straße des 17\. Juni/, 1],
    ["str", /^Straße des 17\. Juni|^Storgatan/, 1],
    ["plaz", /^Pla[zc]/, 1],
    ["Am", /^Am Mühlbach/, 1],
    ["grosse", /^Große Straße/, 1],
    ["ueb", /^86990 Übelstetten|^Übelstetten/, 1],
  ] as const)("suggests first what begins as %j does", async (text, expected, count) => {
    const first = (await geocoder.search(text)).slice(0, count).map(({ displayName }) => displayName);
    expect(first).toHaveLength(count);
    for (const name of first) expect(name).toMatch(expected);
  });

  it.each([
    ["Hauptstraße 20, Unterau", "Hauptstraße 20, 86995 Unterau", "street"],
    ["Hauptstraße 20 86995 Unterau", "Hauptstraße 20, 86995 Unterau", "street"],
    ["Bahnhofstraße 14 C, Übelstetten", "Bahnhofstraße 14c, 86990 Übelstetten", "address"],
    ["99 high st, little hampling", "99 High Street, Little Hampling MK99 1AB", "street"],
    ["Bahnhofstraße 12/3, Übelstetten", "Bahnhofstraße 12, 86990 Übelstetten", "address"],
    ["Hauptstraße Unterau, 869", "Hauptstraße, 86995 Unterau", "street"],
    ["Hauptstraße Unterau 86999", "Hauptstraße, 86995 Unterau", "street"],
  ])("keeps a number that the map doesn't have: %s", async (text, displayName, kind) => {
    expect((await geocoder.search(text))[0]).toMatchObject({ displayName, kind });
  });

  it("suggests no name that only begins like the short form of a word", async () => {
    // "street" is "st" in the index.
    const found = (await geocoder.search("stree")).map(({ displayName }) => displayName);
    expect(found).toContain("High Street, Little Hampling MK99 1AB");
    expect(found.filter((name) => name.startsWith("Storgatan"))).toEqual([]);
  });

  it.each(["Xyzzy 4, Qwrtz", "", "   ", "---", "7", "%_\"'*() AND OR NEAR -"])("knows nothing of %j", async (text) => {
    expect((await geocoder.geocode(text)).verdict).toBe("unknown");
  });
});
