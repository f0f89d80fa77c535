import type { LanguageTexts } from "./language-texts";

export const de: LanguageTexts = {
  kinds: {
    out_for_delivery: {
      subject: "{company} kommt[ {day}] zu Ihnen",
      mail: "Guten Tag[ {recipient}],\n\n{company} ist unterwegs zu Ihnen.[ Sie können uns zwischen {from} und {until} Uhr erwarten.]",
      sms: "{company} kommt[ {day}] zu Ihnen[, voraussichtlich {window} Uhr]. Verfolgen: {link} Keine SMS mehr: {stop}",
    },
    next: {
      subject: "{company}: Sie sind als Nächstes an der Reihe",
      mail:
        "Guten Tag[ {recipient}],\n\nSie sind der nächste Halt auf unserer Tour." +
        "[ Sie können uns zwischen {from} und {until} Uhr erwarten.]",
      sms: "{company}: Sie sind als Nächstes an der Reihe[, voraussichtlich {window} Uhr]. Verfolgen: {link} Keine SMS mehr: {stop}",
    },
    delivered: {
      subject: "{company}: Ihre Lieferung ist angekommen",
      mail: "Guten Tag[ {recipient}],\n\nIhre Lieferung[ {order}] von {company} ist[ um {time} Uhr] angekommen.",
      sms: "{company}: Ihre Lieferung ist[ um {time} Uhr] angekommen. {link} Keine SMS mehr: {stop}",
    },
    picked_up: {
      subject: "{company}: Ihre Ware wurde abgeholt",
      mail: "Guten Tag[ {recipient}],\n\n{company} hat Ihre Ware[ {order}][ um {time} Uhr] abgeholt.",
      sms: "{company}: Ihre Ware wurde[ um {time} Uhr] abgeholt. {link} Keine SMS mehr: {stop}",
    },
    failed: {
      subject: "{company}: Unser Besuch bei Ihnen war nicht erfolgreich",
      mail: "Guten Tag[ {recipient}],\n\nunser Besuch bei Ihnen[ um {time} Uhr] war leider nicht erfolgreich.[ Grund: {reason}.]",
      sms: "{company}: Unser Besuch bei Ihnen war nicht erfolgreich[. Grund: {reason}]. {link} Keine SMS mehr: {stop}",
    },
  },
  follow: "Verfolgen",
  see: "Ansehen",
  stopMail: "Sie möchten diese Nachrichten nicht mehr erhalten? Hier melden Sie sich ab:",
  days: { today: "heute", tomorrow: "morgen" },
  reasons: {
    1: "niemand war an der Adresse",
    2: "niemand hat unseren Anruf angenommen",
    3: "die Telefonnummer stimmt nicht",
    4: "die Adresse stimmt nicht",
    5: "die Adresse wurde nicht gefunden",
    6: "die Annahme wurde verweigert",
  },
  page: {
    title: "Nachrichten von {company}",
    askMail: "{company} schreibt Ihnen E-Mails, wenn ein Fahrer zu Ihnen unterwegs ist. Möchten Sie sich abmelden?",
    askSms: "{company} schreibt Ihnen SMS, wenn ein Fahrer zu Ihnen unterwegs ist. Möchten Sie sich abmelden?",
    stop: "Abmelden",
    stopped: "Sie erhalten diese Nachrichten von {company} nicht mehr.",
    resume: "Wieder erhalten",
    resumed: "Sie erhalten die Nachrichten von {company} wieder.",
    unknown: "Dieser Link gilt nicht mehr. In jeder Nachricht steht ein neuer.",
  },
};
