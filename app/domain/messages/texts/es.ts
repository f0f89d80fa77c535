import type { LanguageTexts } from "./language-texts";

export const es: LanguageTexts = {
  kinds: {
    out_for_delivery: {
      subject: "{company} le visita[ {day}]",
      mail: "Buenos días[ {recipient}],\n\n{company} va en camino hacia su dirección.[ Llegada prevista entre las {from} y las {until}.]",
      sms: "{company} le visita[ {day}][, hora prevista {window}]. Siga: {link} Baja SMS: {stop}",
    },
    next: {
      subject: "{company}: usted es la próxima parada",
      mail: "Buenos días[ {recipient}],\n\nusted es la próxima parada de nuestra ruta.[ Llegada prevista entre las {from} y las {until}.]",
      sms: "{company}: usted es la siguiente parada[, hora prevista {window}]. Siga: {link} Baja SMS: {stop}",
    },
    delivered: {
      subject: "{company}: su entrega ha llegado",
      mail: "Buenos días[ {recipient}],\n\nsu entrega[ {order}] de {company} ha llegado[ a las {time}].",
      sms: "{company}: su entrega ha llegado[ a las {time}]. {link} Baja SMS: {stop}",
    },
    picked_up: {
      subject: "{company}: su mercancía ha sido recogida",
      mail: "Buenos días[ {recipient}],\n\n{company} ha recogido su mercancía[ {order}][ a las {time}].",
      sms: "{company}: sus bienes han sido recogidos[ a las {time}]. {link} Baja SMS: {stop}",
    },
    failed: {
      subject: "{company}: no hemos podido completar la visita",
      mail: "Buenos días[ {recipient}],\n\nestuvimos en su dirección[ a las {time}] y no pudimos completar la visita.[ Motivo: {reason}.]",
      sms: "{company}: no hemos podido completar la visita[. Motivo: {reason}]. {link} Baja SMS: {stop}",
    },
  },
  follow: "Seguir",
  see: "Ver",
  stopMail: "¿No desea recibir más estos mensajes? Cancélelos aquí:",
  days: { today: "hoy", tomorrow: "mañana" },
  reasons: {
    1: "no había nadie en la dirección",
    2: "nadie respondió a la llamada",
    3: "el número de teléfono no es correcto",
    4: "la dirección no es correcta",
    5: "no se encontró la dirección",
    6: "fue rechazada",
  },
  page: {
    title: "Mensajes de {company}",
    askMail: "{company} le envía correos cuando un conductor va en camino. ¿Desea cancelarlos?",
    askSms: "{company} le envía SMS cuando un conductor va en camino. ¿Desea cancelarlos?",
    stop: "Cancelar los mensajes",
    stopped: "Ya no recibirá estos mensajes de {company}.",
    resume: "Recibirlos de nuevo",
    resumed: "Recibirá de nuevo los mensajes de {company}.",
    unknown: "Este enlace ya no es válido. Cada mensaje lleva uno nuevo.",
  },
};
