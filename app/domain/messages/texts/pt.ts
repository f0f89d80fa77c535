import type { LanguageTexts } from "./language-texts";

export const pt: LanguageTexts = {
  kinds: {
    out_for_delivery: {
      subject: "{company}:[ {day}] vamos ter consigo",
      mail: "Bom dia[ {recipient}],\n\na {company} está a caminho da sua morada.[ Chegada prevista entre as {from} e as {until}.]",
      sms: "{company}:[ {day}] vamos ter consigo[, hora prevista {window}]. Siga: {link} Parar SMS: {stop}",
    },
    next: {
      subject: "{company}: a próxima paragem é a sua",
      mail: "Bom dia[ {recipient}],\n\na próxima paragem do nosso motorista é a sua.[ Chegada prevista entre as {from} e as {until}.]",
      sms: "{company}: a seguinte paragem é a sua[, hora prevista {window}]. Siga: {link} Parar SMS: {stop}",
    },
    delivered: {
      subject: "{company}: a sua entrega chegou",
      mail: "Bom dia[ {recipient}],\n\na sua entrega[ {order}] da {company} chegou[ às {time}].",
      sms: "{company}: a sua entrega chegou[ às {time}]. {link} Parar SMS: {stop}",
    },
    picked_up: {
      subject: "{company}: a sua mercadoria foi recolhida",
      mail: "Bom dia[ {recipient}],\n\na {company} recolheu a sua mercadoria[ {order}][ às {time}].",
      sms: "{company}: a sua mercadoria foi recolhida[ às {time}]. {link} Parar SMS: {stop}",
    },
    failed: {
      subject: "{company}: não foi possível concluir a visita",
      mail: "Bom dia[ {recipient}],\n\nestivemos na sua morada[ às {time}] e não foi possível concluir a visita.[ Motivo: {reason}.]",
      sms: "{company}: a visita falhou[. Motivo: {reason}]. {link} Parar SMS: {stop}",
    },
  },
  follow: "Seguir",
  see: "Ver",
  stopMail: "Não deseja receber mais estas mensagens? Cancele-as aqui:",
  days: { today: "hoje", tomorrow: "amanhã" },
  reasons: {
    1: "não estava ninguém na morada",
    2: "ninguém atendeu a chamada",
    3: "o número de telefone não está correto",
    4: "a morada não está correta",
    5: "a morada não foi encontrada",
    6: "foi recusada",
  },
  page: {
    title: "Mensagens da {company}",
    askMail: "A {company} envia-lhe e-mails quando um motorista está a caminho. Deseja cancelá-los?",
    askSms: "A {company} envia-lhe SMS quando um motorista está a caminho. Deseja cancelá-los?",
    stop: "Cancelar as mensagens",
    stopped: "Já não receberá estas mensagens da {company}.",
    resume: "Voltar a recebê-las",
    resumed: "Voltará a receber as mensagens da {company}.",
    unknown: "Esta ligação já não é válida. Cada mensagem traz uma nova.",
  },
};
