/**
 * Countries whose addresses a company may have to do with, by where they are: our own grouping after the regions of the
 * United Nations (M49). Cyprus, Türkiye and the Caucasus are with Europe, whose roads they share. Each country is in
 * one of them. The id of an area is its place in this list, so new ones are only ever appended.
 */
type CountryAreaSeed = readonly [title: string, codes: string];

export const COUNTRY_AREAS: readonly CountryAreaSeed[] = [
  [
    "Europe",
    "AD AL AM AT AX AZ BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GB GE GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC " +
      "MD ME MK MT NL NO PL PT RO RS RU SE SI SJ SK SM TR UA VA",
  ],
  ["Northern Africa and Western Asia", "AE BH DZ EG EH IL IQ IR JO KW LB LY MA OM PS QA SA SD SY TN YE"],
  [
    "Sub-Saharan Africa",
    "AO BF BI BJ BW CD CF CG CI CM CV DJ ER ET GA GH GM GN GQ GW IO KE KM LR LS MG ML MR MU MW MZ NA NE NG RE RW SC " +
      "SH SL SN SO SS ST SZ TD TG TZ UG YT ZA ZM ZW",
  ],
  ["Central and Southern Asia", "AF BD BT IN KG KZ LK MV NP PK TJ TM UZ"],
  ["Eastern and South-Eastern Asia", "BN CN HK ID JP KH KP KR LA MM MN MO MY PH SG TH TL TW VN"],
  ["Oceania", "AS AU CC CK CX FJ FM GU KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TO TV UM VU WF WS"],
  ["Northern and Central America", "BM BZ CA CR GL GT HN MX NI PA PM SV US"],
  ["Caribbean", "AG AI AW BB BL BQ BS CU CW DM DO GD GP HT JM KN KY LC MF MQ MS PR SX TC TT VC VG VI"],
  ["South America", "AR BO BR CL CO EC FK GF GY PE PY SR UY VE"],
  ["Antarctica and the islands around it", "AQ BV GS HM TF"],
];
