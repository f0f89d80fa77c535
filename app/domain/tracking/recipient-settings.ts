/** What a company lets recipients see and do on the pages of their links. */

export interface RecipientSettings {
  /** the photos of the delivery, once it is done */
  photo: boolean;
  /** the signatures, once it is done */
  signature: boolean;
  /** the driver's first name */
  driverName: boolean;
  /** where the vehicle is, when it is next or close */
  vehicle: boolean;
  /** notes, safe places and other windows */
  requests: boolean;
  /** stars and a comment, once it is done */
  rating: boolean;
  /** the company's phone and e-mail */
  contact: boolean;
}

const RECIPIENT_SETTINGS = [
  "photo",
  "signature",
  "driverName",
  "vehicle",
  "requests",
  "rating",
  "contact",
] as const satisfies readonly (keyof RecipientSettings)[];

/** A signature may be somebody else's: it shows once the company says so. */
const DEFAULT_RECIPIENT_SETTINGS: RecipientSettings = {
  photo: true,
  signature: false,
  driverName: true,
  vehicle: true,
  requests: true,
  rating: true,
  contact: true,
};

/** What is stored; what isn't stored counts as the default. */
export function recipientSettingsOf(stored: Readonly<Record<string, unknown>>): RecipientSettings {
  const settings = { ...DEFAULT_RECIPIENT_SETTINGS };
  for (const name of RECIPIENT_SETTINGS) {
    const value = stored[name];
    if (typeof value === "boolean") settings[name] = value;
  }
  return settings;
}
