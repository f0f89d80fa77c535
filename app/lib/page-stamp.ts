/**
 * What every form says about the page that it stands on: for which company the page was made, so that a switch in
 * another tab never sends it elsewhere; and an id, so that what is sent twice is carried out once. Forms carry both as
 * fields, requests of scripts as headers, which count first: a script gives every sending an id of its own.
 */
import { createContext } from "react";

export const COMPANY_FIELD = "pageCompany";
export const SUBMIT_FIELD = "submitId";
export const COMPANY_HEADER = "X-Page-Company";
export const SUBMIT_HEADER = "X-Submit-Id";
/** Of the tab's socket while it is connected: the tab is left out of the news of its own change. */
export const SOCKET_HEADER = "X-Socket-Id";

/** Who is signed in, told by the sign-in page to whoever asks it again. */
export const SIGNED_IN_HEADER = "X-Signed-In-User";
export const SOMEBODY_ELSE = "Somebody else has signed in in this browser.";

interface PageStamp {
  /** null: the page belongs to no company */
  companyId: number | null;
  /** of the page as the server made it */
  submitId: string;
}

export const PageContext = createContext<PageStamp>({ companyId: null, submitId: "" });

/** A new id, also on pages without https, where crypto.randomUUID is missing. */
export function newSubmitId(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export interface NamedCompany {
  id: number;
  title: string;
}

/** The answer to a form whose page was made for another company than the session works for now. */
export interface Switched {
  /** that the page was made for; null when the user has no access to it any more */
  from: NamedCompany | null;
  to: NamedCompany;
}

/** The same for a page that runs no script. */
export interface SwitchedPage {
  switched: Switched;
  /** Where the form was sent to, without the base path. */
  path: string;
  /** What it held; null when it held files, which no page can send again. */
  fields: [name: string, value: string][] | null;
}

export const switchedSentence = (to: NamedCompany): string => `You switched to ${to.title} in another tab`;

/** Carries `Switched` in an answer to a script. */
export const SWITCHED_HEADER = "X-Company-Switched";
export const switchedToHeader = (switched: Switched): string => encodeURIComponent(JSON.stringify(switched));
export const switchedFromHeader = (value: string | null): Switched | null =>
  value === null ? null : (JSON.parse(decodeURIComponent(value)) as Switched);

/** A page of another company of the user's than the session works for. */
export interface PageElsewhere {
  elsewhere: NamedCompany;
  here: NamedCompany;
  /** Where the page is, without the base path. */
  path: string;
}

export const isPageElsewhere = (data: unknown): data is PageElsewhere =>
  typeof data === "object" && data !== null && "elsewhere" in data;

export const isSwitchedPage = (data: unknown): data is SwitchedPage =>
  typeof data === "object" && data !== null && "switched" in data;
