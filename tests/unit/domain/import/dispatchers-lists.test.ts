import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rowParser } from "~/domain/import/parse-row";
import { proposeEntity, proposeSheet } from "~/domain/import/propose-mapping";
import { convertFile } from "~/services/spreadsheet/convert";
import { readRows } from "~/services/spreadsheet/rows-file";

const DEFAULTS = { defaultVisitDuration: 7, defaultVehicleStartHour: "06:00", defaultVehicleEndHour: "15:00" };

let folder: string;
beforeAll(() => (folder = mkdtempSync(path.join(tmpdir(), "route-platform-lists-"))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function taken(name: string, lines: readonly string[], encoding: "utf8" | "latin1" | "utf16le" = "utf8") {
  const target = path.join(folder, "rows");
  const answer = convertFile(Buffer.from(lines.join("\r\n"), encoding), name, target);
  if (!answer.ok) throw new Error(answer.fault);
  const [outline] = answer.sheets;
  const { headers, headerRow, preview } = outline!;
  const sample = { name, headers, rows: preview.filter(({ row }) => row > headerRow + 1) };
  const mapping = proposeSheet(sample, headerRow, proposeEntity(sample));
  const parse = rowParser(mapping, { defaults: DEFAULTS, hiddenRows: false });
  const { rows } = await readRows(target, 0, 0, 1_000);
  const results = rows.map(parse).filter((result) => result !== null);
  return {
    columns: mapping.columns,
    items: results.map(({ item }) => item),
    notes: results.flatMap(({ notes }) => notes.map(({ message }) => message)),
  };
}

describe("lists as dispatchers keep them", () => {
  it("French: a title above, windows in words, a total below, Windows' encoding", async () => {
    const { columns, items, notes } = await taken(
      "tournée.csv",
      [
        "Tournée du lundi 23/11/2026;;;;;;;;",
        ";;;;;;;;",
        "N°;Nom du client;Adresse de livraison;Code postal;Ville;Créneau;Poids (kg);Tél.;Remarques",
        "1;Boulangerie Dupont;12 rue de la Paix;75002;Paris;8h-12h;12,5;+33 1 42 96 12 34;Sonner 2 fois",
        "2;Café Noir;3 bis av. Foch;75016;Paris;après 14h;1 200;06.12.34.56.78;",
        "Total;;;;;;1212,5;;",
      ],
      "latin1",
    );
    expect(columns).toEqual([
      null,
      "name",
      "address",
      "postcode",
      "city",
      "timeWindow",
      "packageLoad",
      "recipientPhone",
      "recipientNote",
    ]);
    expect(items).toMatchObject([
      {
        name: "Boulangerie Dupont",
        address: "12 rue de la Paix, Paris",
        postcode: "75002",
        startTime: "08:00",
        endTime: "12:00",
        packageLoad: 12.5,
      },
      { name: "Café Noir", startTime: "14:00", endTime: "20:00", packageLoad: 1200, recipientPhone: "06 12 34 56 78" },
      null,
    ]);
    expect(notes).toEqual(["Row 6: Name is empty. The row was left out."]);
  });

  it("German: parts of names and addresses, clock words, units, coordinates in one column", async () => {
    const { items, notes } = await taken("tour.csv", [
      "Nr;Name1;Straße/Nr.;PLZ/Ort;Anlieferung ab;Anlieferung bis;Bruttogewicht;Ladezeit;Telefon;Geo-Koordinaten",
      "1;Müller GmbH;Industriestr. 5;9490 Vaduz;7 Uhr;11 Uhr;1.250,5 kg;15 Min.;+423 239 11 11;47.1410, 9.5209",
      "2;Ospelt AG;Feldkircherstr. 20;9494 Schaan;8:30 Uhr;;320 kg;10;00423 232 22 22;47.1650, 9.5086",
    ]);
    expect(items).toMatchObject([
      {
        name: "Müller GmbH",
        address: "Industriestr. 5, 9490 Vaduz",
        startTime: "07:00",
        endTime: "11:00",
        packageLoad: 1250.5,
        serviceTime: 15,
        lat: 47.141,
        lng: 9.5209,
      },
      { name: "Ospelt AG", startTime: "08:30", endTime: "20:00", packageLoad: 320, recipientPhone: "00423 232 22 22" },
    ]);
    expect(notes).toEqual([]);
  });

  it("English: stop numbers, pounds, windows with am and pm", async () => {
    const { items, notes } = await taken("stops.csv", [
      "Stop #,Customer Name,Street Address,City,ZIP,Delivery Window,Service Time (mins),Weight (lbs),Contact Phone",
      '1,"Joe\'s ""Diner""",123 Main St,Springfield,62701,8am-11am,15,450,(217) 555-0123',
      "2,Mary's,45 Oak Ave,Springfield,62702,1-4pm,10,100,217-555-0124",
    ]);
    expect(items).toMatchObject([
      { name: 'Joe\'s "Diner"', address: "123 Main St, Springfield", postcode: "62701", startTime: "08:00" },
      { name: "Mary's", startTime: "13:00", endTime: "16:00", packageLoad: 45.359237, serviceTime: 10 },
    ]);
    expect(notes).toEqual([]);
  });

  it("Ukrainian, with tabs, in UTF-16", async () => {
    const { items, notes } = await taken(
      "маршрут.txt",
      [
        "\uFEFF№\tКлієнт\tАдреса доставки\tМісто\tШирота\tДовгота\tЧас з\tЧас до\tВага (кг)\tТелефон одержувача",
        "1\tМагазин\tвул. Хрещатик 22\tКиїв\t50,4501\t30,5234\t09:00\t18:00\t7,5\t+380 44 123 45 67",
      ],
      "utf16le",
    );
    expect(items).toMatchObject([
      {
        name: "Магазин",
        address: "вул. Хрещатик 22, Київ",
        lat: 50.4501,
        lng: 30.5234,
        startTime: "09:00",
        endTime: "18:00",
        packageLoad: 7.5,
        recipientPhone: "+380 44 123 45 67",
      },
    ]);
    expect(notes).toEqual([]);
  });

  it("a fleet: kinds of vehicles in words, tonnes, shifts in one column", async () => {
    const { items, notes } = await taken("Fuhrpark.csv", [
      "Fahrzeug;Kennzeichen;Fahrer;Typ;Nutzlast;Ladevolumen (m3);Arbeitszeit;Pause (min);Max. Stopps",
      "Sprinter 1;FL 12345;M. Frick;Transporter;1'200 kg;10;07:00-16:00;30;40",
      "Actros;FL 999;A. Beck;LKW;7.5 t;40;6-15 Uhr;45;",
    ]);
    expect(items).toMatchObject([
      { plate: "FL 12345", type: "auto", maxLoad: 1200, workHourStart: "07:00", workHourEnd: "16:00", maxQuantity: 40 },
      {
        plate: "FL 999",
        type: "truck",
        maxLoad: 7500,
        workHourStart: "06:00",
        workHourEnd: "15:00",
        breakDuration: 45,
      },
    ]);
    expect(notes).toEqual([]);
  });
});
