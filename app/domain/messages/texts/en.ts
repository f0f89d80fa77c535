import type { LanguageTexts } from "./language-texts";

export const en: LanguageTexts = {
  kinds: {
    out_for_delivery: {
      subject: "{company} comes to you[ {day}]",
      mail: "Hello[ {recipient}],\n\n{company} is on the way to you.[ Please expect us between {from} and {until}.]",
      sms: "{company} comes to you[ {day}][, expected {window}]. Follow: {link} No more SMS: {stop}",
    },
    next: {
      subject: "{company}: you are next",
      mail: "Hello[ {recipient}],\n\nYou are the next stop of our driver[ {driver}].[ Please expect us between {from} and {until}.]",
      sms: "{company}: you are next[, expected {window}]. Follow: {link} No more SMS: {stop}",
    },
    delivered: {
      subject: "{company}: your delivery has arrived",
      mail: "Hello[ {recipient}],\n\nYour delivery[ {order}] from {company} has arrived[ at {time}].",
      sms: "{company}: your delivery has arrived[ at {time}]. {link} No more SMS: {stop}",
    },
    picked_up: {
      subject: "{company}: your goods have been picked up",
      mail: "Hello[ {recipient}],\n\n{company} has picked up your goods[ {order}][ at {time}].",
      sms: "{company}: your goods have been picked up[ at {time}]. {link} No more SMS: {stop}",
    },
    failed: {
      subject: "{company}: we could not complete our visit",
      mail: "Hello[ {recipient}],\n\nWe were with you[ at {time}] and could not complete our visit.[ Reason: {reason}.]",
      sms: "{company}: we could not complete our visit[. Reason: {reason}]. {link} No more SMS: {stop}",
    },
  },
  follow: "Follow it",
  see: "See it",
  stopMail: "You no longer want these messages? End them here:",
  days: { today: "today", tomorrow: "tomorrow" },
  reasons: {
    1: "nobody was at the address",
    2: "nobody answered our call",
    3: "the phone number is not correct",
    4: "the address is not correct",
    5: "the address could not be found",
    6: "it was refused",
  },
  page: {
    title: "Messages from {company}",
    askMail: "{company} sends you e-mails when a driver is on the way to you. Do you want to end them?",
    askSms: "{company} sends you text messages when a driver is on the way to you. Do you want to end them?",
    stop: "End the messages",
    stopped: "You get no more of these messages from {company}.",
    resume: "Get them again",
    resumed: "You get the messages of {company} again.",
    unknown: "This link is not valid any more. Each message has a new one.",
  },
};
