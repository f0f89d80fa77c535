import type { LanguageTexts } from "./language-texts";

export const it: LanguageTexts = {
  kinds: {
    out_for_delivery: {
      subject: "{company} arriva[ {day}] da Lei",
      mail: "Buongiorno[ {recipient}],\n\n{company} è in viaggio verso di Lei.[ Arrivo previsto tra le {from} e le {until}.]",
      sms: "{company} arriva[ {day}] da Lei[, previsto {window}]. Segua: {link} Stop SMS: {stop}",
    },
    next: {
      subject: "{company}: Lei è la prossima fermata",
      mail: "Buongiorno[ {recipient}],\n\nLei è la prossima fermata del nostro giro.[ Arrivo previsto tra le {from} e le {until}.]",
      sms: "{company}: Lei è la prossima fermata[, previsto {window}]. Segua: {link} Stop SMS: {stop}",
    },
    delivered: {
      subject: "{company}: la Sua consegna è arrivata",
      mail: "Buongiorno[ {recipient}],\n\nla Sua consegna[ {order}] di {company} è arrivata[ alle {time}].",
      sms: "{company}: la Sua consegna è arrivata[ alle {time}]. {link} Stop SMS: {stop}",
    },
    picked_up: {
      subject: "{company}: la Sua merce è stata ritirata",
      mail: "Buongiorno[ {recipient}],\n\n{company} ha ritirato la Sua merce[ {order}][ alle {time}].",
      sms: "{company}: la Sua merce è stata ritirata[ alle {time}]. {link} Stop SMS: {stop}",
    },
    failed: {
      subject: "{company}: la nostra visita non è andata a buon fine",
      mail: "Buongiorno[ {recipient}],\n\nla nostra visita da Lei[ alle {time}] non è andata a buon fine.[ Motivo: {reason}.]",
      sms: "{company}: la nostra visita non è andata a buon fine[. Motivo: {reason}]. {link} Stop SMS: {stop}",
    },
  },
  follow: "Segua la consegna",
  see: "Veda la consegna",
  stopMail: "Non desidera più ricevere questi messaggi? Li disattivi qui:",
  days: { today: "oggi", tomorrow: "domani" },
  reasons: {
    1: "nessuno era all'indirizzo",
    2: "nessuno ha risposto alla chiamata",
    3: "il numero di telefono non è corretto",
    4: "l'indirizzo non è corretto",
    5: "l'indirizzo non è stato trovato",
    6: "è stata rifiutata",
  },
  page: {
    title: "Messaggi di {company}",
    askMail: "{company} Le invia e-mail quando un autista è in viaggio verso di Lei. Desidera disattivarle?",
    askSms: "{company} Le invia SMS quando un autista è in viaggio verso di Lei. Desidera disattivarli?",
    stop: "Disattiva i messaggi",
    stopped: "Non riceverà più questi messaggi da {company}.",
    resume: "Riattiva i messaggi",
    resumed: "Riceverà di nuovo i messaggi di {company}.",
    unknown: "Questo link non è più valido. Ogni messaggio ne contiene uno nuovo.",
  },
};
