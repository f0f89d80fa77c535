/** Placeholders of messages: which there are, what is wrong with a text, and the text with values in them. */
import { isolated } from "~/lib/isolated";
import { MessageKind } from "./message-kind";

export const PLACEHOLDERS = {
  recipient: "name of the recipient",
  company: "who sends it",
  order: "external id of the visit",
  address: "address of the visit",
  driver: "first name of the driver",
  link: "address of the page that follows the visit",
  day: "today or tomorrow, in the language of the text: when to expect the vehicle",
  window: "between which times to expect the vehicle",
  from: "the first of these two times",
  until: "the second one",
  eta: "predicted time of arrival",
  stops: "how many stops come first",
  time: "when it was done, or failed",
  reason: "why it failed",
  stop: "address of the page that ends these messages",
} as const;
export type Placeholder = keyof typeof PLACEHOLDERS;

const ALWAYS: readonly Placeholder[] = ["recipient", "company", "order", "address", "driver", "link", "stop"];
const AHEAD: readonly Placeholder[] = ["day", "window", "from", "until", "eta", "stops"];

/** Those that a kind of message has values for. */
export const placeholdersOf = (kind: MessageKind): readonly Placeholder[] => {
  if (kind === MessageKind.OutForDelivery || kind === MessageKind.Next) return [...ALWAYS, ...AHEAD];
  return kind === MessageKind.Failed ? [...ALWAYS, "time", "reason"] : [...ALWAYS, "time"];
};

export type PlaceholderValues = Readonly<Partial<Record<Placeholder, string>>>;

/** Longest texts, in characters. */
export const MAX_SUBJECT_LENGTH = 150;
export const MAX_MAIL_LENGTH = 4000;
export const MAX_SMS_LENGTH = 600;

const MARK = /\{([^{}]*)\}/g;
/** A part in square brackets without a further one inside. */
const PART = /\[([^[\]]*)\]/g;

const isBalanced = (text: string): boolean => !/[[\]]/.test(text.replace(PART, ""));

/** Where the text's own fault is; null for none. @param label what its field is called */
export function textFault(text: string, kind: MessageKind, label: string): string | null {
  const known = placeholdersOf(kind);
  for (const [mark, name = ""] of text.matchAll(MARK)) {
    if ((known as readonly string[]).includes(name)) continue;
    return name in PLACEHOLDERS && Object.hasOwn(PLACEHOLDERS, name)
      ? `${label}: ${mark} has no value in this message`
      : `${label}: ${mark} is no placeholder`;
  }
  if (/[{}]/.test(text.replace(MARK, ""))) return `${label}: a brace is not closed`;
  return isBalanced(text) ? null : `${label}: a square bracket is not closed, or stands inside another one`;
}

/** Each message needs a way to end them; mails have one below their text in any case. */
const STOP_NEEDED = "SMS: {stop} is missing. Recipients end the messages with it";
export const smsFault = (text: string): string | null => (text.includes("{stop}") ? null : STOP_NEEDED);

/** One line, of which nothing can begin a paragraph. */
const oneLine = (value: string): string => value.replace(/\s+/g, " ").trim();

/** Longest value: a name or an address that is longer is cut. */
const MAX_VALUE = 120;
/** These are addresses, and of no use when they are cut. */
const WHOLE: ReadonlySet<string> = new Set(["link", "stop"]);

const valueOf = (values: PlaceholderValues, name: string): string => {
  const value = oneLine(Object.hasOwn(values, name) ? (values[name as Placeholder] ?? "") : "");
  return WHOLE.has(name) ? value : [...value].slice(0, MAX_VALUE).join("");
};

type Write = (value: string) => string;

/**
 * The text with its values. A part in square brackets is left out when one of its placeholders has no value. Values
 * are never read as placeholders or brackets themselves.
 */
export function renderText(text: string, values: PlaceholderValues, write: Write = String): string {
  const filled = text
    .split(PART)
    .map((part, index) => {
      const isOptional = index % 2 === 1;
      if (isOptional && [...part.matchAll(MARK)].some(([, name = ""]) => valueOf(values, name) === "")) return "";
      return part.replace(MARK, (_mark, name: string) => write(valueOf(values, name)));
    })
    .join("");
  return filled
    .split("\n")
    .map((line) => line.replace(/[^\S\n]{2,}/g, " ").trim())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/**
 * The same for a mail, where names from right to left leave the words and times beside them in their order. Old phones
 * show the marks for it as boxes: an SMS has none.
 */
export const renderMail = (text: string, values: PlaceholderValues): string => renderText(text, values, isolated);
