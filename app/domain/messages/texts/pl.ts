import type { LanguageTexts } from "./language-texts";

/** SMS without accents, as senders in Poland write them: with them, each would be twice as dear. */
export const pl: LanguageTexts = {
  kinds: {
    out_for_delivery: {
      subject: "{company}:[ {day}] przyjedziemy do Państwa",
      mail: "Dzień dobry[ {recipient}],\n\nkierowca firmy {company} jest w drodze do Państwa.[ Przewidywany czas przyjazdu: {window}.]",
      sms: "{company}:[ {day}] przyjedziemy do Panstwa[, przewidywany czas {window}]. Sledz: {link} Koniec SMS: {stop}",
    },
    next: {
      subject: "{company}: następny przystanek u Państwa",
      mail: "Dzień dobry[ {recipient}],\n\nnastępny przystanek naszego kierowcy jest u Państwa.[ Przewidywany czas przyjazdu: {window}.]",
      sms: "{company}: nastepny przystanek u Panstwa[, przewidywany czas {window}]. Sledz: {link} Koniec SMS: {stop}",
    },
    delivered: {
      subject: "{company}: przesyłka została doręczona",
      mail: "Dzień dobry[ {recipient}],\n\nprzesyłka[ {order}] od firmy {company} została doręczona[ o {time}].",
      sms: "{company}: przesylka zostala doreczona[ o {time}]. {link} Koniec SMS: {stop}",
    },
    picked_up: {
      subject: "{company}: przesyłka została odebrana",
      mail: "Dzień dobry[ {recipient}],\n\nkierowca firmy {company} odebrał od Państwa przesyłkę[ {order}][ o {time}].",
      sms: "{company}: przesylka zostala od Panstwa odebrana[ o {time}]. {link} Koniec SMS: {stop}",
    },
    failed: {
      subject: "{company}: nasza wizyta nie powiodła się",
      mail: "Dzień dobry[ {recipient}],\n\nnasza wizyta u Państwa[ o {time}] nie powiodła się.[ Powód: {reason}.]",
      sms: "{company}: nasza wizyta u Panstwa nie powiodla sie[. Powod: {reason}]. {link} Koniec SMS: {stop}",
    },
  },
  follow: "Śledź przesyłkę",
  see: "Zobacz",
  stopMail: "Nie chcą Państwo otrzymywać tych wiadomości? Można z nich zrezygnować tutaj:",
  days: { today: "dziś", tomorrow: "jutro" },
  reasons: {
    1: "pod adresem nikogo nie było",
    2: "nikt nie odebrał telefonu",
    3: "numer telefonu jest nieprawidłowy",
    4: "adres jest nieprawidłowy",
    5: "nie znaleziono adresu",
    6: "odmowa przyjęcia",
  },
  page: {
    title: "Wiadomości od {company}",
    askMail: "{company} wysyła e-maile, gdy kierowca jest w drodze do Państwa. Czy chcą Państwo z nich zrezygnować?",
    askSms: "{company} wysyła SMS-y, gdy kierowca jest w drodze do Państwa. Czy chcą Państwo z nich zrezygnować?",
    stop: "Rezygnuję z wiadomości",
    stopped: "Nie będą Państwo otrzymywać tych wiadomości od {company}.",
    resume: "Chcę je znów otrzymywać",
    resumed: "Będą Państwo znów otrzymywać wiadomości od {company}.",
    unknown: "Ten link stracił ważność. W każdej wiadomości jest nowy.",
  },
};
