/** The pages that anybody may read, whose texts a platform admin writes. */
export const PublicPage = {
  Home: "home",
  About: "about-us",
  Contacts: "contacts",
  Terms: "terms",
  Privacy: "privacy",
} as const;
/** also the page's address, below the base path */
export type PublicPage = (typeof PublicPage)[keyof typeof PublicPage];

/** In the order of their links. */
export const PUBLIC_PAGES = Object.values(PublicPage);

/** What links to them say. */
export const PUBLIC_PAGE_LABELS: Readonly<Record<PublicPage, string>> = {
  home: "Home",
  "about-us": "About us",
  contacts: "Contacts",
  terms: "Terms",
  privacy: "Privacy",
};

export const MAX_PAGE_TITLE = 100;
/** what search engines show below the title */
export const MAX_PAGE_DESCRIPTION = 200;
/** characters of Markdown: ten times the longest terms that people read */
export const MAX_PAGE_BODY = 100_000;

export interface PageText {
  title: string;
  description: string;
  /** Markdown (services/markdown says how much of it) */
  body: string;
}

/** Lines end as browsers send them or as the product has them: that is no difference. */
const sameLines = (text: string): string => text.replaceAll("\r\n", "\n").trim();

/** Is it still the text that came with the product, whose operator has not put in their own? */
export const isSamplePage = (text: PageText, sample: PageText): boolean =>
  sameLines(text.body) === sameLines(sample.body);

/** Changes nothing: no new version is kept for it. */
export const isSameText = (one: PageText, other: PageText): boolean =>
  one.title === other.title && one.description === other.description && isSamplePage(one, other);
