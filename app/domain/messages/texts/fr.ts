import type { LanguageTexts } from "./language-texts";

export const fr: LanguageTexts = {
  kinds: {
    out_for_delivery: {
      subject: "{company} passe chez vous[ {day}]",
      mail: "Bonjour[ {recipient}],\n\n{company} est en route vers chez vous.[ Passage prévu entre {from} et {until}.]",
      sms: "{company} passe chez vous[ {day}][, prévu {window}]. Suivi : {link} Stop SMS : {stop}",
    },
    next: {
      subject: "{company} : vous êtes le prochain arrêt",
      mail: "Bonjour[ {recipient}],\n\nvous êtes le prochain arrêt de notre tournée.[ Passage prévu entre {from} et {until}.]",
      sms: "{company} : prochain passage chez vous[, prévu {window}]. Suivi : {link} Stop SMS : {stop}",
    },
    delivered: {
      subject: "{company} : votre livraison est arrivée",
      mail: "Bonjour[ {recipient}],\n\nvotre livraison[ {order}] de {company} est arrivée[ à {time}].",
      sms: "{company} : votre livraison est arrivée[ à {time}]. {link} Stop SMS : {stop}",
    },
    picked_up: {
      subject: "{company} : votre marchandise a été enlevée",
      mail: "Bonjour[ {recipient}],\n\n{company} a enlevé votre marchandise[ {order}][ à {time}].",
      sms: "{company} : votre marchandise a été enlevée[ à {time}]. {link} Stop SMS : {stop}",
    },
    failed: {
      subject: "{company} : notre passage n'a pas abouti",
      mail: "Bonjour[ {recipient}],\n\nnotre passage chez vous[ à {time}] n'a pas abouti.[ Motif : {reason}.]",
      sms: "{company} : notre passage chez vous n'a pas abouti[. Motif : {reason}]. {link} Stop SMS : {stop}",
    },
  },
  follow: "Suivre",
  see: "Voir",
  stopMail: "Vous ne souhaitez plus recevoir ces messages ? Désabonnez-vous ici :",
  days: { today: "aujourd'hui", tomorrow: "demain" },
  reasons: {
    1: "personne n'était à l'adresse",
    2: "personne n'a répondu à notre appel",
    3: "le numéro de téléphone n'est pas correct",
    4: "l'adresse n'est pas correcte",
    5: "l'adresse est introuvable",
    6: "refus du destinataire",
  },
  page: {
    title: "Messages de {company}",
    askMail:
      "{company} vous envoie des e-mails quand un chauffeur est en route vers chez vous. Voulez-vous les arrêter ?",
    askSms: "{company} vous envoie des SMS quand un chauffeur est en route vers chez vous. Voulez-vous les arrêter ?",
    stop: "Arrêter les messages",
    stopped: "Vous ne recevrez plus ces messages de {company}.",
    resume: "Les recevoir à nouveau",
    resumed: "Vous recevez à nouveau les messages de {company}.",
    unknown: "Ce lien n'est plus valable. Chaque message en contient un nouveau.",
  },
};
