/** What the actions on public pages take. */
import { z } from "zod";
import { MAX_PAGE_BODY, MAX_PAGE_DESCRIPTION, MAX_PAGE_TITLE, PUBLIC_PAGES } from "~/domain/pages/public-page";
import type { PublicPage } from "~/domain/pages/public-page";
import { requiredMessage } from "~/domain/validation/text";
import { optionalLines, optionalText, requiredText } from "~/domain/validation/wire-fields";

const text = {
  title: requiredText("Title", MAX_PAGE_TITLE),
  description: optionalText("Description", MAX_PAGE_DESCRIPTION),
  body: optionalLines("Text", MAX_PAGE_BODY).refine((body) => body !== "", requiredMessage("Text")),
};
/** How a page would look, before it is saved. */
export const PageDraft = z.strictObject(text);

const version = (label: string) =>
  z
    .number({ error: `${label} is not correct` })
    .int()
    .min(0)
    .max(999_999_999);
const page = {
  page: z.enum(PUBLIC_PAGES as [PublicPage], { error: "Choose a page" }),
  /** the version that the editor has seen; 0: the text that came with the product */
  seen: version("The version"),
};

export const PageVersionText = z.strictObject({ ...page, ...text });
export type PageVersionText = z.infer<typeof PageVersionText>;

export const RestoredPage = z.strictObject({ ...page, version: version("The version to restore") });
export type RestoredPage = z.infer<typeof RestoredPage>;
