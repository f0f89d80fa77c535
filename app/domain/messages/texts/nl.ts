import type { LanguageTexts } from "./language-texts";

export const nl: LanguageTexts = {
  kinds: {
    out_for_delivery: {
      subject: "{company} komt[ {day}] bij u langs",
      mail: "Goedendag[ {recipient}],\n\n{company} is onderweg naar u.[ U kunt ons verwachten tussen {from} en {until} uur.]",
      sms: "{company} komt[ {day}] bij u langs[, verwacht {window} uur]. Volg: {link} Geen sms meer: {stop}",
    },
    next: {
      subject: "{company}: u bent de volgende",
      mail: "Goedendag[ {recipient}],\n\nu bent de volgende stop van onze chauffeur.[ U kunt ons verwachten tussen {from} en {until} uur.]",
      sms: "{company}: u bent de volgende stop[, verwacht {window} uur]. Volg: {link} Geen sms meer: {stop}",
    },
    delivered: {
      subject: "{company}: uw bestelling is bezorgd",
      mail: "Goedendag[ {recipient}],\n\nuw bestelling[ {order}] van {company} is[ om {time} uur] bezorgd.",
      sms: "{company}: uw bestelling is[ om {time} uur] bezorgd. {link} Geen sms meer: {stop}",
    },
    picked_up: {
      subject: "{company}: uw goederen zijn opgehaald",
      mail: "Goedendag[ {recipient}],\n\n{company} heeft uw goederen[ {order}][ om {time} uur] opgehaald.",
      sms: "{company}: uw goederen zijn[ om {time} uur] opgehaald. {link} Geen sms meer: {stop}",
    },
    failed: {
      subject: "{company}: ons bezoek is niet gelukt",
      mail: "Goedendag[ {recipient}],\n\nons bezoek bij u[ om {time} uur] is helaas niet gelukt.[ Reden: {reason}.]",
      sms: "{company}: ons bezoek bij u is niet gelukt[. Reden: {reason}]. {link} Geen sms meer: {stop}",
    },
  },
  follow: "Volgen",
  see: "Bekijken",
  stopMail: "Wilt u deze berichten niet meer ontvangen? Meld u hier af:",
  days: { today: "vandaag", tomorrow: "morgen" },
  reasons: {
    1: "er was niemand op het adres",
    2: "er werd niet opgenomen toen we belden",
    3: "het telefoonnummer klopt niet",
    4: "het adres klopt niet",
    5: "het adres is niet gevonden",
    6: "de zending is geweigerd",
  },
  page: {
    title: "Berichten van {company}",
    askMail: "{company} stuurt u e-mails wanneer een chauffeur naar u onderweg is. Wilt u zich afmelden?",
    askSms: "{company} stuurt u sms'en wanneer een chauffeur naar u onderweg is. Wilt u zich afmelden?",
    stop: "Afmelden",
    stopped: "U ontvangt deze berichten van {company} niet meer.",
    resume: "Weer ontvangen",
    resumed: "U ontvangt de berichten van {company} weer.",
    unknown: "Deze link is niet meer geldig. In elk bericht staat een nieuwe.",
  },
};
