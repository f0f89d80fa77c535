/** Words for kinds of visits and vehicles, in the languages of the headers. */
import { headerKey } from "./headers";

const words = (groups: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(groups).flatMap(([value, names]) =>
      names.split(",").map((name) => [headerKey(name), value] as const),
    ),
  );

const VISIT_TYPES = words({
  D:
    "d, delivery, deliver, deliveries, drop, drop off, l, lieferung, liefern, zustellung, zustellen, auslieferung, " +
    "anlieferung, ablad, abladen, livraison, livrer, dépose, consegna, consegnare, entrega, entregar, levering, " +
    "leveren, bezorgen, bezorging, dostawa, doręczenie, dodání, doručení, rozvoz, доставка, доставити, вручення, " +
    "leverans, kiszállítás, livrare, entregas",
  P:
    "p, pickup, pick-up, pick, collection, collect, a, abholung, abholen, aufladen, enlèvement, ramassage, collecte, " +
    "retrait, ritiro, ritirare, prelievo, recogida, recoger, retiro, ophalen, afhalen, afhaling, odbiór, " +
    "vyzvednutí, svoz, забір, забрати, самовивіз, hämtning, upphämtning, afhentning, felvétel, ridicare, " +
    "recolha, забор",
});

const VEHICLE_TYPES = words({
  auto:
    "auto, car, van, pkw, kombi, transporter, lieferwagen, kastenwagen, personenwagen, voiture, camionnette, " +
    "fourgonnette, fourgon, utilitaire, automobile, furgone, macchina, coche, furgoneta, bestelwagen, bestelbus, " +
    "samochód, osobowy, furgon, dodávka, osobní, автомобіль, легковий, фургон, мікроавтобус, carro, bil, " +
    "személyautó, " +
    "легковой, авто",
  truck:
    "truck, lorry, hgv, lkw, lastwagen, laster, camion, poids lourd, autocarro, camión, vrachtwagen, vrachtauto, " +
    "ciężarówka, ciężarowy, nákladní, nákladní auto, nákladní vůz, kamion, вантажівка, вантажний, caminhão, lastbil, " +
    "teherautó, грузовик, грузовой",
});

const TOTALS = new Set(
  (
    "total,totals,grand total,sub total,sum,sums,gesamt,gesamttotal,gesamtsumme,gesamtgewicht,summe,summen," +
    "total gesamt,zwischensumme,insgesamt,totaux,somme,total général,sous-total,totale,totali,somma,subtotale," +
    "totale generale,suma,total general,totaal,totalen,som,subtotaal,eindtotaal,razem,ogółem,łącznie,celkem,součet," +
    "mezisoučet,разом,всього,усього,сума,підсумок,итого,всего,сумма,soma,összesen,summa,totalt,i alt,sammenlagt"
  )
    .split(",")
    .map(headerKey),
);

/** No word is longer; the pattern of brackets takes its time for a text that is. */
const MAX_WORD_CHARS = 255;

/** Whether a row's name says that it adds up others: 'Total:', 'Gesamt (kg)', 'Totaal 14'. */
export const isTotalWord = (text: string): boolean =>
  text.length <= MAX_WORD_CHARS &&
  TOTALS.has(headerKey(text.replace(/\([^)]*\)/g, " ").replace(/[\d.,]+\s*(?:kg|t|m3|m³|min)?/gi, " ")));

export const visitTypeOf = (text: string): string | undefined => VISIT_TYPES.get(headerKey(text));
export const vehicleTypeOf = (text: string): string | undefined => VEHICLE_TYPES.get(headerKey(text));
