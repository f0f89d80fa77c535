import { describe, expect, it } from "vitest";
import type { Cell } from "~/domain/import/cell";
import { detectHeaderRow, headersAt } from "~/domain/import/header-row";
import { proposeEntity, proposeMapping, proposeSheet, rememberedColumns } from "~/domain/import/propose-mapping";
import { entityOf, fieldsOf, sheetRows } from "../../../helpers/sheet-rows";

const fields = (text: string) => fieldsOf(text.split("|"), "visit");
const sample = (headers: string[], ...rows: Cell[][]) => ({ name: "s", headers, rows: sheetRows("s", ...rows).rows });
const proposed = (headers: string[], ...rows: Cell[][]) =>
  proposeMapping("visit", sample(headers, ...rows)).map(({ field, how, sure }) => [field, how, sure]);

describe("headers in the languages of the countries served", () => {
  const DAY = ["name", "street", "postcode", "city", "startTime", "endTime", "packageLoad", "recipientPhone"];
  it.each([
    ["English", "Customer|Street|Zip code|Town|From|Until|Weight|Phone number"],
    ["German", "Kunde|Straße|PLZ|Ort|von|bis|Gewicht|Telefon"],
    ["French", "Client|Rue|Code postal|Ville|Début|Fin|Poids|Téléphone"],
    ["Italian", "Cliente|Via|CAP|Città|Dalle|Alle|Peso|Telefono"],
    ["Spanish", "Cliente|Calle|Código postal|Ciudad|Desde|Hasta|Peso|Teléfono"],
    ["Dutch", "Klant|Straat|Postcode|Plaats|Van|Tot|Gewicht|Telefoon"],
    ["Polish", "Klient|Ulica|Kod pocztowy|Miejscowość|Od|Do|Waga|Numer telefonu"],
    ["Czech", "Zákazník|Ulice|PSČ|Město|Od|Do|Hmotnost|Telefonní číslo"],
    ["Ukrainian", "Клієнт|Вулиця|Індекс|Місто|З|До|Вага|Телефон"],
  ])("%s", (_, headers) => expect(fields(headers)).toEqual(DAY));

  it.each(["Country", "Land", "Pays", "Paese", "País", "Landcode", "Kraj", "Země", "Країна", "Ország"])(
    "that name the country: %s",
    (header) => expect(fields(`Name|${header}`)).toEqual(["name", "country"]),
  );

  it.each([
    ["German", "Kennzeichen|Fahrzeugtyp|Ladevolumen|Nutzlast|Arbeitsbeginn|Arbeitsende|Pausendauer"],
    ["French", "Immatriculation|Type de véhicule|Volume utile|Charge utile|Début|Fin|Durée de pause"],
    ["Italian", "Targa|Tipo|Capacità|Portata|Inizio turno|Fine turno|Durata pausa"],
    ["Polish", "Numer rejestracyjny|Typ pojazdu|Pojemność|Ładowność|Początek pracy|Koniec pracy|Długość przerwy"],
    ["Ukrainian", "Номерний знак|Тип авто|Об'єм|Вантажопідйомність|Початок роботи|Кінець роботи|Тривалість перерви"],
  ])("of vehicles, %s", (_, headers) => {
    expect(entityOf("Sheet1", headers.split("|"))).toBe("vehicle");
    expect(fieldsOf(headers.split("|"), "vehicle")).toEqual([
      "plate",
      "type",
      "capacity",
      "maxLoad",
      "workHourStart",
      "workHourEnd",
      "breakDuration",
    ]);
  });

  it("are compared without case, accents, punctuation, units and owners", () => {
    expect(
      fields(
        "KUNDE:|Lieferstrasse*|Haus-Nr.|Gewicht (kg)|Volumen in m3|Dauer [min]|Zeit von|Laenge|Customer phone no.",
      ),
    ).toEqual([
      "name",
      "street",
      "houseNumber",
      "packageLoad",
      "packageCapacity",
      "serviceTime",
      "startTime",
      "lng",
      "recipientPhone",
    ]);
  });
  it.each([
    "E-Mail",
    "Email",
    "Kunden E-Mail",
    "Courriel",
    "Indirizzo e-mail",
    "Correo electrónico",
    "Електронна пошта",
  ])("%s is the recipient's address", (header) => expect(fields(`Name|${header}`)).toEqual(["name", "recipientEmail"]));
  it("that mean nothing here map nothing, whatever they are called", () => {
    expect(fields("__proto__|constructor|toString|hasOwnProperty|Nr.|#|Datum|Umsatz|Rabatt|Farbe")).toEqual(
      Array.from({ length: 10 }, () => null),
    );
  });
});

describe("proposals", () => {
  it.each([
    ["Kundennummer", "Auftragsnummer"],
    ["Customer no", "Order no"],
    ["Id", "Order no"],
    ["Customer id", "Tracking number"],
    ["N° client", "N° commande"],
    ["Kunden-Nr.", "Lieferschein-Nr."],
    ["Код клієнта", "№ замовлення"],
  ])("take the order's number for a visit's own id, not %s", (customer, order) => {
    const own = ["externalId", "synonym", true];
    expect(proposed([customer, order, "Name"], ["K1", "A1", "M"], ["K1", "A2", "M"]).slice(0, 2)).toEqual([
      [null, null, true],
      own,
    ]);
    expect(proposed(["Name", order, customer], ["M", "A1", "K1"], ["M", "A2", "K1"])[1]).toEqual(own);
  });
  it("want a customer's number to be looked at: one customer may have several orders", () => {
    expect(proposed(["Kd-Nr.", "Name"], ["K1", "M"])[0]).toEqual(["externalId", "synonym", false]);
    expect(proposed(["Customer number", "Name"], ["K1", "M"])[0]).toEqual(["externalId", "synonym", false]);
    expect(proposed(["Customer number", "Id", "Name"], ["K1", "7", "M"]).slice(0, 2)).toEqual([
      [null, null, true],
      ["externalId", "synonym", true],
    ]);
  });
  it("say how a column was found and whether the user need look at it", () => {
    expect(
      proposed(["Name", "von", "Load", "Farbe"], ["A", "08:00", "much", "red"], ["B", "later", 5, "blue"]),
    ).toEqual([
      ["name", "exact", true],
      ["startTime", "synonym", false],
      ["packageLoad", "synonym", false],
      [null, null, true],
    ]);
  });
  it("leave a column alone whose values are not what its header says", () => {
    expect(proposed(["Name", "Breite", "Art"], ["A", "wide", "oak"], ["B", "narrow", "ash"])).toEqual([
      ["name", "exact", true],
      [null, null, true],
      [null, null, true],
    ]);
  });
  it("take a count of the rows for no number of theirs", () => {
    const rows = [1, 2, 3, 4].map((nr) => [nr, `Shop ${nr}`]);
    expect(proposed(["Id", "Name"], ...rows)[0]).toEqual([null, null, true]);
    expect(proposed(["External id", "Name"], ...rows)[0]).toEqual(["externalId", "exact", true]);
    expect(proposed(["Id", "Name"], [17, "A"], [18, "B"], [19, "C"])[0]).toEqual(["externalId", "synonym", true]);
  });
  it("read values with their units, and take numbers for no names", () => {
    expect(proposed(["Stop #", "Customer name", "Peso"], [17, "A", "10 kg"], [18, "B", "0,5 t"])).toEqual([
      [null, null, true],
      ["name", "synonym", true],
      ["packageLoad", "synonym", true],
    ]);
  });
  it("tell words apart that only their accents tell apart", () => {
    expect(fieldsOf(["Cliente", "CP"], "visit")).toEqual(["name", "postcode"]);
    expect(fieldsOf(["Zákazník", "Č.p.", "PSČ"], "visit")).toEqual(["name", "houseNumber", "postcode"]);
  });
  it("use a field once: labels before other words, left before right", () => {
    expect(fieldsOf(["Kunde", "Name", "Firma"], "visit")).toEqual([null, "name", null]);
    expect(fieldsOf(["Empfänger", "Strasse"], "visit")).toEqual(["name", "street"]);
    expect(fieldsOf(["Empfänger", "Kunde"], "visit")).toEqual(["recipientName", "name"]);
  });
  it("put latitude and longitude right that stand under each other's header", () => {
    const swapped = proposed(["Name", "Lat", "Lon"], ["A", -122.41, 37.77], ["B", -122.42, 37.78]);
    expect(swapped.slice(1)).toEqual([
      ["lng", "content", false],
      ["lat", "content", false],
    ]);
    expect(proposed(["Name", "Lat", "Lon"], ["A", 37.77, -122.41])[1]).toEqual(["lat", "exact", true]);
  });
  it("read a sheet without headers by what its columns hold", () => {
    const rows: Cell[][] = [
      ["Bakery Vogt", "Main street 5", 47.115747, 9.550274, "08:00-12:00", "+423 123 45 67"],
      ["Office Beck", "Hill road 16", 47.111695, 9.550347, "9-17", "+423 123 45 68"],
    ];
    const headers = headersAt([], -1, 6);
    expect(headers[5]).toBe("Column F");
    expect(proposed(headers, ...rows)).toEqual(
      ["name", "address", "lat", "lng", "timeWindow", "recipientPhone"].map((field) => [field, "content", false]),
    );
    expect(proposeEntity(sample(headers, ...rows))).toBe("visit");
    expect(proposed(["a", "b"], ["A", "47.1157, 9.5502"], ["B", "47.1116, 9.5503"])[1]).toEqual([
      "coordinates",
      "content",
      false,
    ]);
  });
});

describe("what a company mapped before", () => {
  const memory = [
    { entity: "visit", header: "Kunde", field: "recipientName", chosen: true },
    { entity: "visit", header: "Filiale", field: "name", chosen: true },
    { entity: "visit", header: "Telefon", field: null, chosen: true },
    { entity: "vehicle", header: "Filiale", field: "plate", chosen: true },
    { entity: "visit", header: "Old", field: "gone", chosen: true },
    { entity: "visit", header: "__proto__", field: "address", chosen: true },
  ] as const;
  it("comes before the words of headers; a column that was left out stays out", () => {
    const headers = ["KUNDE", "Filiale", "Telefon", "Old", "__proto__", "Ort"];
    expect(proposeMapping("visit", sample(headers), memory).map(({ field, how }) => [field, how])).toEqual([
      ["recipientName", "memory"],
      ["name", "memory"],
      [null, "memory"],
      [null, null],
      ["address", "memory"],
      ["city", "synonym"],
    ]);
  });
  it("tells columns with the same header apart, and decides what a sheet holds", () => {
    const mapping = {
      sheet: "s",
      entity: "visit",
      headerRow: 0,
      headers: ["X1", "X1", "X2"],
      columns: [null, "name", "address"],
    } as const;
    const sheet = { ...mapping, headers: [...mapping.headers], columns: [...mapping.columns] };
    const kept = rememberedColumns({ ...sheet, chosen: [0, 1, 2] });
    expect(proposeMapping("visit", sample(["X1", "X1", "X2"]), kept).map(({ field }) => field)).toEqual([
      null,
      "name",
      "address",
    ]);
    expect(proposeEntity(sample(["X1", "X1", "X2"]), kept)).toBe("visit");
    expect(proposeEntity(sample(["X1", "X1", "X2"]))).toBeNull();
    expect(proposeSheet(sample(["X1", "X1", "X2"]), 0, "visit", kept).columns).toEqual([null, "name", "address"]);
    expect(proposeSheet(sample(["X1"]), 0, null, kept)).toMatchObject({ entity: null, columns: [null] });
  });

  const chosen = (header: string, field: string | null) => ({ entity: "visit", header, field, chosen: true }) as const;
  const kept = (header: string, field: string | null) => ({ entity: "visit", header, field, chosen: false }) as const;
  const found = (headers: string[], ...known: ReturnType<typeof chosen | typeof kept>[]) =>
    proposeMapping("visit", sample(headers), known).map(({ field, how, sure }) => [field, how, sure]);

  // @spec PC-5.58
  it("never takes a field from the column that has its label, and asks where the two differ", () => {
    for (const known of [chosen("Recipient", "name"), kept("Recipient", "name")])
      expect(found(["Name", "Recipient", "Address"], known)).toEqual([
        ["name", "exact", true],
        ["recipientName", "synonym", false],
        ["address", "exact", true],
      ]);
    expect(found(["Name", "Address"], chosen("Name", null))).toEqual([
      ["name", "exact", false],
      ["address", "exact", true],
    ]);
    expect(found(["Name", "Anything"], chosen("Anything", "name"))[1]).toEqual([null, null, false]);
    expect(found(["Name", "Address"], chosen("Address", null))[1]).toEqual(["address", "exact", false]);
  });
  it("gives a label's field away where the choices for the whole sheet say so", () => {
    const turned = [chosen("Name", "recipientName"), chosen("Firma", "name"), chosen("Recipient name", null)];
    expect(found(["Name", "Firma", "Recipient name"], ...turned)).toEqual([
      ["recipientName", "memory", true],
      ["name", "memory", true],
      [null, "memory", true],
    ]);
    // Without the choice for the last one its label has its field, and so has that of the first.
    expect(found(["Name", "Firma", "Recipient name"], ...turned.slice(0, 2)).map(([field]) => field)).toEqual([
      "name",
      null,
      "recipientName",
    ]);
  });
  it("is a hint without a choice: after the words of headers, before what columns hold, and to be looked at", () => {
    expect(found(["Kunde", "Zeile"], kept("Zeile", "address"))).toEqual([
      ["name", "synonym", true],
      ["address", "memory", false],
    ]);
    expect(found(["Kunde"], kept("Kunde", "recipientName"))).toEqual([["name", "synonym", false]]);
    expect(found(["Kunde"], kept("Kunde", null))).toEqual([["name", "synonym", true]]);
  });
});

describe("the header row", () => {
  const at = (...rows: Cell[][]) => detectHeaderRow(sheetRows("s", ...rows).rows);
  it("is found below titles, notes and blank rows", () => {
    expect(
      at(
        ["Tour Monday 22.11."],
        ["Driver: M. Frick", null, "please call first"],
        [],
        ["Nr.", "Kunde", "Strasse", "PLZ"],
        [1, "A", "Main 5", "9490"],
        [2, "B", "Main 6", "9490"],
      ),
    ).toBe(3);
  });
  it("need not be in a language that is known, if it is unlike the rows below", () => {
    expect(at(["Ügyfélkód", "Valami"], ["A1", "x 5"], ["B2", "y 6"])).toBe(0);
    expect(at(["Title of the list"], ["Foo", "Bar", "Baz"], ["a", 1, 2], ["b", 3, 4])).toBe(1);
  });
  it("is none where data begins at once", () => {
    expect(at(["Shop 1", "Main street 5"], ["Shop 2", "Hill road 6"], ["Shop 3", "Hill road 7"])).toBe(-1);
    expect(at(["Name"], ["Name"])).toBe(0);
  });
  it("is not a title that is merged over all columns, nor a row of values that are words", () => {
    expect(at(["Tour", "Tour", "Tour"], ["Name", "City", "kg"], ["A", "Vaduz", 5])).toBe(1);
    expect(at(["Anything", "Else"], ["x", "y"])).toBe(0);
    expect(at(["Name", "Art", "Note"], ["Stop", "Delivery", "Order"], ["A", "Pickup", "x"])).toBe(0);
  });
});
