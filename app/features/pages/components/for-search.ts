import type { MetaDescriptor } from "@remix-run/node";
import type { ShownPage } from "../queries/public-page.server";

/** What search engines and links in messages make of a page, beside its title and description. */
export const forSearch = (page: ShownPage | undefined): MetaDescriptor[] =>
  page === undefined
    ? []
    : [
        { tagName: "link", rel: "canonical", href: page.address },
        { property: "og:title", content: page.title },
        { property: "og:description", content: page.description },
        { property: "og:url", content: page.address },
      ];
